import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Product } from './product.ts'

const script = fileURLToPath(new URL('../../../src/server/admin/change-role-cli.ts', import.meta.url))

/** Runs the script of `npm run admin`. The product may be running or stopped. */
export const runAdminCli = ({ dataDir }: Product, ...args: string[]): { status: number | null; output: string } => {
  const { PATH = '', NODE_COMPILE_CACHE } = process.env
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], {
    env: { PATH, DATA_DIR: dataDir, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }) },
    encoding: 'utf8',
  })
  return { status, output: (stdout + stderr).trim() }
}
