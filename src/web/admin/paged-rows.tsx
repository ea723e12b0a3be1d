import type { ReactNode } from 'react'
import { formatCount } from '#contract/values/numbers.ts'
import { pageCountOf } from '#web/ui/paging/page-numbers.ts'
import { Pagination } from '#web/ui/paging/pagination.tsx'
import { useSettledPage } from '#web/ui/paging/use-settled-page.ts'

interface PagedRowsProps {
  page: number
  pageSize: number
  total: number
  /** More rows than `total` exist; the server stopped counting there. */
  hasMore?: boolean
  /** Names the listed rows, for example "leads". */
  noun: string
  onPage: (page: number, options?: { replace: boolean }) => void
  /** The rows still belong to the previous page. */
  isStale: boolean
  children: ReactNode
}

/** Shows the rows of a page above the pager. */
export const PagedRows = ({ isStale, children, ...pager }: PagedRowsProps) => {
  const pageCount = pageCountOf(pager.total, pager.pageSize)
  useSettledPage(pager.page, isStale ? undefined : pageCount, pager.onPage)
  return (
    <div
      aria-busy={isStale}
      className="grid grid-cols-1 gap-3 transition-opacity aria-busy:opacity-60 aria-busy:delay-150"
    >
      {children}
      {pager.total > 0 && pager.page <= pageCount && <Pager {...pager} pageCount={pageCount} />}
    </div>
  )
}

type PagerProps = Omit<PagedRowsProps, 'isStale' | 'children'> & { pageCount: number }

const Pager = ({ page, pageSize, pageCount, total, hasMore = false, noun, onPage }: PagerProps) => (
  <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 text-sm text-text2 tabular-nums">
    <p>
      Mostrando {formatCount((page - 1) * pageSize + 1)} a {formatCount(Math.min(page * pageSize, total))} de{' '}
      {hasMore && 'mais de '}
      {formatCount(total)} {noun}
    </p>
    <Pagination
      page={page}
      pageCount={pageCount}
      onPage={onPage}
      label={`Páginas de ${noun}`}
      className="max-md:w-full"
    />
  </div>
)
