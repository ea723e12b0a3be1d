import { stat } from 'node:fs/promises'
import { isOverdue, readBackupStatus } from '../backups/backup-status.ts'
import { createDb, type Db } from '../db/client.ts'
import { findRunningServer, hasDatabase } from '../db/embedded/find-running-server.ts'
import { databaseName } from '../db/embedded.ts'
import { hasPendingMigrations } from '../db/migrate.ts'
import type { Settings } from '../env.ts'
import { type Finding, missing, ok, unknown } from './finding.ts'

const withRunningDb = async <Result>(
  { databaseUrl, dataDir }: Settings,
  work: (db: Db) => Promise<Result>,
): Promise<Result | undefined> => {
  const running = !databaseUrl && (await hasDatabase(dataDir)) ? await findRunningServer(dataDir) : undefined
  const target = databaseUrl ?? (running && { ...running, user: 'postgres', database: databaseName })
  if (!target) return undefined
  const db = createDb(target, { poolSize: 1 })
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}

interface ServerRow {
  version: number
  is_durable: boolean
  is_encrypted: boolean
  connections: number
  admins: number
}

const checkServer = async (db: Db, { databaseUrl }: Settings): Promise<Finding[]> => {
  if (await hasPendingMigrations(db))
    return [missing('O banco de dados espera uma atualização: inicie esta versão do Fechou.')]
  const row = await db.row<ServerRow>(
    `select current_setting('server_version_num')::integer / 10000 as version,
            current_setting('fsync')::boolean and current_setting('synchronous_commit') <> 'off' as is_durable,
            coalesce((select ssl from pg_stat_ssl where pid = pg_backend_pid()), false) as is_encrypted,
            current_setting('max_connections')::integer as connections,
            (select count(*) from identities where role = 'admin') as admins`,
  )
  if (!row) return []
  return [
    row.version >= 15 ? ok(`PostgreSQL ${row.version}`) : missing(`PostgreSQL ${row.version}: use o 15 ou mais novo.`),
    row.is_durable
      ? ok('O banco de dados grava no disco antes de confirmar')
      : missing('fsync ou synchronous_commit desligado no PostgreSQL: o que foi confirmado pode se perder.'),
    row.admins > 0 ? ok('Há quem administre') : missing('Ninguém administra: npm run admin -- <e-mail>'),
    ...(databaseUrl ? [checkEncryption(row, new URL(databaseUrl).hostname)] : []),
  ]
}

const checkEncryption = ({ is_encrypted }: ServerRow, host: string): Finding =>
  is_encrypted
    ? ok('A conexão com o banco de dados é cifrada')
    : unknown(
        `A conexão com ${host || 'o banco de dados'} não é cifrada: só serve numa rede privada (sslmode=verify-full em DATABASE_URL).`,
      )

const checkBackups = async (db: Db, settings: Settings, now: Date): Promise<Finding[]> => {
  const { backupDir, dataDir } = settings
  const status = await readBackupStatus(db, settings)
  if (backupDir === undefined || !status)
    return [unknown('Cópias do banco de dados externo: confira as do provedor e restaure uma para ver se funciona.')]
  const [backupDevice, dataDevice] = await Promise.all([deviceOf(backupDir), deviceOf(dataDir)])
  return [
    status.lastVerifiedAt !== null && !isOverdue(status, now)
      ? ok('Há uma cópia verificada de menos de 26 horas')
      : missing('Não há cópia verificada de menos de 26 horas: npm run backup'),
    backupDevice !== undefined && backupDevice !== dataDevice
      ? ok(`As cópias ficam em outro disco (${backupDir})`)
      : missing(`BACKUP_DIR: ${backupDir} fica no disco do banco de dados, e some com ele.`),
  ]
}

const deviceOf = (path: string): Promise<number | undefined> =>
  stat(path).then(
    ({ dev }) => dev,
    () => undefined,
  )

/** Needs the running product with the embedded database. */
export const checkDatabase = async (settings: Settings, now: Date): Promise<Finding[]> => {
  try {
    const found = await withRunningDb(settings, async db => [
      ...(await checkServer(db, settings)),
      ...(await checkBackups(db, settings, now)),
    ])
    return found ?? [unknown('O banco de dados embutido não está no ar: inicie o Fechou e rode isto de novo.')]
  } catch (error) {
    return [missing(`Não foi possível falar com o banco de dados: ${(error as Error).message}`)]
  }
}
