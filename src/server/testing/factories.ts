import { authApi } from '#contract/auth.ts'
import type { CallOf } from '#contract/endpoint.ts'
import { type Lead, leadsApi } from '#contract/leads.ts'
import type { PlanId, SubscriptionStatus } from '#contract/subscription.ts'
import type { User } from '#contract/user.ts'
import { findUserByEmail } from '../auth/store.ts'
import { saveSubscription } from '../billing/store.ts'
import type { TestApp } from './test-app.ts'

let count = 0

export const aRegistration = (overrides: Partial<CallOf<typeof authApi.register>['body']> = {}) => ({
  nome: 'Mariana Conceição',
  email: `mariana.${++count}@exemplo.com.br`,
  password: 'segredo1',
  confirmPassword: 'segredo1',
  ...overrides,
})

/** A registered user on a running trial. */
export const aUser = async (
  { call }: TestApp,
  overrides: Parameters<typeof aRegistration>[0] = {},
): Promise<{ user: User; token: string; password: string }> => {
  const body = aRegistration(overrides)
  const { answer } = await call(authApi.register, { body })
  return { ...answer, password: body.password }
}

export const aLeadForm = (overrides: Partial<CallOf<typeof leadsApi.create>['body']> = {}) => ({
  nome: 'João Pedro Araújo',
  negocio: 'Clínica Bem-Estar',
  telefone: '11987654321',
  email: 'joao@bemestar.com.br',
  descricaoServico: 'Site institucional com agendamento',
  valorServico: 2500.5,
  dataProspeccao: '2026-11-20',
  ...overrides,
})

/** A stored lead of whoever holds the token. */
export const aLead = async (
  { call }: TestApp,
  token: string,
  overrides: Parameters<typeof aLeadForm>[0] = {},
): Promise<Lead> => (await call(leadsApi.create, { token, body: aLeadForm(overrides) })).answer

/** Gives a user's account a subscription, as billing would. */
export const subscribe = async (
  { db }: TestApp,
  user: User,
  plan: PlanId | null,
  status: SubscriptionStatus = 'active',
): Promise<void> => {
  const row = await findUserByEmail(db, user.email)
  if (row) await saveSubscription(db, row.account_id, { plan, status, currentPeriodEnd: null })
}
