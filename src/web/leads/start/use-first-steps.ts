import { useQuery } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import type { FirstSteps } from '#contract/leads/sample-leads.ts'
import { firstStepsQuery } from '../api.ts'
import { firstStepsShown } from './first-steps-shown.ts'

export interface Step {
  label: string
  isDone: boolean
}

const enoughLeads = 5
/** Accounts with more leads need no first steps. */
const maxGuidedLeads = 50

/** The three things that an account in use has done. They are read from its leads, not stored. */
const stepsOf = ({ leads, moved }: FirstSteps): Step[] => [
  { label: 'Cadastre o primeiro lead', isDone: leads > 0 },
  { label: 'Mova um lead de etapa', isDone: moved > 0 },
  { label: `Chegue a ${enoughLeads} leads`, isDone: leads >= enoughLeads },
]

/** Returns the first steps unless all are done, and whether there are sample leads. */
export const useFirstSteps = () => {
  const shown = useSyncExternalStore(firstStepsShown.subscribe, firstStepsShown.read)
  const { data, isLoading } = useQuery({ ...firstStepsQuery, enabled: shown !== 'done' })
  const all = data && shown === 'shown' && data.leads <= maxGuidedLeads ? stepsOf(data) : []
  const steps = all.some(({ isDone }) => !isDone) ? all : []
  const hasSamples = data !== undefined && data.samples > 0
  const isDone = data !== undefined && !hasSamples && steps.length === 0
  useEffect(() => {
    if (isDone) firstStepsShown.write('done')
  }, [isDone])
  return { steps, hasSamples, isLoading }
}
