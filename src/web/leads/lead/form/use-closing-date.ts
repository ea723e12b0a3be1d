import { useRef } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { type LeadStatus, stageOf, wonStage } from '#contract/leads/lead-status.ts'
import { toLocalDate } from '#contract/values/dates.ts'
import type { LeadFormValues } from './lead-values.ts'

const isWon = (status: LeadStatus): boolean => stageOf(status) === wonStage

/**
 * Returns the handler of a chosen status: Ganho fills an empty closing date, and leaving Ganho empties it, as on the board.
 * A date that the user typed stays.
 */
export const useClosingDate = ({ getValues, setValue, formState }: UseFormReturn<LeadFormValues>) => {
  const filled = useRef<string>(undefined)
  const stored = formState.defaultValues
  const write = (day: string) => setValue('dataFechamento', day, { shouldDirty: true, shouldValidate: true })
  return (status: LeadStatus) => {
    const day = getValues('dataFechamento')
    const wasStored = stored?.status && isWon(stored.status) && day === stored.dataFechamento
    if (isWon(status) && day === '') {
      filled.current = stored?.dataFechamento || toLocalDate(new Date())
      write(filled.current)
    } else if (!isWon(status) && day !== '' && (wasStored || day === filled.current)) write('')
  }
}
