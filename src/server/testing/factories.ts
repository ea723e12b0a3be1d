import { v7 as uuidv7 } from 'uuid'
import { authApi } from '#contract/auth/auth.ts'
import type { User } from '#contract/auth/user.ts'
import type { FiscalDataForm } from '#contract/billing/fiscal-data.ts'
import type { PlanId, SubscriptionStatus } from '#contract/billing/subscription.ts'
import type { RequestInput } from '#contract/endpoint.ts'
import { type Lead, leadsApi } from '#contract/leads/leads.ts'
import type { Account, Member, TeamRole } from '#contract/team/roles.ts'
import { hashPassword } from '../auth/password.ts'
import { findUserByEmail, type UserRow, updateRole } from '../auth/store.ts'
import { saveSubscription } from '../billing/stores/store.ts'
import type { TestApp } from './test-app.ts'

let count = 0

export const aRegistration = (overrides: Partial<RequestInput<typeof authApi.register>['body']> = {}) => ({
  nome: 'Mariana Conceição',
  email: `mariana.${++count}@exemplo.com.br`,
  password: 'segredo1',
  confirmPassword: 'segredo1',
  ...overrides,
})

export const aFiscalDataForm = (overrides: Partial<FiscalDataForm> = {}): FiscalDataForm => ({
  taxId: '11.222.333/0001-81',
  legalName: 'Padaria Sol Ltda.',
  cep: '01310-100',
  street: 'Avenida Paulista',
  number: '1000',
  complement: 'Sala 12',
  district: 'Bela Vista',
  city: 'São Paulo',
  state: 'SP',
  ...overrides,
})

export interface Person {
  user: User
  account: Account
  member: Member
  token: string
  password: string
}

/** User on a running trial. */
export const aUser = async (
  { call }: TestApp,
  overrides: Parameters<typeof aRegistration>[0] = {},
): Promise<Person> => {
  const body = aRegistration(overrides)
  const { data } = await call(authApi.register, { body })
  return { ...data, password: body.password }
}

/** A member of the owner's account with a login of their own. */
export const aMember = async (
  { call, db }: TestApp,
  owner: Person,
  team_role: Exclude<TeamRole, 'owner'>,
  nome = 'Rafael Nogueira',
): Promise<Person> => {
  const { email, password } = aRegistration()
  await db.run(
    `with identity as (
       insert into identities (id, nome, email, password_hash, last_account_id) values ($1, $4, $5, $6, $3) returning id)
     insert into users (account_id, id, identity_id, nome, team_role) select $3, $2, id, $4, $7 from identity`,
    [uuidv7(), uuidv7(), owner.account._id, nome, email, await hashPassword(password), team_role],
  )
  const { data } = await call(authApi.login, { body: { email, password } })
  return { ...data, password }
}

/** A second membership: the person works in the owner's account from now on. */
export const aMembership = async (
  { call, db }: TestApp,
  owner: Person,
  { user, password }: Person,
  team_role: Exclude<TeamRole, 'owner'>,
): Promise<Person> => {
  await db.run(
    `with identity as (update identities set last_account_id = $1 where id = $3 returning id, nome)
     insert into users (account_id, id, identity_id, nome, team_role) select $1, $2, id, nome, $4 from identity`,
    [owner.account._id, uuidv7(), user._id, team_role],
  )
  const { data } = await call(authApi.login, { body: { email: user.email, password } })
  return { ...data, password }
}

export const userRow = async ({ db }: TestApp, { email }: Pick<User, 'email'>): Promise<UserRow> => {
  const row = await findUserByEmail(db, email)
  if (!row) throw new Error(`no user has the e-mail ${email}`)
  return row
}

/** Updates the account's subscription directly, without Stripe. */
export const subscribe = async (
  app: TestApp,
  user: User,
  plan: PlanId | null,
  status: SubscriptionStatus = 'active',
): Promise<void> => {
  const { account_id } = await userRow(app, user)
  await saveSubscription(app.db, account_id, { plan, status, currentPeriodEnd: null })
}

export const aSubscriber = async (app: TestApp, plan: PlanId): Promise<Person> => {
  const person = await aUser(app)
  await subscribe(app, person.user, plan)
  return person
}

export const anExpiredTrialUser = async (app: TestApp): Promise<Person> => {
  const person = await aUser(app)
  const { account_id } = await userRow(app, person.user)
  await app.db.run('update accounts set trial_end = $2 where id = $1', [account_id, new Date('2020-01-01')])
  return person
}

/** Administrator with an expired trial. */
export const anAdmin = async (app: TestApp): Promise<Person> => {
  const person = await anExpiredTrialUser(app)
  await updateRole(app.db, person.user._id, 'admin')
  return person
}

export const aLeadForm = (overrides: Partial<RequestInput<typeof leadsApi.create>['body']> = {}) => ({
  nome: 'João Pedro Araújo',
  negocio: 'Clínica Bem-Estar',
  telefone: '11987654321',
  email: 'joao@bemestar.com.br',
  descricaoServico: 'Site institucional com agendamento',
  valorServico: 2500.5,
  dataProspeccao: '2026-11-20',
  ...overrides,
})

/** Creates a lead of the token's user. */
export const aLead = async (
  { call }: TestApp,
  token: string,
  overrides: Parameters<typeof aLeadForm>[0] = {},
): Promise<Lead> => (await call(leadsApi.create, { token, body: aLeadForm(overrides) })).data

export type ExportedLead = RequestInput<typeof leadsApi.sync>['body']['leads'][number]

/** Lead with an ID, as in an export file. */
export const anExportedLead = (overrides: Partial<ExportedLead> = {}): ExportedLead => ({
  ...aLeadForm(),
  _id: uuidv7(),
  status: 'novo-lead',
  ...overrides,
})

/** Imports leads. The order of the result is undefined. */
export const importLeads = async ({ call }: TestApp, token: string, leads: ExportedLead[]): Promise<Lead[]> => {
  const { status } = await call(leadsApi.sync, { token, body: { leads } })
  if (status !== 200) throw new Error(`the import failed with ${status}`)
  return fetchAllLeads({ call }, token)
}

/** Reads all leads of the token's user, page by page. */
export const fetchAllLeads = async (
  { call }: Pick<TestApp, 'call'>,
  token: string,
  query: Record<string, unknown> = {},
): Promise<Lead[]> => {
  const leads: Lead[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: { data: { leads: Lead[]; nextCursor: string | null } } = await call(leadsApi.list, {
      token,
      query: { limit: 500, ...query, ...(cursor ? { cursor } : {}) },
    })
    leads.push(...page.data.leads)
    cursor = page.data.nextCursor
  }
  return leads
}
