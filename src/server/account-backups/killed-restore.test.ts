import { describe, expect, it } from 'vitest'
import { accountBackupsApi } from '#contract/account-backups/account-backups.ts'
import type { RestoreMode } from '#contract/account-backups/restore.ts'
import { anAccident, emptyHalfOfTrash, expectTotalsOfLeads, readContent } from '../testing/accident.ts'
import { findRestore, prepareRestore, runRestores, startRestore } from '../testing/account-backups.ts'
import { runAndKill } from '../testing/run-and-kill.ts'
import { testApp } from '../testing/test-app.ts'
import { restoreJobName } from './account-backup-jobs.ts'

const app = await testApp()
const { call, db } = app

const killAt = async (points: readonly number[]) => {
  for (const statements of points) await runAndKill(db, restoreJobName, statements)
  await runRestores(app)
}

describe.each<[RestoreMode, object, object]>([
  ['missing', { returning: 300, changing: 0, removing: 0 }, { removed: 300, restored: 0, kept: 0 }],
  ['state', { returning: 300, changing: 50, removing: 20 }, { removed: 300, restored: 70, kept: 0 }],
])('a restore of 370 leads with the mode "%s"', (mode, result, undo) => {
  it('that is killed while it copies, writes and undoes ends as one that was not', async () => {
    const { owner, backupId, before, removed, after } = await anAccident(app)
    await emptyHalfOfTrash(app, owner, removed)
    const { _id: id } = await prepareRestore(app, owner, backupId, mode)
    await startRestore(app, owner, id)
    // In the backup before the restore, after it, while it is read; in the first of two batches, at its commit, in the second.
    await killAt([12, 18, 24, 28, 48, 25, 27, 24, 25])
    expect(await findRestore(app, owner, id)).toMatchObject({
      state: 'done',
      result: { ...result, kept: 0, erased: 0 },
    })
    const ids = new Set(removed.map(({ _id }) => _id))
    const returned = [...after, ...before.filter(({ _id }) => ids.has(_id))]
    const expected = mode === 'state' ? before : returned.toSorted((one, other) => (one._id < other._id ? -1 : 1))
    expect(await readContent(app, owner)).toEqual(expected)
    await expectTotalsOfLeads(app, owner)

    await call(accountBackupsApi.undoRestore, { token: owner.token, params: { id } })
    await killAt([13, 16, 18, 12])
    expect(await findRestore(app, owner, id)).toMatchObject({ state: 'undone', undo })
    expect(await readContent(app, owner)).toEqual(after)
    await expectTotalsOfLeads(app, owner)
  })
})
