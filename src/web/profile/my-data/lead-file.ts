import { RestoredLead } from '#contract/leads/lead.ts'
import { maxSyncLeads } from '#contract/leads/leads.ts'
import { z } from '#contract/zod.ts'
import { fieldLabels, type LeadField } from '#web/leads/lead/form/lead-conflict.ts'

/** Why a file cannot be restored, as a message for the user. */
export class LeadFileError extends Error {}

const notOurs =
  'Este arquivo não serve para restaurar leads. Escolha o que você baixou em “Baixar meus dados” ou “Baixar cópia (JSON)”.'

const parse = (text: string): unknown => {
  try {
    // Editors may add a byte order mark.
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    throw new LeadFileError(notOurs)
  }
}

const leadsIn = (content: unknown): unknown[] => {
  const { leads } = (content ?? {}) as { leads?: unknown }
  const list = Array.isArray(content) ? content : leads
  if (!Array.isArray(list)) throw new LeadFileError(notOurs)
  if (list.length === 0) throw new LeadFileError('Não há nenhum lead neste arquivo.')
  return list
}

const otherLabels: Record<string, string> = {
  _id: 'identificador',
  createdAt: 'data de cadastro',
  updatedAt: 'data da última alteração',
}

const fieldLabel = (field: unknown): string =>
  fieldLabels[field as LeadField] ?? otherLabels[String(field)] ?? 'conteúdo'

const shownProblems = 3

/** Returns a line for each of the first problems: "lead 12, Valor do serviço: …". */
const problemsIn = (leads: readonly unknown[]): string[] => {
  const problems: string[] = []
  const seen = new Set<string>()
  for (const [index, lead] of leads.entries()) {
    const read = z.safeParse(RestoredLead, lead)
    const [issue] = read.error?.issues ?? []
    if (issue) problems.push(`lead ${index + 1}, ${fieldLabel(issue.path[0])}: ${issue.message}`)
    else if (read.data && seen.has(read.data._id)) problems.push(`lead ${index + 1}: aparece duas vezes`)
    if (read.data) seen.add(read.data._id)
    if (problems.length === shownProblems) break
  }
  return problems
}

export type FileLead = z.input<typeof RestoredLead>

/** Parses and validates the leads of an export. Throws `LeadFileError`, so that no part of an invalid file is sent. */
export const readLeadFile = (text: string): FileLead[] => {
  const leads = leadsIn(parse(text))
  const problems = problemsIn(leads)
  if (problems.length > 0) throw new LeadFileError(`Nada foi restaurado. Há erros no arquivo: ${problems.join('; ')}.`)
  return leads as FileLead[]
}

// At most three bytes per character: well below the request limit of 10 MB.
const chunkCharacters = 3_000_000

/** Splits leads into requests of at most 5,000 leads within the size limit. */
export const chunkLeads = (leads: readonly FileLead[], characters = chunkCharacters): FileLead[][] => {
  const chunks: FileLead[][] = []
  let size = Number.POSITIVE_INFINITY
  for (const lead of leads) {
    const length = JSON.stringify(lead).length
    const chunk = chunks.at(-1)
    if (!chunk || chunk.length === maxSyncLeads || size + length > characters) {
      chunks.push([lead])
      size = length
    } else {
      chunk.push(lead)
      size += length
    }
  }
  return chunks
}
