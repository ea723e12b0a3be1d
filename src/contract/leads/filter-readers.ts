import { datePart, isRealDate, plainDateOrBlank } from '../values/dates.ts'
import { isStorable } from '../values/storable.ts'
import { openStages, stages } from './lead-status.ts'

/** Filter value for leads without a responsible member. */
export const unassigned = 'none'
/** Filter value for leads that were lost without a reason. */
export const withoutReason = 'none'
export const idOrNonePattern = /^(none|[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12})?$/i

export const maxSearchLength = 100

const readIdOrNone = (text: string): string | undefined =>
  (idOrNonePattern.test(text) && text.toLowerCase()) || undefined

const readFlag = (text: string): 'true' | undefined => (text === 'true' ? text : undefined)

const readDate = (text: string): string | undefined =>
  plainDateOrBlank.test(text) && isRealDate(text) ? datePart(text) : undefined

/**
 * Read filters as `filters` does, without zod, which the dashboard would load for nothing else. Return `undefined` for
 * no filter and for values that the server rejects.
 */
export const filterReaders = {
  search: (text: string) => (text.length <= maxSearchLength && isStorable(text) && text.trim()) || undefined,
  stage: (text: string) => stages.find(stage => stage === text),
  userId: readIdOrNone,
  stalled: readFlag,
  open: readFlag,
  decided: readFlag,
  reached: (text: string) => openStages.find(stage => stage === text),
  undated: readFlag,
  noBasis: readFlag,
  lostReasonId: readIdOrNone,
  stageSinceInicio: readDate,
  stageSinceFim: readDate,
  dataProspeccaoInicio: readDate,
  dataProspeccaoFim: readDate,
  dataFechamentoInicio: readDate,
  dataFechamentoFim: readDate,
}
