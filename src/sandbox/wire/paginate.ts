import { invalidParameter, resourceMissing } from './api-error.ts'

export interface PageParams {
  limit?: number
  starting_after?: string
  ending_before?: string
}

export interface List<T> {
  object: 'list'
  url: string
  has_more: boolean
  data: T[]
}

/** Returns one page of a list that starts with the newest element. */
export const paginate = <T extends { id: string }>(url: string, newestFirst: T[], params: PageParams): List<T> => {
  const { limit = 10, starting_after: after, ending_before: before } = params
  if (limit < 1 || limit > 100)
    throw invalidParameter('limit', `Invalid limit: must be between 1 and 100`, 'parameter_invalid_integer')
  if (after !== undefined && before !== undefined)
    throw invalidParameter('ending_before', 'Received both starting_after and ending_before parameters.')
  const indexOf = (id: string, param: string) => {
    const index = newestFirst.findIndex(element => element.id === id)
    if (index < 0) throw resourceMissing('object', id, param)
    return index
  }
  if (before !== undefined) {
    const end = indexOf(before, 'ending_before')
    const start = Math.max(0, end - limit)
    return { object: 'list', url, has_more: start > 0, data: newestFirst.slice(start, end) }
  }
  const start = after === undefined ? 0 : indexOf(after, 'starting_after') + 1
  const data = newestFirst.slice(start, start + limit)
  return { object: 'list', url, has_more: start + limit < newestFirst.length, data }
}

/** Returns a complete list that is embedded in another object. */
export const embeddedList = <T>(url: string, data: T[]): List<T> => ({ object: 'list', url, has_more: false, data })
