import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { stageLimitsApi } from '#contract/stage-limits/stage-limits.ts'
import { aLead, aMember, aUser, type Person } from '#server/testing/factories.ts'
import { testApp } from '#server/testing/test-app.ts'
import { answerNextWrite } from '../../../tests/screens/next-write.ts'
import { openApp } from '../../../tests/screens/open-app.tsx'

const server = await testApp()

const withStalledLead = async (): Promise<Person> => {
  const person = await aUser(server)
  await aLead(server, person.token, { nome: 'Rui Prado', status: 'negociacao' })
  const stalled = await aLead(server, person.token, { nome: 'Joana Lima', status: 'negociacao' })
  await server.db.run(`update leads set stage_since = now() - interval '40 days' where account_id = $1 and id = $2`, [
    person.account._id,
    stalled._id,
  ])
  await server.call(stageLimitsApi.change, { token: person.token, body: { days: { negociacao: 5 } } })
  return person
}
const row = async (nome: string) => (await screen.findByRole('button', { name: nome })).closest('tr') as HTMLElement

describe('a lead past the limit of its stage', () => {
  it('says so, and "Parados" shows only such leads, also on the next tab', async () => {
    const { token } = await withStalledLead()
    openApp('/dashboard?aba=lista', token)
    expect(await within(await row('Joana Lima')).findByText('Parado: 40 dias')).toBeTruthy()
    expect(within(await row('Rui Prado')).queryByText(/^Parado/)).toBeNull()
    const filter = screen.getByRole('button', { name: 'Parados' })
    await userEvent.click(filter)
    await screen.findByText('Mostrando 1 de 2 leads', { selector: 'search *' })
    expect([filter.getAttribute('aria-pressed'), location.search]).toEqual(['true', '?aba=lista&parados=true'])
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Rui Prado' })).toBeNull())
    const kanban = screen.getByRole('link', { name: 'Kanban' })
    expect(kanban.getAttribute('href')).toContain('parados=true')
    await userEvent.click(screen.getByRole('button', { name: 'Limpar Filtros' }))
    await screen.findByText('Mostrando 2 de 2 leads', { selector: 'search *' })
  })
})

describe('the limits in the profile', () => {
  it('stay as others set them meanwhile, unless saved again', async () => {
    const { token } = await withStalledLead()
    openApp('/profile/etapas', token)
    const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Negociação' })
    const save = screen.getByRole('button', { name: 'Salvar' })
    const daysOf = async (stage: string) =>
      (await server.call(stageLimitsApi.list, { token })).data.limits.find(limit => limit.stage === stage)?.days
    const elsewhere = (days: object) => server.call(stageLimitsApi.change, { token, body: { days } as never })
    await elsewhere({ qualificando: 4 })
    await userEvent.clear(field)
    await userEvent.type(field, '8')
    await userEvent.click(save)
    await screen.findByText('Limites atualizados')
    expect([await daysOf('negociacao'), await daysOf('qualificando')]).toEqual([8, 4])
    await elsewhere({ negociacao: 20 })
    await userEvent.clear(field)
    await userEvent.type(field, '9')
    // The next save does not wait until the page has fetched what others stored.
    const through = globalThis.fetch
    vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) =>
      (init?.method ?? 'GET') === 'GET' ? new Promise<never>(() => {}) : through(input, init),
    )
    await userEvent.click(save)
    await screen.findByText(/Enquanto isso, mudou para “20”/)
    expect(await daysOf('negociacao')).toBe(20)
    await userEvent.click(save)
    await waitFor(async () => expect(await daysOf('negociacao')).toBe(9))
  })

  it('are set and removed by a manager', async () => {
    const manager = await aMember(server, await withStalledLead(), 'manager')
    openApp('/profile/etapas', manager.token)
    const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Negociação' })
    expect(field.value).toBe('5')
    await userEvent.clear(field)
    await userEvent.type(field, '0')
    const save = screen.getByRole('button', { name: 'Salvar' })
    await userEvent.click(save)
    expect(await screen.findByText('Informe de 1 a 365 dias úteis')).toBeTruthy()
    await userEvent.clear(field)
    await userEvent.type(screen.getByRole('textbox', { name: 'Qualificando' }), '12')
    await userEvent.click(save)
    await screen.findByText('Limites atualizados')
    const { limits } = (await server.call(stageLimitsApi.list, { token: manager.token })).data
    expect(limits.filter(({ days }) => days !== null)).toMatchObject([{ stage: 'qualificando', days: 12 }])
  })

  it('keep what is typed while others are saved', async () => {
    const { token } = await aUser(server)
    openApp('/profile/etapas', token)
    await userEvent.type(await screen.findByRole('textbox', { name: 'Qualificando' }), '12')
    const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Negociação' })
    answerNextWrite(async send => {
      const response = await send()
      await userEvent.type(field, '7')
      return response
    })
    await userEvent.click(screen.getByRole('button', { name: 'Salvar' }))
    await screen.findByText('Limites atualizados')
    expect(field.value).toBe('7')
  })

  it('are not offered to sellers', async () => {
    const seller = await aMember(server, await aUser(server), 'seller')
    openApp('/profile/etapas', seller.token)
    expect(await screen.findByText('Apenas gestores e o dono da conta podem fazer isso.')).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Etapas' })).toBeNull()
  })
})
