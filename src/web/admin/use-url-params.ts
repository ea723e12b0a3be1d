import { useCallback } from 'react'
import { type NavigateOptions, useNavigate, useSearchParams } from 'react-router'

/** Parameters to set. Empty and `undefined` values remove a parameter; omitted parameters stay. */
export type ParamChanges = Record<string, string | undefined>

/** Stores an administrator page's state in the query string, for reload, Back and links. */
export const useUrlParams = () => {
  const [parameters] = useSearchParams()
  const navigate = useNavigate()
  const change = useCallback(
    (changes: ParamChanges, options: NavigateOptions = {}) => {
      // Two changes in one task happen without a render between them, so read the current URL.
      const after = new URLSearchParams(location.search)
      for (const [name, value] of Object.entries(changes)) {
        if (value) after.set(name, value)
        else after.delete(name)
      }
      void navigate({ search: after.toString() }, options)
    },
    [navigate],
  )
  return { parameters, change }
}

export const parsePage = (text: string | null): number =>
  text !== null && /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 1

/** Omits the parameter of the first page. */
export const formatPage = (page: number): string | undefined => (page === 1 ? undefined : String(page))
