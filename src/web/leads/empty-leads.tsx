import { paths } from '#web/lib/paths.ts'
import { useMay } from '#web/session/session.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

export const NoLeads = ({ onCreate }: { onCreate: () => void }) => (
  <EmptyState
    title="Seu funil começa aqui"
    text="Cadastre o primeiro lead e acompanhe cada etapa até o fechamento."
    actions={
      <>
        <Button onClick={onCreate}>Cadastrar o primeiro lead</Button>
        {useMay('leads.import') && <ButtonLink to={paths.import}>Importar planilha</ButtonLink>}
      </>
    }
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

/** Shown offline for filters that were never loaded. Leads of other filters must not take their place. */
export const LeadsOffline = () => (
  <EmptyState kind="error" title="Sem conexão para buscar estes leads" text="Aparecem aqui quando a conexão voltar." />
)
