import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { lazyComponent } from './lazy-component.tsx'

const Part = ({ nome }: { nome: string }) => <p>Lead {nome}</p>
const loading = (...answers: (() => Promise<{ default: typeof Part }>)[]) => {
  const [last = () => Promise.reject(new Error('no answer'))] = answers.slice(-1)
  return vi.fn(() => (answers.shift() ?? last)())
}
const comes = () => Promise.resolve({ default: Part })
const fails = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))

// React logs errors that a boundary catches.
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}))

it('shows the fallback until its code loads', async () => {
  const Lead = lazyComponent(loading(comes), { fallback: <p>Carregando</p> })
  render(<Lead nome="João" />)
  expect(screen.getByText('Carregando')).toBeTruthy()
  expect(await screen.findByText('Lead João')).toBeTruthy()
  expect(screen.queryByText('Carregando')).toBeNull()
})

it.each(['page', 'layer'] as const)('shows that a %s failed to load and retries on request', async place => {
  const load = loading(fails, fails, comes)
  const Lead = lazyComponent(load, { place, failure: 'O lead não abriu' })
  render(<Lead nome="João" />)
  for (const attempts of [1, 2]) {
    expect((await screen.findByRole('alert')).textContent).toContain('O lead não abriu')
    expect(load).toHaveBeenCalledTimes(attempts)
    await userEvent.click(screen.getByRole('button', { name: 'Tentar novamente' }))
  }
  expect(await screen.findByText('Lead João')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

it('shows no failure before the part is rendered', async () => {
  const load = loading(fails, comes)
  const Lead = lazyComponent(load)
  Lead.preload()
  await Promise.resolve()
  render(<Lead nome="João" />)
  expect(await screen.findByText('Lead João')).toBeTruthy()
  expect(load).toHaveBeenCalledTimes(2)
})
