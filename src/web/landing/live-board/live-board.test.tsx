import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { formatReais } from '#contract/values/money.ts'
import LiveBoard from './live-board.tsx'

const column = (name: string) => screen.getByRole('region', { name: new RegExp(`^${name}`) })
const cardsIn = (name: string) =>
  [...column(name).querySelectorAll('[data-open]')].map(button => button.textContent?.trim())

beforeEach(() => {
  render(<LiveBoard />)
})

describe('the board of the landing page', () => {
  it('moves a card by the menu, changes the totals and announces it', async () => {
    expect(screen.getByText('R$ 7.350', { selector: 'dd' })).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Ações de Otávio Cardoso' }))
    await userEvent.click(await screen.findByRole('menuitemradio', { name: /Ganho/ }))
    expect(cardsIn('Ganho')).toEqual(['Otávio Cardoso', 'João Queirós'])
    expect(screen.getByText('R$ 26.990', { selector: 'dd' })).toBeTruthy()
    expect(screen.getByText('20%')).toBeTruthy()
    expect(screen.getByRole('status').textContent).toBe(`Otávio Cardoso fechou: mais ${formatReais(19_640)}.`)
  })

  it('moves a card by the keyboard, and the focus follows', async () => {
    const [first] = within(column('Novo Lead')).getAllByRole('button', { name: 'Fernanda Lourenço' })
    first?.focus()
    await userEvent.keyboard(']')
    expect(cardsIn('Qualificando')[0]).toBe('Fernanda Lourenço')
    expect(screen.getByRole('status').textContent).toBe('Fernanda Lourenço agora está em Qualificando.')
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Fernanda Lourenço'))
  })

  it('shows complete leads with their time in the stage, which a move starts anew', async () => {
    expect(screen.queryByText('Incompleto')).toBeNull()
    expect(screen.queryByRole('button', { name: /^WhatsApp/ })).toBeNull()
    const stayOf = (nome: string) =>
      screen.getByRole('button', { name: nome }).closest('[data-card]')?.querySelector('time')?.textContent
    expect(stayOf('Luísa Peçanha')).toBe('há 1 dia nesta etapa')
    screen.getByRole('button', { name: 'Luísa Peçanha' }).focus()
    await userEvent.keyboard(']')
    expect(stayOf('Luísa Peçanha')).toBe('agora nesta etapa')
  })

  it('starts over', async () => {
    screen.getByRole('button', { name: 'Teresa Moraes' }).focus()
    await userEvent.keyboard(']')
    await userEvent.click(screen.getByRole('button', { name: 'Recomeçar' }))
    expect(cardsIn('Novo Lead')).toEqual(['Fernanda Lourenço', 'Estêvão Assunção', 'Teresa Moraes'])
    expect(screen.getByRole('status').textContent).toBe('')
  })

  it('sends and stores nothing', async () => {
    const sent = vi.spyOn(globalThis, 'fetch')
    screen.getByRole('button', { name: 'Teresa Moraes' }).focus()
    await userEvent.keyboard(']')
    expect(sent).not.toHaveBeenCalled()
    expect(localStorage).toHaveLength(0)
    sent.mockRestore()
  })
})
