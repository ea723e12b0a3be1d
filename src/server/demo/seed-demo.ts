import type { PlanId } from '#contract/subscription.ts'
import { registerUser } from '../auth/register-user.ts'
import { findUserByEmail, hasUsers, updateRole } from '../auth/store.ts'
import { saveSubscription } from '../billing/store.ts'
import { upsertLeads } from '../leads/store.ts'
import type { Services } from '../services.ts'
import { demoLeads } from './demo-leads.ts'

interface DemoUser {
  nome: string
  email: string
  role: 'admin' | 'user'
  /** `null`: on the trial. */
  plan: PlanId | null
  leads: number
  about: string
}

const password = 'demonstracao'

export const people: DemoUser[] = [
  {
    nome: 'Helena Prado',
    email: 'admin@fechou.example',
    role: 'admin',
    plan: null,
    leads: 24,
    about: 'administradora',
  },
  {
    nome: 'Mariana Conceição Albuquerque',
    email: 'mariana@fechou.example',
    role: 'user',
    plan: 'pro',
    leads: 246,
    about: 'plano Profissional',
  },
  {
    nome: 'Caio Guimarães',
    email: 'caio@fechou.example',
    role: 'user',
    plan: 'basic',
    leads: 92,
    about: 'plano Básico',
  },
  { nome: 'Inês Figueirêdo', email: 'ines@fechou.example', role: 'user', plan: null, leads: 38, about: 'em teste' },
]

const monthMs = 30 * 24 * 60 * 60 * 1000

/** Fills an empty database with an administrator and three clients; does nothing where anybody has registered. */
export const seedDemo = async (services: Services): Promise<void> => {
  const { db, now, settings } = services
  if (await hasUsers(db)) return
  for (const [index, person] of people.entries()) {
    const user = await registerUser(services, { ...person, password }, { welcome: false })
    await updateRole(db, user.account_id, user.id, person.role)
    // Beside the stand-in of the payment provider they pay there; with a real one nobody pays for a demonstration.
    if (person.plan && settings.sandboxPort === undefined) {
      const currentPeriodEnd = new Date(now().getTime() + monthMs)
      await saveSubscription(db, user.account_id, { plan: person.plan, status: 'active', currentPeriodEnd })
    }
    await upsertLeads(db, user.account_id, user.id, demoLeads(index + 1, person.leads, now()))
  }
}

/** Lines that tell how to sign in to the demonstration; none where it is not. */
export const demoSignIns = async ({ db }: Services): Promise<string[]> => {
  const [admin] = people
  if (!admin || !(await findUserByEmail(db, admin.email))) return []
  const width = Math.max(...people.map(person => person.email.length))
  return [
    `Demonstração (senha de todos: ${password}):`,
    ...people.map(person => `  ${person.email.padEnd(width)}  ${person.nome}, ${person.about}`),
  ]
}
