import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

/** Shown when leads exist but none match the filters. */
export const NoMatches = ({ onClear }: { onClear: () => void }) => (
  <EmptyState
    kind="search"
    title="Nenhum lead encontrado"
    text="Ajuste os filtros para ver mais resultados"
    actions={<Button onClick={onClear}>Limpar Filtros</Button>}
  />
)

/** Shown offline for filters that were never loaded. Leads of other filters must not take their place. */
export const LeadsOffline = () => (
  <EmptyState kind="error" title="Sem conexão para buscar estes leads" text="Aparecem aqui quando a conexão voltar." />
)
