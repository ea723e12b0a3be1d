import { useCallback } from 'react'
import { type NavigateOptions, useNavigate, useSearchParams } from 'react-router'

/** Parameters to set; empty and `undefined` remove one, others stay. */
export type ParamChanges = Record<string, string | undefined>

/** What the address of an admin screen says, so that reload, Back and a link show the same. */
export const useUrlParams = () => {
  const [parameters] = useSearchParams()
  const navigate = useNavigate()
  const change = useCallback(
    (changes: ParamChanges, options: NavigateOptions = {}) => {
      // As it is now: between two changes in one turn nothing is drawn.
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

/** The first page needs no parameter. */
export const formatPage = (page: number): string | undefined => (page === 1 ? undefined : String(page))
