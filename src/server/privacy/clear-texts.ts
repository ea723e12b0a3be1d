import type { QueryRunner } from '../db/client.ts'
import { type TextTable, textTables } from './text-columns.ts'

/** How the texts about a person are found. */
export interface PersonScope {
  accountId: string
  leads: string[]
  phones: string[]
  emails: string[]
  /** Names, for texts that are not in a lead of the person. */
  names: string[]
  /** What entries about a merge call the leads: the name, or the business without one. */
  titles: string[]
}

/** A number may be written with or without its area code and the mobile 9. */
const endingOf = (phoneKey: string): string => phoneKey.slice(-8)

const statementOf = (name: string, { rows, cleared, isDeleted, isGlobal }: TextTable): string | undefined => {
  if (!rows || !cleared) return undefined
  const about = `${isGlobal ? 'true' : 't.account_id = p.account_id'} and (${rows})`
  const person = `with person (account_id, leads, phones, emails, endings, names, titles) as (
    values ($1::uuid, $2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[]))`
  if (isDeleted) return `${person} delete from ${name} t using person p where ${about}`
  const columns = Object.entries(cleared).map(([column, value]) => `${column} = ${value}`)
  return `${person} update ${name} t set ${columns.join(', ')} from person p where ${about}`
}

/** Statements of all tables in their order. */
const statements = Object.entries(textTables).flatMap(([name, table]) => statementOf(name, table) ?? [])

const toKeys = (names: readonly string[]): string[] =>
  names.map(name => name.trim().toLowerCase()).filter(name => name !== '')

/** Clears all texts about a person outside of `leads` and the trash. Returns the number of changed rows. */
export const clearTexts = async (tx: QueryRunner, scope: PersonScope): Promise<number> => {
  const { accountId, leads, phones, emails } = scope
  const values = [accountId, leads, phones, emails, phones.map(endingOf), toKeys(scope.names), toKeys(scope.titles)]
  let cleared = 0
  for (const statement of statements) cleared += await tx.run(statement, values)
  return cleared
}
