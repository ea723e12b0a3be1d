import clsx from 'clsx'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Button } from './button.tsx'
import { pageNumbers } from './page-numbers.ts'

type PaginationProps = { page: number; pageCount: number; onPage: (page: number) => void; className?: string }

const PageButton = ({
  number,
  current,
  onPage,
}: {
  number: number
  current: boolean
  onPage: (page: number) => void
}) => (
  <Button
    variant={current ? 'secondary' : 'ghost'}
    aria-label={`Página ${number}`}
    aria-current={current ? 'page' : undefined}
    onClick={() => onPage(number)}
    className={clsx('min-w-control px-2', current && 'bg-surface font-semibold')}
  >
    {number}
  </Button>
)

export const Pagination = ({ page, pageCount, onPage, className }: PaginationProps) => {
  if (pageCount <= 1) return null
  return (
    <nav
      aria-label="Paginação"
      className={clsx('flex items-center justify-between gap-1 md:justify-center', className)}
    >
      <Button variant="ghost" icon={<ChevronLeft />} disabled={page <= 1} onClick={() => onPage(page - 1)}>
        Anterior
      </Button>
      <ol className="hidden items-center gap-1 md:flex">
        {pageNumbers(page, pageCount).map((entry, index, entries) => (
          <li key={entry === 'gap' ? `gap-after-${entries[index - 1]}` : entry}>
            {entry === 'gap' ? (
              <span className="grid min-w-control place-items-center text-text3">…</span>
            ) : (
              <PageButton number={entry} current={entry === page} onPage={onPage} />
            )}
          </li>
        ))}
      </ol>
      <p className="text-sm text-text2 md:hidden">
        Página {page} de {pageCount}
      </p>
      <Button variant="ghost" disabled={page >= pageCount} onClick={() => onPage(page + 1)}>
        Próxima
        <ChevronRight aria-hidden="true" />
      </Button>
    </nav>
  )
}
