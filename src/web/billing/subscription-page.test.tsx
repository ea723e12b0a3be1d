import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { localDay } from '#contract/dates.ts'
import { aLead, aUser, subscribe } from '#server/testing/factories.ts'
import { testApp } from '#server/testing/test-app.ts'
import { openApp } from '../../../tests/screens/open-app.tsx'

const server = await testApp()

afterEach(() => {
  vi.restoreAllMocks()
  document.head.innerHTML = ''
})

it('is where somebody without access ends up, and what they find there is honest', async () => {
  const { user, token } = await aUser(server)
  await subscribe(server, user, 'pro', 'past_due')
  openApp('/dashboard', token)
  await screen.findByRole('heading', { name: 'Escolha seu plano' })
  expect(location.pathname).toBe('/subscription')
  expect(screen.getByText('Plano Profissional: Em atraso')).toBeTruthy()
  expect(screen.getByText(/A assinatura pelo site ainda não está disponível/)).toBeTruthy()
})

it('says until when the trial runs', async () => {
  const { token } = await aUser(server)
  openApp('/subscription', token)
  expect(await screen.findByText(/^Seu teste gratuito termina em \d\d\/\d\d\/\d{4}$/)).toBeTruthy()
})

it('links to the support address, where there is one', async () => {
  document.head.innerHTML = '<meta name="support-email" content="ajuda@exemplo.com.br">'
  const { token } = await aUser(server)
  openApp('/subscription', token)
  const link = await screen.findByRole('link', { name: 'ajuda@exemplo.com.br' })
  expect(link.getAttribute('href')).toBe('mailto:ajuda@exemplo.com.br')
})

it.each(['CSV', 'JSON'])('hands over one’s own leads as %s, also without a subscription', async format => {
  const { user, token } = await aUser(server)
  const lead = await aLead(server, token, { nome: 'João Pedro Araújo' })
  await subscribe(server, user, 'pro', 'canceled')
  const files: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation(file => `blob:${files.push(file as Blob)}`)
  const download = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  openApp('/subscription', token)
  await userEvent.click(await screen.findByRole('button', { name: `Baixar em ${format}` }))
  await waitFor(() => expect(download).toHaveBeenCalled())
  const link = download.mock.contexts[0] as HTMLAnchorElement
  expect(link.download).toBe(`leads_${localDay(new Date())}.${format.toLowerCase()}`)
  expect(await files[0]?.text()).toContain(lead.nome)
})

it('says that a download failed, and lets one try again', async () => {
  const { token } = await aUser(server)
  openApp('/subscription', token)
  const button = await screen.findByRole('button', { name: 'Baixar em CSV' })
  vi.spyOn(globalThis, 'fetch').mockRejectedValueOnce(new TypeError('Failed to fetch'))
  await userEvent.click(button)
  expect((await screen.findByRole('alert')).textContent).toContain('Não foi possível baixar os seus leads')
})
