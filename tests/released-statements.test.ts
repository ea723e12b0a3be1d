import { readdir, readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { testDatabase } from '#server/testing/test-database.ts'

const folder = new URL('./released-states/', import.meta.url)
const recorded = (await readdir(folder)).filter(name => /^statements-of-\d{3}\.sql$/.test(name))

const db = await testDatabase()

const statementsIn = async (name: string): Promise<string[]> =>
  (await readFile(new URL(name, folder), 'utf8')).split(';\n').filter(line => line !== '')

/** Preparing a statement fails if a table, column or function is missing. */
const failureOf = async (statement: string): Promise<string | undefined> =>
  db
    .transaction(async tx => {
      await tx.run(`prepare released as ${statement}`)
      await tx.run('deallocate released')
      return undefined
    })
    .catch((error: Error) => `${error.message}: ${statement}`)

/** Returns the first later migration that declares that it breaks earlier releases. */
const findBreaking = async (last: string): Promise<string | undefined> => {
  const text = 'select name from migrations where breaks_earlier and left(name, 3) > $1 order by name limit 1'
  return (await db.row<{ name: string }>(text, [last]))?.name
}

describe.each(recorded)('the statements of the release in %s', name => {
  it('are valid on the current schema, unless a migration breaks earlier releases', async () => {
    const statements = await statementsIn(name)
    expect(statements.length).toBeGreaterThan(100)
    const failures: string[] = []
    for (const statement of statements) {
      const failure = await failureOf(statement)
      if (failure) failures.push(failure)
    }
    const breaking = await findBreaking(/\d{3}/.exec(name)?.[0] ?? '')
    if (breaking) expect(failures, `${breaking} breaks no statement: remove its first line`).not.toEqual([])
    else expect(failures).toEqual([])
  })
})
