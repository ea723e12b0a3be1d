import { randomBytes, randomUUID } from 'node:crypto'
import { chmodSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const fileName = 'app-secret'

/**
 * Returns `APP_SECRET`, or the secret of a file in `dataDir` that the first start creates for the owner of the process alone. Several
 * processes on different machines need `APP_SECRET`.
 */
export const readAppSecret = ({ appSecret, dataDir }: { appSecret: string | undefined; dataDir: string }): string => {
  if (appSecret !== undefined) return appSecret
  const path = join(dataDir, fileName)
  mkdirSync(dataDir, { recursive: true })
  // A link appears with its content, so that processes that start at once never read a file that is still empty.
  const draft = `${path}.${randomUUID()}`
  writeFileSync(draft, randomBytes(32).toString('base64url'), { mode: 0o600 })
  try {
    linkSync(draft, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    chmodSync(path, 0o600)
  } finally {
    rmSync(draft)
  }
  return readFileSync(path, 'utf8')
}
