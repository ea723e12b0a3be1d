import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { planEntitlements, trialEntitlements } from '#contract/billing/entitlements.ts'
import { trialLengthMs } from '#contract/billing/subscription.ts'
import {
  sessionIdleDays,
  sessionMaxDays,
  stripeEventDays,
  trashDays,
  undeliveredDays,
  webhookDays,
} from '#contract/retention.ts'
import { aUser } from '#server/testing/factories.ts'
import { testApp } from '#server/testing/test-app.ts'
import { openApp } from '../../../tests/screens/open-app.tsx'

const server = await testApp()
const textOf = async (title: string) => {
  await screen.findByRole('heading', { level: 1, name: title })
  return document.body.textContent ?? ''
}

describe('the terms of use', () => {
  it('state the limits of the contract', async () => {
    openApp('/termos')
    const text = await textOf('Termos de uso')
    expect(text).toContain(`até ${trialEntitlements.leads.toLocaleString('pt-BR')} leads`)
    expect(text).toContain(`O Básico guarda até ${planEntitlements.basic.leads} leads`)
    expect(text).toContain(`Teste grátis de ${trialLengthMs / 86_400_000} dias`)
    expect(text).toContain(`por ${trashDays} dias`)
    expect(document.title).toBe('Termos de uso – Fechou')
    const links = screen.getAllByRole('link', { name: 'Política de privacidade' })
    expect(links.map(link => link.getAttribute('href'))).toEqual(['/privacidade', '/privacidade'])
  })
})

describe('the privacy policy', () => {
  it('states how long the server stores what', async () => {
    openApp('/privacidade')
    const text = await textOf('Política de privacidade')
    for (const part of [
      `${trashDays} dias na lixeira`,
      `${sessionIdleDays} dias sem uso, ou ${sessionMaxDays} dias no total`,
      `em ${undeliveredDays} dias`,
      `Stripe${stripeEventDays} dias`,
      `Mensagens dos webhooks e o registro dos envios${webhookDays} dias`,
    ]) {
      expect(text).toContain(part)
    }
  })

  it('names every way in which leads come in and go out', async () => {
    openApp('/privacidade')
    await textOf('Política de privacidade')
    const section = screen.getByRole('region', { name: /Por onde os leads entram e saem/ })
    for (const way of ['planilhas', 'formulários públicos', 'chave de API', 'exporta', 'webhooks'])
      expect(section.textContent).toContain(way)
  })

  it('names the operator and links the support e-mail, or says that neither is set', async () => {
    openApp('/privacidade')
    expect(await textOf('Política de privacidade')).toContain('razão social ainda não informada')
    expect(screen.getAllByText(/e-mail ainda não informado/).length).toBeGreaterThan(0)
    for (const [name, content] of Object.entries({
      operator: 'Exemplo Ltda.',
      'support-email': 'ajuda@exemplo.com.br',
    })) {
      const tag = document.createElement('meta')
      tag.name = name
      tag.content = content
      document.head.append(tag)
    }
    openApp('/privacidade')
    await waitFor(() => expect(screen.getAllByText(/oferecido por Exemplo Ltda\./).length).toBeGreaterThan(0))
    const [contact] = screen.getAllByRole('link', { name: 'ajuda@exemplo.com.br' })
    expect(contact?.getAttribute('href')).toBe('mailto:ajuda@exemplo.com.br')
    for (const tag of document.querySelectorAll('meta[name=operator], meta[name=support-email]')) tag.remove()
  })

  it('is readable while signed in', async () => {
    const { token } = await aUser(server)
    openApp('/privacidade', token)
    await textOf('Política de privacidade')
    expect(location.pathname).toBe('/privacidade')
  })
})
