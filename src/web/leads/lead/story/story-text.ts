import { statusLabels } from '#contract/leads/lead-status.ts'
import { stepLabels } from '#contract/leads/next-step.ts'
import { noLostReason } from '#contract/lost-reasons/lost-reasons.ts'
import { type Channel, outcomeLabels } from '#contract/story/contact.ts'
import type { StoryEntry } from '#contract/story/story.ts'
import { formatDate, formatDuration } from '#contract/values/dates.ts'
import { formatReais } from '#contract/values/money.ts'

const timeBetween = (from: string, to: string): string =>
  formatDuration(new Date(to).getTime() - new Date(from).getTime())

const describeMove = ({ at, fromStage, toStage, fromSince, isFromSinceExact }: StoryEntry): string => {
  const move = `Foi de ${fromStage && statusLabels[fromStage]} para ${toStage && statusLabels[toStage]}`
  if (!fromSince) return move
  return `${move}, depois de ${isFromSinceExact ? '' : 'pelo menos '}${timeBetween(fromSince, at)}`
}

const describeAssignment = ({ fromMember, toMember }: StoryEntry): string => {
  if (!toMember) return `Ficou sem responsável${fromMember ? ` (era ${fromMember.nome})` : ''}`
  return fromMember ? `Passou de ${fromMember.nome} para ${toMember.nome}` : `${toMember.nome} ficou responsável`
}

const opened: Record<Channel, string> = {
  whatsapp: 'Abriu a conversa no WhatsApp',
  telefone: 'Abriu a ligação',
  email: 'Abriu o e-mail',
}

/** Opening is told as opening: only the seller says how it went. */
const describeContact = ({ channel, outcome }: StoryEntry): string =>
  `${channel ? opened[channel] : ''}${outcome ? `: ${outcomeLabels[outcome].toLowerCase()}` : ''}`

/** Describes a change in one sentence without a final period. */
export const describeChange = (entry: StoryEntry): string => {
  const stage = entry.toStage ? ` na etapa ${statusLabels[entry.toStage]}` : ''
  switch (entry.kind) {
    case 'created':
      return `Lead cadastrado${stage}`
    case 'imported':
      return `Lead importado${stage}`
    case 'restored':
      return 'Lead restaurado da lixeira'
    case 'removed':
      return 'Lead excluído'
    case 'stage':
      return describeMove(entry)
    case 'assigned':
      return describeAssignment(entry)
    case 'value':
      return `Valor: de ${formatReais(entry.fromValor ?? 0)} para ${formatReais(entry.toValor ?? 0)}`
    case 'step':
      return `Feito: ${entry.stepKind && stepLabels[entry.stepKind]}`
    case 'contact':
      return describeContact(entry)
    case 'lost':
      return `Motivo da perda: ${entry.lostReason ?? noLostReason.toLowerCase()}`
    case 'merged':
      return `Outro cadastro foi unido a este${entry.stepKind ? `. Próximo passo que ele tinha: ${stepLabels[entry.stepKind]}${entry.stepDay ? `, ${formatDate(entry.stepDay)}` : ''}` : ''}`
    case 'split':
      return 'A união com outro cadastro foi desfeita'
    case 'note':
      return 'Nota excluída'
  }
}

/** Names the author of an entry for a reader; `undefined` if the author was not recorded. */
export const authorOf = ({ actor }: StoryEntry, readerId: string): string | undefined => {
  if (!actor) return undefined
  if (actor.member) return actor.member._id === readerId ? 'Você' : actor.member.nome
  const names = { user: 'Membro', key: 'Chave de API', form: 'Formulário', import: 'Importação', system: 'Sistema' }
  return names[actor.kind]
}

interface TextPart {
  text: string
  href?: string
}

/** Splits a text into plain parts and web addresses. Punctuation after an address does not belong to it. */
export const splitLinks = (text: string): TextPart[] =>
  text.split(/(https?:\/\/[^\s<>"]+[^\s<>".,;:!?)\]}'])/).map((part, index) => ({
    text: part,
    ...(index % 2 === 1 && { href: part }),
  }))
