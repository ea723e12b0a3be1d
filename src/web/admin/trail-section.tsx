import { useQuery } from '@tanstack/react-query'
import type { TrailEntry } from '#contract/admin.ts'
import { formatDateTime } from '#contract/values/dates.ts'
import { formatPage, parsePage, useUrlParams } from '#web/lib/url/use-url-params.ts'
import { useIsMedium } from '#web/ui/use-breakpoint.ts'
import { trailPageSize, trailQuery } from './api.ts'
import { PagedRows } from './paged-rows.tsx'
import { SectionStatus } from './section-status.tsx'
import { describeTrailEntry, systemActorLabel } from './trail-text.ts'

/** Lists access to other users' data and role changes. */
export const TrailSection = () => {
  const { parameters, change } = useUrlParams()
  const page = parsePage(parameters.get('trilha'))
  const trail = useQuery(trailQuery(page))
  const { data, isPlaceholderData } = trail
  const Rows = useIsMedium() ? TrailTable : TrailCards
  return (
    <section aria-labelledby="trilha" className="grid grid-cols-1 gap-3">
      <div>
        <h2 id="trilha">Registro de auditoria</h2>
        <p className="text-sm text-text2">
          Quem consultou clientes e seus leads, quem mudou permissões ou assinaturas e quem tratou e-mails não
          entregues, dos registros mais recentes aos mais antigos.
        </p>
      </div>
      {!data && <SectionStatus query={trail} what="trail" />}
      {data?.total === 0 && <p className="text-text2">Nada foi registrado ainda.</p>}
      {data && data.total > 0 && (
        <PagedRows
          page={page}
          pageSize={trailPageSize}
          total={data.total}
          noun="registros"
          onPage={(next, options) => change({ trilha: formatPage(next) }, options)}
          isStale={isPlaceholderData}
        >
          <Rows entries={data.entries} />
        </PagedRows>
      )}
    </section>
  )
}

interface RowsProps {
  entries: readonly TrailEntry[]
}

const cell = 'px-3 py-2.5 align-top'

const TrailTable = ({ entries }: RowsProps) => (
  <div className="overflow-x-auto rounded-panel border border-border bg-surface">
    <table className="w-full min-w-170 table-fixed border-collapse text-sm">
      <caption className="sr-only">Registro de auditoria</caption>
      <thead className="border-border border-b bg-column text-left text-text2">
        <tr className="h-10">
          <th scope="col" className="w-40 px-3 pl-4 font-medium lg:pl-5">
            Quando
          </th>
          <th scope="col" className="w-[26%] px-3 font-medium">
            Quem
          </th>
          <th scope="col" className="px-3 font-medium">
            O quê
          </th>
          <th scope="col" className="w-40 px-3 font-medium">
            Endereço IP
          </th>
        </tr>
      </thead>
      <tbody className="divide-y divide-border">
        {entries.map(entry => (
          <tr key={entry._id} className="hover:bg-hover">
            <td className={`${cell} pl-4 lg:pl-5`}>{formatDateTime(entry.createdAt)}</td>
            <td className={cell}>
              <Actor entry={entry} />
            </td>
            <td className={`${cell} break-words`}>{describeTrailEntry(entry)}</td>
            <td className={`${cell} break-words text-text2`}>{entry.ip ?? '-'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

const TrailCards = ({ entries }: RowsProps) => (
  <ul aria-label="Registro de auditoria" className="grid grid-cols-1 gap-2">
    {entries.map(entry => (
      <li
        key={entry._id}
        className="grid grid-cols-1 gap-1 break-words rounded-control border border-border bg-surface p-3 text-sm"
      >
        <Actor entry={entry} />
        <span>{describeTrailEntry(entry)}</span>
        <span className="text-text2">
          {formatDateTime(entry.createdAt)}
          {entry.ip && ` · ${entry.ip}`}
        </span>
      </li>
    ))}
  </ul>
)

const Actor = ({ entry }: { entry: TrailEntry }) =>
  entry.actor ? (
    <span className="block min-w-0">
      <span title={entry.actor.nome} className="block truncate font-medium">
        {entry.actor.nome}
      </span>
      <span title={entry.actor.email} className="block truncate text-text2">
        {entry.actor.email}
      </span>
    </span>
  ) : (
    <span className="font-medium">{systemActorLabel(entry)}</span>
  )
