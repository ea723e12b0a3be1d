import { useCallback } from 'react'
import { type NavigateOptions, useLocation, useNavigate, useSearchParams } from 'react-router'

/** Parameters to set. Empty and `undefined` values remove a parameter; omitted parameters stay. */
export type ParamChanges = Record<string, string | undefined>

export const setParams = (parameters: URLSearchParams, changes: ParamChanges): void => {
  for (const [name, value] of Object.entries(changes)) {
    if (value) parameters.set(name, value)
    else parameters.delete(name)
  }
}

/** Stores a page's state in the query string, for reload, Back and shared links. */
export const useUrlParams = () => {
  const [parameters] = useSearchParams()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const change = useCallback(
    (changes: ParamChanges, options: NavigateOptions = {}) => {
      // The user may already be navigating to another page.
      if (location.pathname !== pathname) return
      // Two changes in one task happen without a render between them, so read the current URL.
      const after = new URLSearchParams(location.search)
      const before = after.toString()
      setParams(after, changes)
      const search = after.toString()
      if (search !== before) void navigate({ search }, options)
    },
    [navigate, pathname],
  )
  return { parameters, change }
}

export const parsePage = (text: string | null): number =>
  text !== null && /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 1

/** Omits the parameter of the first page. */
export const formatPage = (page: number): string | undefined => (page === 1 ? undefined : String(page))
