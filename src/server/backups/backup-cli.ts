/** `npm run backup`, `backup:list`, `backup:verify` and `restore`. Next to a running server or without it, except `restore`. */
import { formatDateTimeInBrasilia } from '#contract/values/dates.ts'
import type { ServerAddress } from '../db/embedded/address.ts'
import { findRunningServer, hasDatabase } from '../db/embedded/find-running-server.ts'
import { EmbeddedPostgresError, startEmbeddedPostgres } from '../db/embedded.ts'
import { readSettings, SettingsError } from '../env.ts'
import { BackupError } from './backup-error.ts'
import { type Backup, type BackupPlace, listBackups, lockBackups } from './backup-folder.ts'
import { createBackup } from './create-backup.ts'
import { restoreBackup } from './restore-backup.ts'
import { verifyBackup } from './verify-backup.ts'

const usage = `Uso: npm run backup
     npm run backup:list
     npm run backup:verify [-- <nome>]
     npm run restore -- <nome>`

const reasonNames: Record<Backup['reason'], string> = {
  nightly: 'da noite',
  manual: 'a pedido',
  'before-migration': 'antes de uma atualização',
}

const printLine = (line: string): void => console.log(line)

const openServer = async (dataDir: string): Promise<{ address: ServerAddress; close: () => Promise<void> }> => {
  if (!(await hasDatabase(dataDir)))
    throw new BackupError(`Ainda não há banco de dados em ${dataDir}: confira DATA_DIR ou inicie o Fechou uma vez.`)
  const running = await findRunningServer(dataDir)
  if (running) return { address: running, close: async () => {} }
  const { connection, stop } = await startEmbeddedPostgres({ dataDir, log: printLine })
  return { address: connection, close: stop }
}

const create = async (place: BackupPlace): Promise<void> => {
  const { address, close } = await openServer(place.dataDir)
  try {
    const { name, failure } = await createBackup(address, 'manual', place)
    if (failure !== null) throw new BackupError(`A cópia ${name} foi feita, mas não passou na verificação. ${failure}`)
    printLine(`Cópia verificada: ${name}, em ${place.backupDir}`)
  } finally {
    await close()
  }
}

const describeState = ({ verifiedAt, failure }: Backup): string => {
  if (verifiedAt !== null) return `verificada em ${formatDateTimeInBrasilia(verifiedAt)}`
  return failure === null ? 'NÃO VERIFICADA' : `NÃO VERIFICADA: ${failure}`
}

const megabytes = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(1).replace('.', ',')} MB`

const list = async ({ backupDir }: BackupPlace): Promise<void> => {
  const backups = await listBackups(backupDir)
  if (backups.length === 0) printLine(`Não há cópias em ${backupDir}: faça uma com npm run backup.`)
  for (const backup of backups)
    printLine(`${backup.name}  ${megabytes(backup.bytes)}  ${reasonNames[backup.reason]}, ${describeState(backup)}`)
}

const verify = async (place: BackupPlace, name: string | undefined): Promise<void> => {
  const names = name === undefined ? (await listBackups(place.backupDir)).map(backup => backup.name) : [name]
  const unlock = await lockBackups(place.backupDir)
  let failures = 0
  try {
    for (const one of names) {
      const failure = await verifyBackup(one, place)
      if (failure !== null) failures++
      printLine(failure === null ? `${one}: verificada` : `${one}: NÃO VERIFICADA. ${failure}`)
    }
  } finally {
    unlock()
  }
  if (failures > 0) throw new BackupError(`Cópias que não passaram na verificação: ${failures} de ${names.length}.`)
}

const restore = async (place: BackupPlace, name: string): Promise<void> => {
  const { backup, former } = await restoreBackup(name, { ...place, log: printLine })
  printLine(
    `O banco de dados voltou ao que era em ${formatDateTimeInBrasilia(backup.createdAt)} (horário de Brasília).`,
  )
  if (former !== null) printLine(`O anterior está em ${former}: apague essa pasta quando não precisar mais dela.`)
  printLine('Inicie o Fechou com npm start. Ele refaz primeiro as anonimizações posteriores à cópia.')
}

const run = async (): Promise<void> => {
  const [command, name, ...rest] = process.argv.slice(2)
  const takesName = command === 'verify' || command === 'restore'
  if (rest.length > 0 || (name !== undefined && !takesName) || (name === undefined && command === 'restore')) {
    console.error(usage)
    process.exitCode = 2
    return
  }
  const { dataDir, backupDir } = readSettings(process.env)
  if (backupDir === undefined)
    throw new BackupError(
      'DATABASE_URL aponta para um PostgreSQL seu: faça as cópias com as do provedor, pgBackRest ou pg_dump (veja docs/going-live.md).',
    )
  const place: BackupPlace = { dataDir, backupDir, now: () => new Date() }
  if (command === 'create') return create(place)
  if (command === 'list') return list(place)
  if (command === 'verify') return verify(place, name)
  if (command === 'restore' && name !== undefined) return restore(place, name)
}

const fileErrors: Record<string, string> = {
  ENOSPC: 'não há espaço em disco',
  EDQUOT: 'não há espaço em disco',
  EFBIG: 'o arquivo passa do tamanho permitido',
  EACCES: 'sem permissão',
  EPERM: 'sem permissão',
  EROFS: 'o disco é somente leitura',
}

const toUserMessage = (error: unknown): unknown => {
  const isPlain = [BackupError, SettingsError, EmbeddedPostgresError].some(kind => error instanceof kind)
  if (isPlain) return (error as Error).message
  const reason = fileErrors[(error as NodeJS.ErrnoException).code ?? '']
  return reason ? `Não foi possível gravar a cópia: ${reason}. As cópias que já havia continuam lá.` : error
}

await run().catch(error => {
  console.error(toUserMessage(error))
  process.exitCode = 1
})
