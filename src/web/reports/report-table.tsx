import clsx from 'clsx'
import { filteredListUrl } from '#web/leads/filters/filtered-list-url.ts'
import { Link } from '#web/ui/link.tsx'
import { linkClass } from '#web/ui/link-class.ts'
import type { Cell, ReportRow, ReportSection, Tone } from './report-sections.ts'

/** A figure that opens the leads behind it. */
export const FigureLink = ({ cell: { text, short, filters }, name }: { cell: Cell; name: string }) => {
  const shown = short ? (
    <abbr title={text} className="no-underline">
      {short}
    </abbr>
  ) : (
    text
  )
  if (!filters) return shown
  return (
    <Link
      to={filteredListUrl(filters)}
      className={clsx(
        linkClass,
        'max-md:inline-flex max-md:min-h-control max-md:min-w-control max-md:items-center max-md:in-[td]:justify-end',
      )}
      aria-label={`${text}, ${name}: ver na lista`}
    >
      {shown}
    </Link>
  )
}

/** One part of the report: a table whose first column also draws the figures as bars. */
export const ReportTable = ({ section: { title, note, head, rows } }: { section: ReportSection }) => {
  const [labelHead, ...figureHeads] = head
  return (
    <section
      aria-label={title}
      className="mb-4 break-inside-avoid rounded-panel border border-border bg-surface px-4 pt-3 pb-2 md:px-5"
    >
      <h2>{title}</h2>
      <p className="max-w-text text-sm text-text2">{note}</p>
      <div className="overflow-x-auto">
        <table className="mt-2 w-full border-collapse text-sm">
          <thead>
            <tr className="text-text2">
              <th scope="col" className="py-1 text-left font-medium">
                {labelHead}
              </th>
              {figureHeads.map((name, index) => (
                <th key={name} scope="col" className={clsx('py-1 pl-1 text-right md:pl-3 font-medium', narrow(index))}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: labels repeat, such as the names of two members
              <Row key={index} row={row} heads={figureHeads} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

/** Phones have space for three figures. */
const narrow = (index: number) => index > 2 && 'max-md:hidden'

const Row = ({ row: { label, bars, cells }, heads }: { row: ReportRow; heads: string[] }) => (
  <tr className="border-border border-t">
    <th scope="row" className="w-2/5 py-1.5 text-left align-middle font-normal">
      <span className="block">{label}</span>
      <Bars bars={bars} />
    </th>
    {cells.map((cell, index) => (
      <td key={heads[index]} className={clsx('py-1.5 pl-1 text-right md:pl-3 align-middle', narrow(index))}>
        <FigureLink cell={cell} name={`${heads[index]}, ${label}`} />
      </td>
    ))}
  </tr>
)

const tones: Record<Tone, string> = {
  won: 'text-stage-ganho-dot',
  lost: 'text-stage-perdido-dot',
  open: 'text-brand',
}

/** The cells beside say the same in figures. */
const Bars = ({ bars }: { bars: ReportRow['bars'] }) => (
  <span className="mt-1 grid gap-0.5">
    {bars.map(({ tone, share }) => (
      <svg key={tone} aria-hidden="true" className={clsx('h-1.5 w-full', tones[tone])}>
        <rect width="100%" height="100%" rx="3" className="fill-column" />
        <rect width={`${share > 0 ? Math.max(share * 100, 1) : 0}%`} height="100%" rx="3" fill="currentColor" />
      </svg>
    ))}
  </span>
)
