import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatDateTime } from '#contract/values/dates.ts'
import { LoadErrorNotice } from '#web/ui/loading/load-error-notice.tsx'
import { pageCountOf } from '#web/ui/paging/page-numbers.ts'
import { Pagination } from '#web/ui/paging/pagination.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { trailPageSize, trailQuery } from './api.ts'
import { trailText } from './trail-text.ts'

/** What members did with the account, latest first. */
export const TrailList = () => {
  const [page, setPage] = useState(1)
  const trail = useQuery(trailQuery(page))
  if (!trail.data)
    return trail.isError ? <LoadErrorNotice title="Não foi possível carregar o registro" query={trail} /> : <Spinner />
  const { entries, total } = trail.data
  if (total === 0) return <p className="text-text3">Convites, papéis e configurações que mudarem aparecem aqui.</p>
  return (
    <div className="grid gap-3">
      <ul className="divide-y divide-border rounded-panel border border-border bg-surface">
        {entries.map(entry => (
          <li key={entry._id} className="px-4 py-3">
            <p className="wrap-anywhere">
              <span className="font-medium">{entry.actor.nome}</span> {trailText(entry)}
            </p>
            <p className="text-sm text-text3">{formatDateTime(entry.at)}</p>
          </li>
        ))}
      </ul>
      <Pagination
        page={page}
        pageCount={pageCountOf(total, trailPageSize)}
        onPage={setPage}
        label="Páginas do registro"
      />
    </div>
  )
}
