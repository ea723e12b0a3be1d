import { spawn } from 'node:child_process'
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

/** Runs a development tool on the same Node, without standard input. Resolves with its exit code. */
export const runTool = (name, args, environment = {}) =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [toolPath(name), ...args], {
      cwd: projectFolder,
      env: { NODE_COMPILE_CACHE: compiledFolder, ...process.env, ...environment },
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    child.once('error', reject)
    child.once('exit', code => resolve(code ?? 1))
  })
