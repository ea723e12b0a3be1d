import { withoutReason } from '#contract/leads/filter-readers.ts'
import { statusLabels } from '#contract/leads/lead-status.ts'
import type { LeadFilters } from '#contract/leads/leads.ts'
import { noLostReason } from '#contract/lost-reasons/lost-reasons.ts'
import { formatDate } from '#contract/values/dates.ts'

type ReportFilters = Pick<
  LeadFilters,
  'open' | 'decided' | 'reached' | 'undated' | 'noBasis' | 'lostReasonId' | 'stageSinceInicio' | 'stageSinceFim'
>

/** A filter that only links of other pages set, as a text. */
export interface ReportFilterText {
  /** Filters to clear when the user removes it. */
  names: (keyof ReportFilters)[]
  text: string
}

/** Returns a text for each filter that a link of another page has set. */
export const reportFilterTexts = (
  { open, decided, reached, undated, noBasis, lostReasonId, stageSinceInicio: from, stageSinceFim: to }: LeadFilters,
  reasonName: (id: string) => string | undefined = () => undefined,
): ReportFilterText[] => [
  ...(open ? [{ names: ['open' as const], text: 'Em aberto' }] : []),
  ...(decided ? [{ names: ['decided' as const], text: 'Ganhos e perdidos' }] : []),
  ...(reached ? [{ names: ['reached' as const], text: `Chegaram a ${statusLabels[reached]}` }] : []),
  ...(undated ? [{ names: ['undated' as const], text: 'Sem data de fechamento' }] : []),
  ...(noBasis ? [{ names: ['noBasis' as const], text: 'Sem base legal' }] : []),
  ...(lostReasonId
    ? [{ names: ['lostReasonId' as const], text: `Motivo: ${nameOfReason(lostReasonId, reasonName)}` }]
    : []),
  ...(from || to
    ? [
        {
          names: ['stageSinceInicio' as const, 'stageSinceFim' as const],
          text: `Entraram na etapa ${from ? `de ${formatDate(from)} ` : ''}${to ? `até ${formatDate(to)}` : ''}`.trim(),
        },
      ]
    : []),
]

const nameOfReason = (id: string, reasonName: (id: string) => string | undefined): string =>
  id === withoutReason ? noLostReason : (reasonName(id) ?? 'um dos motivos')
