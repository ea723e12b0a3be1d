/**
 * Kills `npm run backup` at many moments while the server takes writes, and fills the disk of the backups. A backup that is
 * listed as verified passes its check every time, and the last good one stays. About two minutes; the full disk needs Linux
 * and root.
 *
 *   node tests/faults/backups.ts [kills]
 */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type Backup, listBackups } from '#server/backups/backup-folder.ts'
import { createBackup } from '#server/backups/create-backup.ts'
import { createDb } from '#server/db/client.ts'
import { startEmbeddedPostgres } from '#server/db/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { readSettings } from '#server/env.ts'
import { createServices } from '#server/services.ts'
import { seedAccount } from '../bench/seed-leads.ts'

const kills = Number(process.argv[2] ?? 20)
const diskMegabytes = 1000
const fillerMegabytes = 700
const folder = await mkdtemp(join(tmpdir(), 'fechou-backup-faults-'))
const dataDir = join(folder, 'data')
const backupDir = join(folder, 'backups')
const place = { dataDir, backupDir, now: () => new Date() }
const program = fileURLToPath(new URL('../../src/server/backups/backup-cli.ts', import.meta.url))

const runCli = (args: string[]) => {
  const child = spawn(process.execPath, [program, ...args], {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, BACKUP_DIR: backupDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', text => {
      output += text
    })
  }
  return { child, ended: once(child, 'close').then(([code]) => ({ code, output: output.trim() })) }
}

const verifiedNames = async () =>
  (await listBackups(backupDir)).filter(({ verifiedAt }) => verifiedAt !== null).map(({ name }) => name)

/** Reads from the folders where a killed run was. */
const momentOfKill = async (before: readonly Backup[]) => {
  const [newest] = await listBackups(backupDir)
  const isNew = newest !== undefined && !before.some(({ name }) => name === newest.name)
  if (isNew) return newest.verifiedAt === null ? 'in the check' : 'after the end'
  return (await readdir(backupDir)).some(name => name.startsWith('.')) ? 'in the archive' : 'before the archive'
}

const server = await startEmbeddedPostgres({ dataDir, log: () => {} })
const db = createDb(server.connection)
let isExpected = true
const report = (line: string, isGood: boolean) => {
  isExpected &&= isGood
  console.log(`${isGood ? 'ok  ' : 'FAIL'} ${line}`)
}
const disk = join(folder, 'disk')

const tryFullDisk = async (): Promise<void> => {
  await mkdir(disk)
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${diskMegabytes}m`, 'fechou', disk])
  if (mounted.status !== 0) return console.log(`no disk in memory, skipped: ${mounted.stderr}`)
  try {
    const onDisk = { ...place, backupDir: disk }
    const good = await createBackup(server.connection, 'manual', onDisk)
    report(`a small disk takes a first backup: ${good.failure ?? 'verified'}`, good.failure === null)
    spawnSync('sh', ['-c', `head -c ${fillerMegabytes}M /dev/zero > ${disk}/filler`])
    const full = await createBackup(server.connection, 'manual', onDisk).then(
      () => 'no error',
      (error: Error) => error.message,
    )
    report(`nearly full: ${full}`, full.startsWith('Falta espaço em'))
    const left = (await listBackups(disk)).map(({ name, verifiedAt }) => `${name} ${verifiedAt !== null}`)
    report(`the list has ${left.join(', ')}`, left.length === 1 && left[0] === `${good.name} true`)
  } finally {
    spawnSync('umount', [disk])
  }
}

try {
  await migrate(db)
  await seedAccount(createServices(db, readSettings({ DATA_DIR: dataDir }), place.now), 20_000)
  const first = await createBackup(server.connection, 'manual', place)
  report(`first backup ${first.name}: ${first.failure ?? 'verified'}`, first.failure === null)
  const begun = performance.now()
  const complete = await runCli(['create']).ended
  const wholeMs = performance.now() - begun
  report(`an undisturbed run takes ${wholeMs.toFixed(0)} ms`, complete.code === 0)

  let falselyVerified = 0
  const moments = { 'before the archive': 0, 'in the archive': 0, 'in the check': 0, 'after the end': 0 }
  for (let count = 1; count <= kills; count++) {
    const { child, ended } = runCli(['create'])
    const before = await listBackups(backupDir)
    await sleep((1.3 * wholeMs * count) / kills)
    child.kill('SIGKILL')
    await ended
    moments[await momentOfKill(before)]++
    await db.run('update leads set updated_at = now() where id in (select id from leads limit 50)')
    // A wrongly verified one would fail here.
    const { code } = await runCli(['verify', (await verifiedNames())[0] ?? '']).ended
    if (code !== 0) falselyVerified++
  }
  report(`killed ${kills} times: ${falselyVerified} verified backups that are none`, falselyVerified === 0)
  report('the first backup is still verified', (await verifiedNames()).includes(first.name))
  console.log(`     killed ${JSON.stringify(moments)}`)
  const after = await createBackup(server.connection, 'manual', place)
  const drafts = (await readdir(backupDir)).filter(name => name.startsWith('.'))
  const checks = (await readdir(dataDir)).filter(name => name.startsWith('backup-check'))
  report(`the next run leaves ${drafts.length + checks.length} leftovers`, drafts.length + checks.length === 0)
  report(`and is ${after.failure ?? 'verified'}`, after.failure === null)

  await tryFullDisk()
} finally {
  await db.close()
  await server.stop()
  await rm(folder, { recursive: true, force: true })
}
process.exitCode = isExpected ? 0 : 1
