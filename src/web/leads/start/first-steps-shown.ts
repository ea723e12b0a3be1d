import { createStoredPreference } from '#web/lib/stored-preference.ts'

/**
 * `new` on a device that has not asked yet; `shown` reserves the place on later visits; `closed` by the user; `done` once nothing is
 * left to show, so that later visits load nothing.
 */
export const firstStepsShown = createStoredPreference({
  key: 'primeiros-passos',
  values: ['new', 'shown', 'closed', 'done'],
  apply: () => {},
})
