import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { BulkResult, UndoneBulk } from '#contract/bulk/bulk.ts'
import { statusLabels } from '#contract/leads/lead-status.ts'
import type { LeadFilters } from '#contract/leads/leads.ts'
import { legalBasisLabels } from '#contract/privacy/lead-privacy.ts'
import { formatLeadCount } from '#web/lead-display/lead-count.ts'
import { useTeam } from '#web/team/team-context.tsx'
import { showFailure } from '#web/ui/toasts/show-failure.ts'
import { toast } from '#web/ui/toasts/toast.tsx'
import { undoChange } from '../api-on-demand.ts'
import { refreshLeadsAfterWrite } from '../cross-tab-refresh.ts'
import { type BulkAction, changeLeads, toChoice } from './api.ts'
import type { Selection } from './selection.ts'

interface BulkRequest {
  _id: string
  action: BulkAction
  selection: Selection
  filters: LeadFilters
}

const maxNames = 3

/** "Ana, Bia, Caio e mais 2" */
export const listNames = (names: readonly string[], count = names.length): string => {
  const shown = names.slice(0, maxNames)
  const rest = count - shown.length
  return rest > 0 ? `${shown.join(', ')} e mais ${rest}` : shown.join(', ')
}

const describeNotFound = ({ notFound }: BulkResult, { names }: Selection): string | undefined => {
  if (notFound.length === 0) return undefined
  const missing = notFound.flatMap(id => names.get(id) ?? [])
  return `${formatLeadCount(notFound.length)} não ${notFound.length === 1 ? 'foi encontrado' : 'foram encontrados'}: ${listNames(missing, notFound.length)}. Talvez já tenham sido excluídos ou estejam com outra pessoa.`
}

const describeUndone = ({ undone, kept, keptLeads }: UndoneBulk): string =>
  [
    `${formatLeadCount(undone)} ${undone === 1 ? 'voltou' : 'voltaram'} a ser como antes.`,
    kept > 0 &&
      `${formatLeadCount(kept)} ${kept === 1 ? 'mudou' : 'mudaram'} depois e ${kept === 1 ? 'ficou como está' : 'ficaram como estão'}${
        keptLeads.length > 0
          ? `: ${listNames(
              keptLeads.map(({ nome }) => nome),
              kept,
            )}`
          : ''
      }.`,
  ]
    .filter(Boolean)
    .join(' ')

/**
 * Changes the chosen leads at once, reports the result in one toast, and offers to undo all of it. `onDone` gets the selection
 * that was changed.
 */
export const useBulkChange = (onDone: (selection: Selection) => void) => {
  const queryClient = useQueryClient()
  const team = useTeam()

  const describe = (action: BulkAction, count: number): string => {
    const leads = formatLeadCount(count)
    if (action.kind === 'move') return `${leads} agora em ${statusLabels[action.to]}`
    if (action.kind === 'basis') return `${leads} agora com a base legal ${legalBasisLabels[action.to]}`
    if (action.kind === 'remove') return count === 1 ? '1 lead excluído' : `${leads} excluídos`
    const name = action.to === null ? undefined : team?.names.get(action.to)
    return name ? `${leads} agora com ${name}` : `${leads} agora sem responsável`
  }

  const undoing = useMutation({
    mutationFn: undoChange,
    networkMode: 'always',
    onSuccess: undone => toast.success({ title: 'Alteração desfeita', description: describeUndone(undone) }),
    onError: (error, id) => showFailure('Não foi possível desfazer', error, () => undoing.mutate(id)),
    onSettled: (_result, error) => refreshLeadsAfterWrite(queryClient, error),
  })

  const changing = useMutation({
    mutationFn: ({ _id, action, selection, filters }: BulkRequest) =>
      changeLeads(action, toChoice(selection, filters), _id),
    networkMode: 'always',
    onSuccess: (result, { action, selection }) => {
      onDone(selection)
      const missing = describeNotFound(result, selection)
      const description = missing && { description: missing }
      if (result.changed === 0) {
        toast.info({ title: 'Nada mudou: os leads já estavam assim', ...description })
        return
      }
      toast.success({
        title: describe(action, result.changed),
        ...description,
        action: { label: 'Desfazer', onClick: () => undoing.mutate(result._id) },
      })
    },
    onError: (error, request) => showFailure('Os leads não foram alterados', error, () => changing.mutate(request)),
    onSettled: (_result, error) => refreshLeadsAfterWrite(queryClient, error),
  })
  return changing
}
