import { readdir, readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { testDatabase } from '#server/testing/test-database.ts'

const folder = new URL('./released-states/', import.meta.url)
const recorded = (await readdir(folder)).filter(name => /^statements-of-\d{3}\.sql$/.test(name))

const db = await testDatabase()

const statementsIn = async (name: string): Promise<string[]> =>
  (await readFile(new URL(name, folder), 'utf8')).split(';\n').filter(line => line !== '')

/** PostgreSQL reads a statement as for running it, so that a table, column or function that is not there is refused. */
const failureOf = async (statement: string): Promise<string | undefined> =>
  db
    .transaction(async tx => {
      await tx.run(`prepare released as ${statement}`)
      await tx.run('deallocate released')
      return undefined
    })
    .catch((error: Error) => `${error.message}: ${statement}`)

/** The first migration after a release that says of itself that it breaks the releases before it. */
const findBreaking = async (last: string): Promise<string | undefined> => {
  const text = 'select name from migrations where breaks_earlier and left(name, 3) > $1 order by name limit 1'
  return (await db.row<{ name: string }>(text, [last]))?.name
}

describe.each(recorded)('%s, as the release of that migration sent them,', name => {
  it('run on today’s schema, unless a migration says that it breaks earlier releases', async () => {
    const statements = await statementsIn(name)
    expect(statements.length).toBeGreaterThan(100)
    const failures: string[] = []
    for (const statement of statements) {
      const failure = await failureOf(statement)
      if (failure) failures.push(failure)
    }
    const breaking = await findBreaking(/\d{3}/.exec(name)?.[0] ?? '')
    if (breaking) expect(failures, `${breaking} breaks nothing: take the mark off`).not.toEqual([])
    else expect(failures).toEqual([])
  })
})
