import type { PlanId } from '#contract/billing/subscription.ts'
import { hasDemonstration, hasUsers } from '../auth/account-store.ts'
import { systemActor } from '../auth/actor.ts'
import { registerUser } from '../auth/register-user.ts'
import { updateRole } from '../auth/store.ts'
import { saveSubscription } from '../billing/stores/store.ts'
import { writeLeads } from '../leads/write/lead-writer.ts'
import type { Services } from '../services.ts'
import { demoLeads } from './demo-leads.ts'
import { addDemoTeam, demoSellers } from './demo-team.ts'

interface DemoUser {
  nome: string
  email: string
  role: 'admin' | 'user'
  /** `null`: on the trial. */
  plan: PlanId | null
  leads: number
  about: string
  hasTeam?: true
}

const password = 'demonstracao'

export const demoUsers: DemoUser[] = [
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
    about: 'plano Profissional, com equipe',
    hasTeam: true,
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

/** Adds an administrator and three clients, one with two sellers. Does nothing if the database has users. */
export const seedDemo = async (services: Services): Promise<void> => {
  const { db, now, settings } = services
  if (await hasUsers(db)) return
  for (const [index, person] of demoUsers.entries()) {
    const user = await registerUser(services, { ...person, password }, { isDemonstration: true })
    await updateRole(db, user.identity_id, person.role)
    // With the sandbox, the demo users subscribe there. Without it, store the plan directly.
    if (person.plan && settings.sandboxPort === undefined) {
      const currentPeriodEnd = new Date(now().getTime() + monthMs)
      await saveSubscription(db, user.account_id, { plan: person.plan, status: 'active', currentPeriodEnd })
    }
    const writer = { accountId: user.account_id, userId: user.id, actor: systemActor }
    const leads = demoLeads(index + 1, person.leads, now())
    await writeLeads(db, writer, { adds: true }, writes => writes.upsert(leads, { onlyMissing: false }))
    if (person.hasTeam) await addDemoTeam(services, user, password, leads)
  }
}

/** Returns lines with the demo logins, or lines on how to remove them where they are disabled. Empty without a demo. */
export const demoLoginLines = async ({ db, settings }: Services): Promise<string[]> => {
  if (!(await hasDemonstration(db))) return []
  if (!settings.isLocal)
    return [
      'Há contas de demonstração neste banco de dados, e ninguém entra com elas aqui. Para excluí-las: npm run admin -- --remove-demo',
    ]
  const sellers = demoSellers.map(seller => ({ ...seller, about: 'na equipe de Mariana' }))
  const people = demoUsers.flatMap(person => (person.hasTeam ? [person, ...sellers] : [person]))
  const width = Math.max(...people.map(({ email }) => email.length))
  return [
    `Demonstração (senha de todos: ${password}):`,
    ...people.map(({ email, nome, about }) => `  ${email.padEnd(width)}  ${nome}, ${about}`),
  ]
}
