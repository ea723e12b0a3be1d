import { paths } from '#web/lib/url/paths.ts'

/** Parameters of the dashboard's URL that show the list. */
export const listParams = { aba: 'lista' }

/** URL of the list of leads. */
export const listUrl = `${paths.dashboard}?${new URLSearchParams(listParams)}`
