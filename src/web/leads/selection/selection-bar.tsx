import { FileDown, MoveRight, Scale, Trash2, UserRound, X } from 'lucide-react'
import { type ComponentProps, useEffect, useState } from 'react'
import { v7 as uuidv7 } from 'uuid'
import { maxBulkLeads } from '#contract/bulk/bulk.ts'
import { stages, statusLabels } from '#contract/leads/lead-status.ts'
import { trashDays } from '#contract/leads/lead-trash.ts'
import type { LeadFilters } from '#contract/leads/leads.ts'
import { legalBases, legalBasisLabels } from '#contract/privacy/lead-privacy.ts'
import { formatCount } from '#contract/values/numbers.ts'
import { formatLeadCount } from '#web/lead-display/lead-count.ts'
import { StageIcon } from '#web/lead-display/stage-icon.tsx'
import { useMay } from '#web/session/session.tsx'
import { useTeam } from '#web/team/team-context.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { announce } from '#web/ui/live-region.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { Menu, type MenuItem } from '#web/ui/overlays/menu.tsx'
import { SlowNote } from '#web/ui/slow-note.tsx'
import { useExportItems } from '../export-formats.tsx'
import { type BulkAction, exportSelected, toChoice } from './api.ts'
import { countSelected } from './selection.ts'
import { useBulkChange } from './use-bulk-change.ts'
import type { SelectionControls } from './use-selection.ts'

/** On phones, the icon is above the word, so that all actions fit without scrolling. */
const BarButton = (props: ComponentProps<typeof Button>) => (
  <Button
    size="sm"
    className="max-md:min-h-control max-md:flex-col max-md:gap-0.5 max-md:px-0 max-md:text-xs"
    {...props}
  />
)

export interface SelectionBarProps {
  controls: SelectionControls
  filters: LeadFilters
  /** Number of leads that match the filters. */
  matching: number
}

type OpenMenu = { anchor: HTMLElement; label: string; items: readonly MenuItem[] }

/** Actions on the chosen leads, at the bottom of the window. */
export default function SelectionBar({ controls, filters, matching }: SelectionBarProps) {
  const { selection, selectAll, clear } = controls
  const count = countSelected(selection, matching)
  const team = useTeam()
  const [mayAssign, mayExport] = [useMay('leads.assign'), useMay('leads.export')]
  const [menu, setMenu] = useState<OpenMenu | null>(null)
  const [isRemoving, setRemoving] = useState(false)
  const { mutate, isPending } = useBulkChange(clear)
  const change = (action: BulkAction) => mutate({ _id: uuidv7(), action, selection, filters })
  const exports = useExportItems(format => exportSelected(toChoice(selection, filters), format))
  const isTooMany = count > maxBulkLeads
  const text = count === 1 ? '1 lead selecionado' : `${formatLeadCount(count)} selecionados`
  useEffect(() => announce(text), [text])

  const openMenu = (label: string, items: readonly MenuItem[]) => (event: { currentTarget: HTMLElement }) =>
    setMenu({ anchor: event.currentTarget, label, items })
  const moves = stages.map(stage => ({
    label: statusLabels[stage],
    icon: <StageIcon status={stage} />,
    onSelect: () => change({ kind: 'move', to: stage }),
  }))
  const people = [...(team?.names ?? [])].map(([id, nome]) => ({
    label: nome,
    onSelect: () => change({ kind: 'assign', to: id }),
  }))
  const nobody = { label: 'Sem responsável', onSelect: () => change({ kind: 'assign', to: null }) }
  const bases = legalBases.map(basis => ({
    label: legalBasisLabels[basis],
    onSelect: () => change({ kind: 'basis', to: basis }),
  }))

  return (
    <>
      {/* The page scrolls clear of the bar. */}
      <div aria-hidden="true" className="h-10 flex-none max-md:h-24" />
      <section
        aria-label="Leads selecionados"
        className="fixed inset-x-0 bottom-(--bottom-bar) in-[[role=dialog]]:bottom-0 z-header grid gap-2 border-border border-t bg-raised px-4 py-2 shadow-menu md:px-6"
      >
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <IconButton size="sm" label="Limpar seleção" icon={<X />} onClick={() => clear()} className="-ml-2" />
          <p className="font-semibold tabular-nums">{text}</p>
          {!selection.isAll && matching > count && (
            <Button
              size="sm"
              variant="ghost"
              aria-label={`Selecionar todos os ${formatCount(matching)} que correspondem aos filtros`}
              onClick={selectAll}
              className="max-md:min-h-control"
            >
              <span className="max-md:hidden">Selecionar todos os {formatCount(matching)}</span>
              <span className="md:hidden">Todos os {formatCount(matching)}</span>
            </Button>
          )}
          {isPending ? (
            <p role="status" className="ml-auto text-text2">
              Alterando {formatLeadCount(count)}…
            </p>
          ) : (
            <div className="flex gap-2 max-md:grid max-md:w-full max-md:grid-cols-[repeat(auto-fit,minmax(3.75rem,1fr))] max-md:gap-1 md:ml-auto">
              <BarButton
                icon={<MoveRight />}
                aria-haspopup="menu"
                disabled={isTooMany}
                onClick={openMenu('Mover para', moves)}
              >
                Mover
              </BarButton>
              {team && mayAssign && (
                <BarButton
                  icon={<UserRound />}
                  aria-haspopup="menu"
                  disabled={isTooMany}
                  onClick={openMenu('Atribuir a', [...people, { kind: 'separator' }, nobody])}
                >
                  Atribuir
                </BarButton>
              )}
              {mayExport && (
                <BarButton icon={<FileDown />} aria-haspopup="menu" onClick={openMenu('Exportar como', exports)}>
                  Exportar
                </BarButton>
              )}
              <BarButton icon={<Trash2 />} disabled={isTooMany} onClick={() => setRemoving(true)}>
                Excluir
              </BarButton>
              <BarButton
                icon={<Scale />}
                aria-haspopup="menu"
                disabled={isTooMany}
                onClick={openMenu('Base legal', bases)}
              >
                Base legal
              </BarButton>
            </div>
          )}
        </div>
        {isTooMany && (
          <p className="text-sm text-text2">
            Mude até {formatCount(maxBulkLeads)} leads por vez: filtre a lista para escolher menos.
          </p>
        )}
        <SlowNote active={isPending} />
        {menu && <Menu open {...menu} onClose={() => setMenu(null)} />}
        <ConfirmDialog
          open={isRemoving}
          title={`Excluir ${formatLeadCount(count)}?`}
          text={
            count === 1
              ? `Ele fica na lixeira por ${trashDays} dias. Logo depois, você ainda pode desfazer.`
              : `Eles ficam na lixeira por ${trashDays} dias. Logo depois, você ainda pode desfazer tudo de uma vez.`
          }
          confirmLabel={`Excluir ${formatLeadCount(count)}`}
          danger
          busy={isPending}
          onConfirm={() => change({ kind: 'remove' })}
          onCancel={() => setRemoving(false)}
        />
      </section>
    </>
  )
}
