import { expect, it } from 'vitest'
import type { User } from '#contract/auth/user.ts'
import { accessSummary } from './access-summary.ts'
import { formatRenewal } from './renewal.ts'

const now = new Date('2026-11-20T12:00:00Z')
const user = (change: Partial<User>): User => ({
  _id: '0192f0c1-0000-7000-8000-000000000000',
  nome: 'Inês',
  email: 'ines@exemplo.com.br',
  pending_email: null,
  role: 'user',
  createdAt: '2026-11-19T12:00:00.000Z',
  updatedAt: '2026-11-19T12:00:00.000Z',
  subscription_plan: null,
  subscription_status: 'inactive',
  current_period_end: null,
  cancel_at_period_end: false,
  next_charge_at: null,
  scheduled_plan: null,
  scheduled_plan_at: null,
  payment_returned: false,
  is_trial: true,
  trial_end: '2026-11-22T12:00:00.000Z',
  stripe_customer_id: null,
  subscription: { status: 'inactive', plan: null, stripeCustomerId: null, stripeSubscriptionId: null },
  ...change,
})

it.each<[string, Partial<User>, string]>([
  ['a running trial', {}, 'Seu teste gratuito termina em 22/11/2026'],
  [
    'a trial that is over',
    { trial_end: '2026-11-18T12:00:00.000Z' },
    'Seu teste terminou em 18/11/2026. Nada foi apagado.',
  ],
  [
    'an end late in the evening, on the reader’s own day',
    { trial_end: '2026-11-23T01:00:00.000Z' },
    'Seu teste gratuito termina em 22/11/2026',
  ],
  ['an active plan', { subscription_plan: 'pro', subscription_status: 'active' }, 'Plano Profissional: Ativo'],
  ['a payment in arrears', { subscription_plan: 'basic', subscription_status: 'past_due' }, 'Plano Básico: Em atraso'],
  [
    'a canceled subscription',
    { subscription_plan: 'basic', subscription_status: 'canceled' },
    'Plano Básico: Cancelado',
  ],
  ['a canceled subscription without its plan', { subscription_status: 'canceled' }, 'Assinatura: Cancelado'],
  ['an administrator', { role: 'admin' }, 'Conta de administrador'],
])('describes the state of %s', (_, change, title) => {
  expect(accessSummary(user(change), now).title).toBe(title)
})

const active = {
  subscription_plan: 'pro',
  subscription_status: 'active',
  current_period_end: '2026-12-20T12:00:00.000Z',
} as const

it.each<[string, Partial<User>, string]>([
  ['what an early payment costs', {}, 'os dias de teste restantes não são somados'],
  ['when a canceled one ends', { ...active, cancel_at_period_end: true }, 'Seu acesso vai até 20/12/2026.'],
  ['why the dashboard is closed', { ...active, subscription_status: 'past_due' }, 'A última cobrança não foi aprovada'],
  ['how to come back', { subscription_status: 'canceled' }, 'Assine um plano para voltar ao Dashboard.'],
])('describes %s', (_, change, text) => {
  expect(accessSummary(user(change), now).text).toContain(text)
})

it.each<[Partial<User>, string | undefined]>([
  [active, 'Renova em 20/12/2026'],
  [{ ...active, cancel_at_period_end: true }, 'Termina em 20/12/2026'],
  [{ ...active, current_period_end: null }, undefined],
  [{ ...active, subscription_status: 'past_due' }, undefined],
  [{ ...active, subscription_status: 'canceled' }, undefined],
])('formats the renewal of %j as %j', (change, text) => {
  expect(formatRenewal(user(change))).toBe(text)
})
