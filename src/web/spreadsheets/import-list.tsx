import { useQuery } from '@tanstack/react-query'
import type { Import, ImportState } from '#contract/spreadsheets/import.ts'
import { formatDateTime } from '#contract/values/dates.ts'
import { formatCount } from '#contract/values/numbers.ts'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'
import { LoadError } from '#web/ui/loading/load-error.tsx'
import { importsQuery } from './api.ts'
import { originTexts } from './import-origin.tsx'

export const stateLabels: Record<ImportState, { label: string; tone: BadgeTone }> = {
  uploading: { label: 'Envio interrompido', tone: 'quiet' },
  reading: { label: 'Lendo', tone: 'brand' },
  checking: { label: 'Conferindo', tone: 'brand' },
  ready: { label: 'Para conferir', tone: 'warn' },
  running: { label: 'Importando', tone: 'brand' },
  done: { label: 'Concluída', tone: 'success' },
  canceled: { label: 'Cancelada', tone: 'quiet' },
  undoing: { label: 'Desfazendo', tone: 'brand' },
  undone: { label: 'Desfeita', tone: 'quiet' },
  failed: { label: 'Não foi lida', tone: 'warn' },
}

/** Earlier imports, which stay reachable for their undo. */
export const ImportList = ({ onOpen }: { onOpen: (chosen: Import) => void }) => {
  const imports = useQuery(importsQuery)
  const { data, error } = imports
  if (!data) return error ? <LoadError title="Erro ao buscar as importações" query={imports} /> : null
  const shown = data.filter(({ state }) => state !== 'uploading')
  if (shown.length === 0) return null
  return (
    <section className="mt-8">
      <h2 className="text-lg">Importações anteriores</h2>
      <ul className="mt-3 grid grid-cols-1 gap-2">
        {shown.map(one => {
          const { label, tone } = stateLabels[one.state]
          const { created, updated } = one.result
          const origin = originTexts(one).join(' · ')
          return (
            <li key={one._id}>
              <button
                type="button"
                onClick={() => onOpen(one)}
                className="flex w-full flex-wrap items-center justify-between gap-2 rounded-control border border-border bg-surface p-3 text-left hover:bg-hover"
              >
                <span className="min-w-0">
                  <span className="block truncate font-semibold">{one.fileName}</span>
                  <span className="block text-sm text-text3">
                    {formatDateTime(one.createdAt)} · {one.createdBy}
                    {created + updated > 0 &&
                      ` · ${formatCount(created)} ${created === 1 ? 'novo' : 'novos'}, ${formatCount(updated)} ${updated === 1 ? 'atualizado' : 'atualizados'}`}
                  </span>
                  {origin && <span className="block text-sm text-text3">{origin}</span>}
                </span>
                <Badge tone={tone}>{label}</Badge>
              </button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
