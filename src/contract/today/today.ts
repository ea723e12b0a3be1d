import { endpoint } from '../endpoint.ts'
import { Lead } from '../leads/lead.ts'
import { z } from '../zod.ts'

/** What asks for attention, most urgent first. A lead is in the first group that fits. */
export const todayGroups = ['late', 'today', 'stalled', 'no-step', 'unassigned'] as const
export type TodayGroup = (typeof todayGroups)[number]

export const todayLabels: Record<TodayGroup, string> = {
  late: 'Atrasados',
  today: 'Para hoje',
  stalled: 'Parados',
  'no-step': 'Sem próximo passo',
  unassigned: 'Sem responsável',
}

/** Larger groups are counted up to here. */
export const maxCountedToday = 100

export const Today = z.object({
  /** Date of the account's calendar. */
  day: z.string(),
  groups: z.array(
    z.object({
      group: z.enum(todayGroups),
      /** Number of leads, at most `maxCountedToday`. */
      total: z.int(),
      /** The first ones. */
      leads: z.array(Lead),
    }),
  ),
})
export type Today = z.infer<typeof Today>

export const todayApi = {
  list: endpoint({
    method: 'GET',
    path: '/today',
    access: 'leads.read',
    summary: 'The caller’s leads that need attention today, each in one group, and leads that nobody has taken yet',
    status: 200,
    response: Today,
  }),
}
