import clsx from 'clsx'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatCount } from '#contract/values/numbers.ts'
import { Button } from '../button.tsx'
import { pageNumbers } from './page-numbers.ts'

interface PaginationProps {
  page: number
  pageCount: number
  onPage: (page: number) => void
  label?: string
  /** Links the single pages on wide screens. Without it, the current page is named. */
  showsNumbers?: boolean
  className?: string
}

/** Renders nothing for a single page. */
export const Pagination = ({
  page,
  pageCount,
  onPage,
  label = 'Paginação',
  showsNumbers = false,
  className,
}: PaginationProps) => {
  if (pageCount <= 1) return null
  return (
    <nav aria-label={label} className={clsx('flex flex-wrap items-center justify-between gap-1', className)}>
      <PageStep to={page - 1} pageCount={pageCount} onPage={onPage}>
        <ChevronLeft aria-hidden="true" />
        Anterior
      </PageStep>
      {showsNumbers && <PageButtons page={page} pageCount={pageCount} onPage={onPage} />}
      <p className={clsx('px-2 text-sm text-text2 tabular-nums', showsNumbers && 'md:hidden')}>
        Página {formatCount(page)} de {formatCount(pageCount)}
      </p>
      <PageStep to={page + 1} pageCount={pageCount} onPage={onPage}>
        Próxima
        <ChevronRight aria-hidden="true" />
      </PageStep>
    </nav>
  )
}

type PageButtonsProps = Pick<PaginationProps, 'page' | 'pageCount' | 'onPage'>

const PageButtons = ({ page, pageCount, onPage }: PageButtonsProps) => (
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
)

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

type PageStepProps = { to: number; pageCount: number; onPage: (page: number) => void; children: ReactNode }

/** On the last page the button stays focusable and ignores clicks, so that the focus is not lost. */
const PageStep = ({ to, pageCount, onPage, children }: PageStepProps) => {
  const isThere = to >= 1 && to <= pageCount
  return (
    <Button
      variant="ghost"
      aria-disabled={!isThere}
      onClick={() => isThere && onPage(to)}
      className="aria-disabled:cursor-not-allowed aria-disabled:opacity-50"
    >
      {children}
    </Button>
  )
}
