import { randomUUID } from 'node:crypto'
import { aBackup, prepareRestore, restore } from '#server/testing/account-backups.ts'
import { aLead, type Person, subscribe } from '#server/testing/factories.ts'
import type { TestApp } from '#server/testing/test-app.ts'
import { everybody, owners, ownersNoContent, type Row, row } from './row.ts'

const created = owners.map(status => (status === 200 ? 201 : status)) as unknown as Row['statuses']
const unknownLink = everybody.map(() => 404) as unknown as Row['statuses']

export const accountBackupRows = (app: TestApp) => {
  /** Gives the caller a backup first if the caller is an owner. */
  const withBackup =
    (request: (caller: Person, backupId: string) => ReturnType<Row['request']>): Row['request'] =>
    async (_, caller) => {
      if (caller?.member.team_role !== 'owner') return { params: { id: randomUUID() } }
      await subscribe(app, caller.user, 'pro')
      return request(caller, await aBackup(app, caller))
    }
  const ofRestore = withBackup(async (caller, backupId) => ({
    params: { id: (await prepareRestore(app, caller, backupId, 'missing'))._id },
    body: {},
  }))
  /** Of a restore that moved a newer lead to the trash. */
  const ofFinishedRestore = withBackup(async (caller, backupId) => {
    await aLead(app, caller.token)
    return { params: { id: (await restore(app, caller, backupId, 'state'))._id } }
  })
  return {
    'accountBackups.list': row(owners),
    'accountBackups.create': row(
      ownersNoContent,
      withBackup(async () => ({})),
    ),
    'accountBackups.createLink': row(
      owners,
      withBackup((caller, id) => ({ params: { id }, body: { password: caller.password } })),
    ),
    'accountBackups.download': row(unknownLink, () => ({ query: { token: 'x'.repeat(43) } })),
    'accountBackups.prepareRestore': row(
      created,
      withBackup((_, backupId) => ({ body: { backupId, mode: 'missing' } })),
    ),
    'accountBackups.findRestore': row(owners, ofRestore),
    'accountBackups.startRestore': row(owners, ofRestore),
    'accountBackups.cancelRestore': row(owners, ofRestore),
    'accountBackups.undoRestore': row(owners, ofFinishedRestore),
  }
}
