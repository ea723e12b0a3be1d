import { useEffect, useRef } from 'react'
import { formatCount } from '#contract/values/numbers.ts'
import { announce } from '../live-region.tsx'

/**
 * Announces a new page after pagination, and leaves a page that no longer exists: the last one can disappear while it
 * is shown. `pageCount` is `undefined` until the rows of the page are there.
 */
export const useSettledPage = (
  page: number,
  pageCount: number | undefined,
  onPage: (page: number, options: { replace: boolean }) => void,
): void => {
  const announced = useRef<number>(undefined)
  useEffect(() => {
    if (pageCount === undefined) return
    if (page > pageCount) return onPage(pageCount, { replace: true })
    if (announced.current !== undefined && announced.current !== page)
      announce(`Página ${formatCount(page)} de ${formatCount(pageCount)}`)
    announced.current = page
  }, [page, pageCount, onPage])
}
