import type { Lead } from '../leads/lead.ts'
import { formatReais } from '../values/money.ts'

/** Placeholders of a template with what each stands for. */
export const placeholders = {
  primeiro_nome: 'Primeiro nome',
  nome: 'Nome completo',
  negocio: 'Negócio',
  servico: 'Serviço',
  valor: 'Valor do serviço',
  vendedor: 'Seu primeiro nome',
  minha_empresa: 'Sua empresa',
} as const
export type Placeholder = keyof typeof placeholders

export type TemplateLead = Pick<Lead, 'nome' | 'negocio' | 'descricaoServico' | 'valorServico'>

const titles = /^(?:dra?|sra?|prof|profa|eng)\.?$/i

const inLowerCase = (word: string): string =>
  word.length > 2 && word === word.toUpperCase() ? word.charAt(0) + word.slice(1).toLowerCase() : word

/** "MARIA DA SILVA" → "Maria"; "Dr. Carlos Souza" → "Dr. Carlos". A name of one word is a first name. */
export const firstNameOf = (name: string): string => {
  const [first = '', second] = name.trim().split(/\s+/)
  return titles.test(first) && second ? `${first} ${inLowerCase(second)}` : inLowerCase(first)
}

const maxServiceLength = 80

/** The first line of the description, without its final period. Empty if that is too long for a sentence. */
const serviceOf = (description: string): string => {
  const line = (description.trim().split(/\r?\n/)[0] ?? '').trim().replace(/\.+$/, '')
  return line.length <= maxServiceLength ? line : ''
}

/** Who writes the message. */
export interface TemplateSender {
  nome: string
  /** The account's name, as its leads know it. */
  company: string
}

const valuesOf = (lead: TemplateLead, sender: TemplateSender): Record<Placeholder, string> => ({
  primeiro_nome: firstNameOf(lead.nome),
  nome: lead.nome.trim(),
  negocio: lead.negocio.trim(),
  servico: serviceOf(lead.descricaoServico),
  valor: lead.valorServico > 0 ? formatReais(lead.valorServico).replace(/\u00a0/g, ' ') : '',
  vendedor: firstNameOf(sender.nome),
  minha_empresa: sender.company.trim(),
})

/** Stands for a missing value until the words that led to it are removed. */
const hole = '\u0000'

/** Words that only connect a value with what is before it: "conversar sobre o {servico}". */
const connectors =
  '(?:[,;:–—-]\\s*|\\b(?:sobre|de|d[oae]s?|para|pra|pelo|pela|pelos|pelas|por|com|em|n[oa]s?|ao|à|a|o|as|os|e|seu|sua)(?=\\s))'
const leadingWords = new RegExp(`(?:\\s*${connectors})*\\s*${hole}`, 'giu')

const capitalize = (text: string): string =>
  text.replace(/^([^\p{L}\p{N}]*)(\p{Ll})/u, (_, before: string, letter: string) => before + letter.toUpperCase())

/** Removes the hole, the words that lead to it, and a sentence of which nothing is left. */
const closeHoles = (sentence: string): string => {
  if (!sentence.includes(hole)) return sentence
  const closed = sentence.replace(leadingWords, '').replace(/^(\s*)[,;:.–—-]+\s*/, '$1')
  return /[\p{L}\p{N}]/u.test(closed) ? capitalize(closed) : ''
}

/**
 * Fills a template with the data of a lead. A missing value takes the words that led to it along, so that the sentence has no
 * hole: "Olá, {primeiro_nome}!" → "Olá!". Unknown placeholders stay as they are.
 */
export const fillTemplate = (texto: string, lead: TemplateLead, sender: TemplateSender): string => {
  const values = valuesOf(lead, sender)
  const filled = texto.replace(/\{(\w+)\}/g, (whole, name: string) =>
    name in values ? values[name as Placeholder] || hole : whole,
  )
  return filled
    .split(/(?<=[.!?…])(?=\s)|(?=\n)/u)
    .map(closeHoles)
    .join('')
    .replace(/[^\S\n]{2,}/g, ' ')
    .trim()
}
