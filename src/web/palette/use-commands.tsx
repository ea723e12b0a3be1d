import { ArrowRight, Funnel, MoveRight, Plus, UserRound } from 'lucide-react'
import { useLocation, useNavigate } from 'react-router'
import { unassigned } from '#contract/leads/filter-readers.ts'
import { leadName } from '#contract/leads/lead-name.ts'
import { stageOf, stages, statusLabels } from '#contract/leads/lead-status.ts'
import type { Lead } from '#contract/leads/leads.ts'
import { formatPhone } from '#contract/values/phone.ts'
import { StageIcon } from '#web/lead-display/stage-icon.tsx'
import { useMoveLead } from '#web/leads/board/moves/use-move-lead.ts'
import { useAssigning } from '#web/leads/board/use-assigning.ts'
import { filteredListUrl } from '#web/leads/filters/filtered-list-url.ts'
import type { FilterChanges } from '#web/leads/filters/lead-filters.ts'
import { newLeadParam, quickLeadParam } from '#web/leads/lead/use-open-lead.ts'
import { paths } from '#web/lib/url/paths.ts'
import { useMay } from '#web/session/session.tsx'
import { productTabs, tabLabels, tabPath } from '#web/shell/product-tabs.ts'
import { useTeam } from '#web/team/team-context.tsx'
import type { Command, Step } from './command.ts'

const done = (act: () => unknown) => () => {
  act()
  return undefined
}

/** Returns what the palette offers in a step: leads that the search found, and commands. */
export const useCommands = (step: Step, leads: readonly Lead[]): { found: Command[]; fixed: Command[] } => {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const team = useTeam()
  const moveLead = useMoveLead()
  const assigning = useAssigning()
  const [mayWrite, mayRemove, mayImport] = [useMay('leads.write'), useMay('leads.remove'), useMay('leads.import')]

  const go = (to: string) => done(() => navigate(to))
  /** Opens a lead over the current tab, if there is one. */
  const openLead = (id: string) => {
    const parameters = new URLSearchParams(pathname === paths.dashboard ? search : 'aba=lista')
    parameters.set('lead', id)
    return go(`${paths.dashboard}?${parameters}`)
  }
  const filtered = (filters: FilterChanges) => go(filteredListUrl(filters))

  if (step.kind === 'move')
    return {
      found: [],
      fixed: stages
        .filter(stage => stage !== stageOf(step.lead.status))
        .map(stage => ({
          id: stage,
          group: 'Mover para',
          label: statusLabels[stage],
          icon: <StageIcon status={stage} />,
          run: done(() => moveLead(step.lead, stage)),
        })),
    }
  if (step.kind === 'assign') {
    const people: [string | null, string][] = [...(assigning?.names ?? []), [null, 'Sem responsável']]
    return {
      found: [],
      fixed: people.map(([id, label]) => ({
        id: id ?? unassigned,
        group: 'Atribuir a',
        label,
        icon: <UserRound />,
        run: done(() => assigning?.assign(step.lead, id)),
      })),
    }
  }

  const found = leads.map(
    (lead): Command => ({
      id: lead._id,
      group: 'Leads',
      label: leadName(lead),
      detail: [lead.negocio, formatPhone(lead.telefone), statusLabels[lead.status]].filter(Boolean).join(' · '),
      icon: <StageIcon status={lead.status} />,
      run: step.kind === 'choose-lead' ? () => ({ kind: step.for, lead }) : openLead(lead._id),
    }),
  )
  if (step.kind === 'choose-lead') return { found, fixed: [] }

  const command = (group: string, label: string, icon: Command['icon'], run: Command['run'], detail = ''): Command => ({
    id: `${group} ${label}`,
    group,
    label,
    detail,
    icon,
    run,
  })
  const actions = [
    ...(mayWrite
      ? [
          command('Ações', 'Novo Lead', <Plus />, openLead(newLeadParam), 'cadastrar criar'),
          command('Ações', 'Novo lead só com nome e telefone', <Plus />, openLead(quickLeadParam), 'rápido'),
          command('Ações', 'Mover um lead de etapa…', <MoveRight />, () => ({ kind: 'choose-lead', for: 'move' })),
        ]
      : []),
    ...(assigning
      ? [
          command(
            'Ações',
            'Atribuir um lead…',
            <UserRound />,
            () => ({ kind: 'choose-lead', for: 'assign' }),
            'responsável',
          ),
        ]
      : []),
  ]
  const places = [
    ...productTabs.map(tab => command('Ir para', tabLabels[tab], <ArrowRight />, go(tabPath(tab)))),
    command('Ir para', 'Relatórios', <ArrowRight />, go(paths.reports)),
    ...(mayImport ? [command('Ir para', 'Importar planilha', <ArrowRight />, go(paths.import))] : []),
    ...(mayRemove
      ? [
          command('Ir para', 'Duplicados', <ArrowRight />, go(paths.duplicates)),
          command('Ir para', 'Lixeira', <ArrowRight />, go(paths.trash)),
        ]
      : []),
    command('Ir para', 'Perfil', <ArrowRight />, go(paths.profile), 'configurações conta'),
  ]
  const views = [
    command('Filtros', 'Leads parados', <Funnel />, filtered({ stalled: 'true' })),
    command('Filtros', 'Leads em aberto', <Funnel />, filtered({ open: 'true' })),
    ...stages.map(stage =>
      command('Filtros', `Leads em ${statusLabels[stage]}`, <StageIcon status={stage} />, filtered({ stage }), 'etapa'),
    ),
  ]
  const leadsOf = (label: string, userId: string) =>
    command('Pessoas', label, <UserRound />, filtered({ userId }), 'responsável pessoa')
  const people = team?.seesOthers
    ? [
        ...[...team.names].map(([id, nome]) => leadsOf(`Leads de ${nome}`, id)),
        leadsOf('Leads sem responsável', unassigned),
      ]
    : []
  return { found, fixed: [...actions, ...places, ...views, ...people] }
}
