import { leadName } from '#contract/leads/lead-name.ts'
import { stageOf, statusLabels, wonStage } from '#contract/leads/lead-status.ts'
import type { Lead } from '#contract/leads/leads.ts'
import { formatDate } from '#contract/values/dates.ts'
import { errorMessage } from '#web/lib/requests/api-error.ts'
import { toast } from '#web/ui/toasts/toast.tsx'
import { leadErrors } from '../../api.ts'
import type { PendingMove } from './pending-move.ts'

export const notifyMoveFailed = ({ was }: PendingMove, nome: string, error: unknown, retry: () => void): void => {
  toast.error({
    title: leadErrors.update,
    description: `${nome} voltou para ${statusLabels[was.status]}. ${errorMessage(error, '')}`.trim(),
    action: { label: 'Tentar novamente', onClick: retry },
  })
}

/** Describes in one line how the current lead differs from the lead that the user moved. */
export const describeMoveConflict = ({ was }: PendingMove, current: Lead): string => {
  const { status, dataFechamento } = current
  const nome = leadName(current)
  if (status !== was.status) return `${nome} já está em ${statusLabels[status]}: mudou em outro lugar`
  if (was.dataFechamento === undefined || was.dataFechamento === dataFechamento) return `${nome} mudou em outro lugar`
  return `A data de fechamento de ${nome} mudou em outro lugar`
}

// Shows at most one question per lead.
const conflictToastId = (id: string): string => `movimento:${id}`

export const dismissMoveConflict = (id: string): void => toast.dismiss(conflictToastId(id))

/** Asks before moving a lead that changed. The lead stays at the server's stage until confirmed. */
export const notifyMoveConflict = (move: PendingMove, current: Lead, insist: () => void): void => {
  toast.info({
    id: conflictToastId(move.id),
    title: describeMoveConflict(move, current),
    isPersistent: true,
    action: { label: 'Mover assim mesmo', onClick: insist },
    otherAction: { label: 'Deixar como está', onClick: () => {} },
  })
}

/** Returns whether a toast reports the move and offers an undo: to a closed stage, or clearing a closing date. */
export const offersUndo = ({ now, isUndo }: PendingMove): boolean =>
  !isUndo && (stageOf(now.status) === wonStage || now.status === 'perdido' || now.dataFechamento !== undefined)

export const offerUndo = (move: PendingMove, nome: string, undo: () => void): void => {
  if (!offersUndo(move)) return
  const { was, now } = move
  toast.success({
    title: `${nome} agora está em ${statusLabels[now.status]}`,
    ...(was.dataFechamento === null &&
      now.dataFechamento && { description: `Data de fechamento: ${formatDate(now.dataFechamento)}.` }),
    action: { label: 'Desfazer', onClick: undo },
  })
}
