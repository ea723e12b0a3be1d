import { spawn } from 'node:child_process'
import { statfsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export const projectFolder = fileURLToPath(new URL('..', import.meta.url))

const entries = {
  biome: '@biomejs/biome/bin/biome',
  tsc: 'typescript/bin/tsc',
  vitest: 'vitest/vitest.mjs',
  vite: 'vite/bin/vite.js',
  playwright: '@playwright/test/cli.js',
}

export const toolPath = name => `${projectFolder}node_modules/${entries[name]}`

/** Tests start the product and its commands many times: from this folder, each loads in half of the processor's time. */
const compiledFolder = `${projectFolder}.cache/compiled`

const memoryFolder = '/dev/shm'
const tmpfsType = 0x01021994
const neededGb = 6

/**
 * Returns the setting that puts temporary files into memory on Linux, if there is room: tests make and drop hundreds of
 * databases, and a file system without a journal searches long for names of new files after that.
 */
const temporaryFolder = () => {
  try {
    const { type, bavail, bsize } = statfsSync(memoryFolder)
    return type === tmpfsType && bavail * bsize > neededGb * 2 ** 30 ? { TMPDIR: memoryFolder } : {}
  } catch {
    return {}
  }
}

/** Runs a development tool on the same Node, without standard input. Resolves with its exit code. */
export const runTool = (name, args, environment = {}) =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [toolPath(name), ...args], {
      cwd: projectFolder,
      env: { NODE_COMPILE_CACHE: compiledFolder, ...temporaryFolder(), ...process.env, ...environment },
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    child.once('error', reject)
    child.once('exit', code => resolve(code ?? 1))
  })
