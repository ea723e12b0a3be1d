import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { formatCount } from '#contract/numbers.ts'
import { announce } from '#web/ui/live-region.tsx'
import { PageStep } from '#web/ui/pagination.tsx'

interface AdminPaginationProps {
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
}

export const pageCountOf = (total: number, pageSize: number): number => Math.max(1, Math.ceil(total / pageSize))

export const AdminPagination = ({
  page,
  pageSize,
  total,
  hasMore = false,
  noun,
  onPage,
  isStale,
}: AdminPaginationProps) => {
  const pageCount = pageCountOf(total, pageSize)
  const first = (page - 1) * pageSize + 1
  const last = Math.min(page * pageSize, total)
  const announcedPage = useRef(page)
  useEffect(() => {
    if (isStale) return
    // The last page can disappear while it is shown.
    if (page > pageCount) onPage(pageCount, { replace: true })
    else if (announcedPage.current !== page) announce(`Página ${formatCount(page)} de ${formatCount(pageCount)}`)
    announcedPage.current = page
  }, [page, pageCount, isStale, onPage])

  if (total === 0 || page > pageCount) return null
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 text-sm text-text2 tabular-nums">
      <p>
        Mostrando {formatCount(first)} a {formatCount(last)} de {hasMore && 'mais de '}
        {formatCount(total)} {noun}
      </p>
      {pageCount > 1 && (
        <nav
          aria-label={`Páginas de ${noun}`}
          className="flex flex-wrap items-center gap-1 max-md:w-full max-md:justify-between"
        >
          <PageStep to={page - 1} pageCount={pageCount} onPage={onPage}>
            <ChevronLeft aria-hidden="true" />
            Anterior
          </PageStep>
          <p className="px-2">
            Página {formatCount(page)} de {formatCount(pageCount)}
          </p>
          <PageStep to={page + 1} pageCount={pageCount} onPage={onPage}>
            Próxima
            <ChevronRight aria-hidden="true" />
          </PageStep>
        </nav>
      )}
    </div>
  )
}
