import { type LeadStatus, stageOf, wonStage } from './lead-status.ts'

/**
 * Closing date after a move: a lead that becomes won without one closes today, and a lead that leaves Ganho loses its date.
 * Dates may have either format of the caller.
 */
export const closingDateAfterMove = (
  { status, dataFechamento }: { status: LeadStatus; dataFechamento: string | null },
  to: LeadStatus,
  today: string,
): string | null => {
  const [isWon, becomesWon] = [stageOf(status) === wonStage, stageOf(to) === wonStage]
  if (isWon && !becomesWon) return null
  return becomesWon ? (dataFechamento ?? today) : dataFechamento
}
