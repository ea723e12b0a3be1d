import { statusLabels } from '#contract/leads/lead-status.ts'
import type { LiveChange } from '#contract/live/live.ts'

interface Names {
  /** Name of the member who made the change. */
  who: string
  /** Name of the lead; `undefined` if this browser never saw it. */
  lead: string | undefined
  /** Name of the responsible member of the lead; `undefined` for none. */
  responsible: string | undefined
  /** Whether the user is responsible for the lead. */
  isOwn: boolean
}

const firstName = (nome: string): string => nome.trim().split(/\s+/)[0] ?? nome

/** Describes another member's change in one line. `undefined` for changes that need none. */
export const describeChange = ({ entity, kind, lead: stored }: LiveChange, names: Names): string | undefined => {
  const who = firstName(names.who)
  const lead = names.lead ?? 'um lead'
  if (entity === 'story') return undefined
  if (kind === 'removed') return `${who} excluiu ${lead}`
  if (!stored) return names.lead && `${lead} agora é de outra pessoa`
  switch (kind) {
    case 'moved':
      return `${who} moveu ${lead} para ${statusLabels[stored.status]}`
    case 'created':
      return `${who} cadastrou ${lead}`
    case 'restored':
      return `${who} restaurou ${lead}`
    case 'assigned': {
      if (names.isOwn) return `${who} passou ${lead} para você`
      return names.responsible
        ? `${who} passou ${lead} para ${firstName(names.responsible)}`
        : `${who} deixou ${lead} sem responsável`
    }
    default:
      return `${who} alterou ${lead}`
  }
}

/** One line for several changes: the last one, and how many there were. */
export const describeChanges = (lines: readonly string[]): string | undefined => {
  const last = lines.at(-1)
  const others = lines.length - 1
  if (!last || others === 0) return last
  return `${last}, e mais ${others} ${others === 1 ? 'mudança' : 'mudanças'}`
}
