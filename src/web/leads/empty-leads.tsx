import { errorMessage } from '#web/lib/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { leadErrors } from './api.ts'

export const NoLeads = ({ onCreate }: { onCreate: () => void }) => (
  <EmptyState
    title="Seu funil começa aqui"
    text="Cadastre o primeiro lead e acompanhe cada etapa até o fechamento."
    actions={<Button onClick={onCreate}>Cadastrar o primeiro lead</Button>}
  />
)

/** Shown when leads exist but none match the filters. */
export const NoMatches = ({ onClear }: { onClear: () => void }) => (
  <EmptyState
    kind="search"
    title="Nenhum lead encontrado"
    text="Ajuste os filtros para ver mais resultados"
    actions={<Button onClick={onClear}>Limpar Filtros</Button>}
  />
)

interface LeadsErrorProps {
  error: unknown
  busy: boolean
  onRetry: () => void
}

/** Shown on a failure, because an empty list would mean that there are no leads. */
export const LeadsError = ({ error, busy, onRetry }: LeadsErrorProps) => (
  <EmptyState
    kind="error"
    title={leadErrors.load}
    text={errorMessage(error, 'Tente novamente em instantes.')}
    actions={
      <Button variant="primary" busy={busy} onClick={onRetry}>
        Tentar novamente
      </Button>
    }
  />
)

/** Shown offline for filters that were never loaded. Leads of other filters must not take their place. */
export const LeadsOffline = () => (
  <EmptyState kind="error" title="Sem conexão para buscar estes leads" text="Aparecem aqui quando a conexão voltar." />
)
