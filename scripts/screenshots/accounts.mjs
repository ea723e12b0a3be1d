import { createDb } from '../../src/server/db/client.ts'
import { findRunningServer } from '../../src/server/db/embedded/find-running-server.ts'
import { databaseName } from '../../src/server/db/embedded.ts'

const card = { number: '4242 4242 4242 4242', expiry: '12/34', cvc: '123', name: 'Pessoa da Silva' }
/** Can be attached but declines every charge. */
const failingCard = { ...card, number: '4000 0000 0000 0341' }
const boleto = { method: 'boleto', name: 'Padaria Sol Ltda.', taxId: '11.222.333/0001-81' }
const password = 'segredo-1'

const lead = {
  nome: 'João Pedro Araújo',
  negocio: 'Clínica Bem-Estar',
  telefone: '11987654321',
  email: 'joao@bemestar.com.br',
  descricaoServico: 'Site com agendamento online e lembretes',
  valorServico: 4500,
  dataProspeccao: '2026-11-03',
}

/** Returns a function that calls the API. It throws for error responses. */
const createClient = url => async (method, path, body, token) => {
  const response = await fetch(`${url}/api${path}`, {
    method,
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
  return response.status === 204 ? undefined : response.json()
}

const submitForm = (url, form) => fetch(url, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' })

/** Creates an account in every state and signs in. Returns name → `{ user, token }`. */
export const createAccounts = async ({ url, sandboxUrl, dataDir }) => {
  const call = createClient(url)
  const register = async (nome, mailbox) => {
    const form = { nome, email: `${mailbox}@exemplo.com.br`, password, confirmPassword: password }
    return call('POST', '/auth/register', form)
  }
  const signIn = mailbox =>
    call('POST', '/auth/login', { email: `${mailbox}@fechou.example`, password: 'demonstracao' })
  const addLead = ({ token }, changes = {}) => call('POST', '/leads', { ...lead, ...changes }, token)
  const subscribe = async ({ token }, plan, payment = card) => {
    const { plans } = await call('GET', '/stripe/plans')
    const { priceId } = plans.find(({ id }) => id === plan)
    const form = { priceId, successUrl: `${url}/dashboard`, cancelUrl: `${url}/subscription` }
    const { url: page } = await call('POST', '/stripe/create-checkout-session', form, token)
    await submitForm(page, payment)
  }
  const waitForStatus = async ({ token }, status) => {
    for (let attempt = 0; attempt < 100; attempt++) {
      const me = await call('GET', '/auth/me', undefined, token)
      if ((me.user ?? me).subscription_status === status) return
      await new Promise(resolve => setTimeout(resolve, 200))
    }
    throw new Error(`the subscription did not become ${status}`)
  }

  const accounts = {
    admin: await signIn('admin'),
    many: await signIn('mariana'),
    full: await signIn('caio'),
    trial: await signIn('ines'),
    empty: await register('Bruna Teixeira', 'bruna'),
    one: await register('Otávio Nóbrega', 'otavio'),
    over: await register('Lívia Simões', 'livia'),
    late: await register('Rogério Falcão', 'rogerio'),
    canceled: await register('Tainá Ribeiro', 'taina'),
    pending: await register('Cíntia Prado', 'cintia'),
    ending: await register('Josué Cardoso de Vasconcelos e Sá', 'josue'),
  }
  await addLead(accounts.one)
  for (const name of ['late', 'canceled']) {
    await subscribe(accounts[name], 'pro')
    await waitForStatus(accounts[name], 'active')
    await addLead(accounts[name])
  }
  const portal = await call('POST', '/stripe/create-portal-session', undefined, accounts.late.token)
  await submitForm(`${portal.url}/payment-method`, failingCard)
  await call('POST', '/stripe/cancel-subscription', undefined, accounts.canceled.token)
  // An invoice is a draft for its first hour.
  for (const by of ['month', 'day']) {
    await fetch(`${sandboxUrl}/_sandbox/clock`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ by }),
    })
  }
  await waitForStatus(accounts.late, 'past_due')
  await waitForStatus(accounts.canceled, 'canceled')
  await subscribe(accounts.ending, 'enterprise')
  await waitForStatus(accounts.ending, 'active')
  await call('POST', '/stripe/cancel-subscription', undefined, accounts.ending.token)
  await subscribe(accounts.pending, 'pro', boleto)
  for (let number = 93; number <= 100; number++) await addLead(accounts.full, { nome: `Lead ${number}` })
  await addLead(accounts.over)
  await endTrial(dataDir, accounts.over.user.email)
  await endTrial(dataDir, accounts.pending.user.email)
  return accounts
}

/** Ends a trial in the database, because the API cannot. */
const endTrial = async (dataDir, email) => {
  const running = await findRunningServer(dataDir)
  const db = createDb({ ...running, user: 'postgres', database: databaseName }, { poolSize: 1 })
  await db.run(
    "update accounts set trial_end = now() - interval '1 day' where id = (select u.account_id from users u join identities i on i.id = u.identity_id where i.email = $1)",
    [email],
  )
  await db.close()
}
