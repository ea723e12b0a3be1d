import { createStoredPreference } from '#web/lib/stored-preference.ts'

/** `closed` by the user; `done` once nothing is left to show, so that later visits load nothing. public/start.js reads it too. */
export const firstStepsShown = createStoredPreference({
  key: 'primeiros-passos',
  values: ['shown', 'closed', 'done'],
  apply: () => {},
})

/** Whether the first steps may have something to show. */
export const areFirstStepsOpen = (): boolean => firstStepsShown.read() !== 'done'
