import { isBareNumber, phoneKey } from '#contract/values/phone.ts'
import { normalizeForSearch } from '#contract/values/text.ts'
import type { SqlBuilder } from './sql-builder.ts'
import { type LeadView, visibleTo } from './visibility.ts'

const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

/** The trigram indexes need three consecutive letters or digits. */
const isIndexed = (term: string): boolean => /[\p{L}\p{N}]{3}/u.test(term)

/**
 * Substring search in `busca`. For a term that no index serves, the planner would scan the whole index. Such terms use LIKE's
 * underlying function, which no index serves but whose matches the planner estimates equally well.
 */
export const searchCondition = (sql: SqlBuilder, search: string): string => {
  const term = normalizeForSearch(search)
  const pattern = sql.bind(`%${escapeLike(term)}%`)
  return isIndexed(term) ? `busca like ${pattern}` : `textlike(busca, ${pattern})`
}

const minPhoneDigits = 4

/** Returns what the keys of matching phone numbers contain: of "(11) 8765", 118765 or, with the ninth digit, 1198765. */
const phoneParts = (search: string): string[] => {
  const digits = search.replace(/\D/g, '')
  if (!isBareNumber(search) || digits.length < minPhoneDigits) return []
  const key = digits.length >= 10 ? phoneKey(search) : null
  if (key) return [key]
  const part = digits.replace(/^0(?=\d{4})/, '').replace(search.trim().startsWith('+55') ? /^55(?=\d{4})/ : /^$/, '')
  return /^[1-9]\d[6-8]/.test(part) ? [part, part.replace(/^(\d\d)/, '$19')] : [part]
}

/** Maximum number of notes whose leads a search finds. */
const maxFoundNotes = 1000

/** Finds the leads of matching notes once per statement, so that the planner combines their ids with the other indexes. */
const notesCondition = (sql: SqlBuilder, view: LeadView, term: string): string => {
  const account = sql.bind(view.accountId)
  const visible = view.only ? `and lead_id in (select id from leads where ${visibleTo(sql, view)})` : ''
  return `id = any (array(
    select lead_id from story_entries
     where account_id = ${account} and is_conversation and text is not null
       and fold_text(text) like ${sql.bind(`%${escapeLike(term)}%`)} ${visible}
     limit ${maxFoundNotes}))`
}

/** Leads whose name, business, e-mail, phone number or notes contain the text. The caller has bound what the member sees. */
export const leadSearchCondition = (sql: SqlBuilder, view: LeadView, search: string): string => {
  const term = normalizeForSearch(search)
  const phones = phoneParts(search).map(part => `telefone_chave like ${sql.bind(`%${escapeLike(part)}%`)}`)
  const notes = isIndexed(term) ? [notesCondition(sql, view, term)] : []
  return `(${[searchCondition(sql, search), ...phones, ...notes].join(' or ')})`
}
