import type { UseMutationResult } from '@tanstack/react-query'

type Attempts = Pick<UseMutationResult, 'error' | 'submittedAt'>

/** Why the action that was tried last failed. Failures of others before it say nothing about what is shown now. */
export const latestError = (...actions: [Attempts, ...Attempts[]]): Error | null =>
  actions.reduce((latest, action) => (action.submittedAt > latest.submittedAt ? action : latest)).error
