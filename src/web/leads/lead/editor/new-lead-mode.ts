import { createStoredPreference } from '#web/lib/stored-preference.ts'

/** Whether the form of a new lead asks for all fields, or only for a name and a phone number. */
export const newLeadMode = createStoredPreference({
  key: 'novo-lead',
  values: ['completo', 'rapido'],
  apply: () => {},
})
