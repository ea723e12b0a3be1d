import { isBareNumber, phoneKey } from '#contract/values/phone.ts'
import { normalizeForSearch } from '#contract/values/text.ts'
import type { QueryRunner } from '../../db/client.ts'
import { SqlBuilder } from './sql-builder.ts'
import { type LeadView, visibleTo } from './visibility.ts'

const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/** The trigram indexes need three consecutive letters or digits. */
const hasTrigram = (term: string): boolean => /[\p{L}\p{N}]{3}/u.test(term)

/**
 * Substring search in `busca`. For a term that no index serves, the planner would scan the whole index. Such terms use LIKE's
 * underlying function, which no index serves but whose matches the planner estimates equally well.
 */
export const searchCondition = (sql: SqlBuilder, search: string): string => {
  const term = normalizeForSearch(search)
  const pattern = sql.bind(containing(term))
  return hasTrigram(term) ? `busca like ${pattern}` : `textlike(busca, ${pattern})`
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

/** Selects the leads of matching notes that the member sees. */
const notesQuery = (sql: SqlBuilder, view: LeadView, term: string): string => {
  const account = sql.bind(view.accountId)
  const visible = view.only ? `and lead_id in (select id from leads where ${visibleTo(sql, view)})` : ''
  return `select lead_id from story_entries
     where account_id = ${account} and is_conversation and text is not null
       and fold_text(text) like ${sql.bind(containing(term))} ${visible}
     limit ${maxFoundNotes}`
}

/** Returns parts that cover the letters and digits. Overlapping parts would add little but their own cost. */
const partsOf = (run: string, size: number): string[] =>
  Array.from({ length: Math.ceil(run.length / size) }, (_, index) => {
    const start = Math.min(index * size, run.length - size)
    return run.slice(start, start + size)
  })

const trigramsOf = (run: string): string[] => partsOf(run, 3)

/** Words and numbers of ASCII characters. */
const runsOf = (term: string): string[] => term.match(/[a-z0-9]{2,}/g) ?? []
const runsWithTrigrams = (term: string): string[] => runsOf(term).filter(({ length }) => length > 2)

/**
 * Returns a query of `search_keys` that all texts with the term match: by trigrams of its words or, without any, by its pairs of
 * letters. The trigrams of texts beyond ASCII do not show all pairs. Without such letters, `undefined`.
 */
const keyQuery = (term: string, chooseTrigrams = trigramsOf): string | undefined => {
  const runs = runsOf(term)
  const trigrams = runsWithTrigrams(term).flatMap(chooseTrigrams)
  if (trigrams.length > 0) return trigrams.map(trigram => `'${trigram}'`).join(' & ')
  return runs.length > 0 ? runs.map(pair => `('${pair}':* | '*')`).join(' & ') : undefined
}

/** The texts of a row of `lead_search`, as the index `lead_search_keys` has them. */
const indexedTexts = `busca || E'\\n' || coalesce(telefone_chave, '')`

const keysMatch = (sql: SqlBuilder, query: string): string =>
  `search_keys(${indexedTexts}) @@ ${sql.bind(query)}::tsquery`

const contains = (sql: SqlBuilder, column: string, part: string): string =>
  `textlike(${column}, ${sql.bind(containing(part))})`

/** Rows of `lead_search` whose name, business or e-mail contains the text, found by an index if it has two letters in a row. */
export const keyedSearchCondition = (sql: SqlBuilder, search: string): string => {
  const term = normalizeForSearch(search)
  const query = keyQuery(term)
  return `${query === undefined ? 'true' : keysMatch(sql, query)} and ${contains(sql, 'busca', term)}`
}

export interface ResolvedSearch {
  /** The folded text. */
  term: string
  /** What the keys of matching phone numbers contain. */
  phones: string[]
  /** So many leads have the text, in the account or in all, that reading those of the account is faster than an index. */
  skipsIndex: boolean
  /** Queries of `search_keys`, of which each match has one; none if no index finds the text. */
  keys: string[]
  /** Leads that the member sees, whose notes have the text. */
  noted: string[]
}

/** Oldest leads of the account that tell how frequent a text is. */
const sampleSize = 300
const frequentShare = 0.1
/** Reading a lead of the account takes as long as reading so many entries of the index. */
const entriesPerLead = 20

/** The rarest trigram of a word may be in twice as many leads of the sample as the word, and in a few more. */
const maxOfRarest = (word: number): number => 2 * word + 3

/** Chooses a word's rarest trigram if few other leads have it: the index reads all of a trigram, in the leads of all accounts. */
const chooseRarest =
  (countOf: (text: string) => number) =>
  (word: string): string[] => {
    const all = trigramsOf(word)
    const least = Math.min(...all.map(countOf))
    return least > maxOfRarest(countOf(word)) ? all : all.filter(trigram => countOf(trigram) === least).slice(0, 1)
  }

/** Reads the notes with the text, and from a sample of the account's leads how to search for it. */
export const resolveSearch = async (db: QueryRunner, view: LeadView, text: string): Promise<ResolvedSearch> => {
  const term = normalizeForSearch(text)
  const phones = phoneParts(text)
  const hasKeys = keyQuery(term) !== undefined
  if (!hasKeys && !hasTrigram(term)) return { term, phones, skipsIndex: true, keys: [], noted: [] }
  const sql = new SqlBuilder()
  const account = { accountId: view.accountId }
  const [isInAccount, isTotal] = [visibleTo(sql, account, 'lead_search'), visibleTo(sql, account, 'lead_totals')]
  const sample = `select busca, ${indexedTexts} as texts from lead_search where ${isInAccount} order by id limit ${sampleSize}`
  const countOf = (column: string, part: string) => `count(*) filter (where ${contains(sql, column, part)})`
  const searched = [term, ...phones]
  const parts = searched.flatMap(runsWithTrigrams).flatMap(word => [word, ...trigramsOf(word)])
  const row = await db.row<{
    size: number
    found: number
    ofAccount: number
    ofAll: number
    counts: number[]
    noted: string[]
  }>(
    `select count(*) as size, ${countOf('s.busca', term)} as found,
            (select coalesce(sum(count), 0)::bigint from lead_totals where ${isTotal}) as "ofAccount",
            (select reltuples from pg_class where oid = 'lead_search'::regclass) as "ofAll",
            array[${parts.map(part => countOf('s.texts', part))}]::integer[] as counts,
            ${hasTrigram(term) ? `array(${notesQuery(sql, view, term)})` : `'{}'::uuid[]`} as noted
       from (${sample}) s`,
    sql.values,
  )
  const { size = 0, found = 0, ofAccount = 0, ofAll = 0, counts = [], noted = [] } = row ?? {}
  const share = size > 0 ? found / size : 0
  // Without a trigram, the index reads the entries of all accounts that begin with the letters.
  const hasPairsOnly = runsWithTrigrams(term).length === 0
  const isAccountShorter = hasPairsOnly && share * ofAll > ofAccount * entriesPerLead
  const choose = chooseRarest(text => counts[parts.indexOf(text)] ?? 0)
  return {
    term,
    phones,
    skipsIndex: !hasKeys || share > frequentShare || isAccountShorter,
    keys: searched.flatMap(part => keyQuery(part, choose) ?? []),
    noted,
  }
}

/** Leads whose name, business, e-mail, phone number or notes contain the text. The caller has bound what the member sees. */
export const leadSearchCondition = (
  sql: SqlBuilder,
  view: LeadView,
  { term, phones, skipsIndex, keys, noted }: ResolvedSearch,
  table: 'leads' | 'lead_search',
): string => {
  const isNoted = noted.length > 0 ? [`id = any (${sql.bind(noted)}::uuid[])`] : []
  const anyOf = (conditions: string[]) => `(${[...conditions, ...isNoted].join(' or ')})`
  const matches = anyOf([contains(sql, 'busca', term), ...phones.map(part => contains(sql, 'telefone_chave', part))])
  if (skipsIndex) return matches
  // Alternatives of one kind can be combined as bitmaps, after which no row's keys are computed.
  const found = `${anyOf(keys.map(query => keysMatch(sql, query)))} and ${matches}`
  if (table === 'lead_search') return found
  return `id = any (array(select id from lead_search where ${visibleTo(sql, view, table)} and ${found}))`
}
