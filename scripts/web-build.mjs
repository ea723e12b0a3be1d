import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { projectFolder, runTool, toolPath } from './run-tool.mjs'

const inputs = [
  ...['src/web', 'src/contract', 'public', 'index.html'],
  ...['vite.config.ts', 'scripts/prerender-landing.mjs', 'scripts/service-worker.mjs', 'package-lock.json'],
]
const built = join(projectFolder, 'dist/web')
const stampIn = folder => join(folder, '.vite/inputs')

export const hasBuild = () => existsSync(join(built, 'index.html'))

export const canBuild = () => existsSync(toolPath('vite'))

export const isBuildFresh = () => existsSync(stampIn(built)) && readFileSync(stampIn(built), 'utf8') === hashInputs()

const hashInputs = () => {
  const hash = createHash('sha256')
  for (const file of inputs.flatMap(listFiles)) hash.update(`${file}\0`).update(readFileSync(join(projectFolder, file)))
  return hash.digest('hex')
}

const listFiles = path => {
  const found = statSync(join(projectFolder, path), { throwIfNoEntry: false })
  if (!found?.isDirectory()) return found ? [path] : []
  return readdirSync(join(projectFolder, path))
    .sort()
    .flatMap(name => listFiles(`${path}/${name}`))
}

/** Beside and then renamed: a build that fails or is cut short leaves the last good one. Resolves with the exit code. */
export const buildWeb = async () => {
  removeAbandoned()
  const stamp = hashInputs()
  const side = `${built}.${process.pid}`
  const args = ['build', '--logLevel', 'warn', '--outDir', side, '--emptyOutDir']
  const code = await runTool('vite', args, { NODE_ENV: 'production' })
  if (code === 0) publish(side, stamp)
  rmSync(side, { recursive: true, force: true })
  return code
}

const publish = (side, stamp) => {
  mkdirSync(join(side, '.vite'), { recursive: true })
  writeFileSync(stampIn(side), stamp)
  try {
    rmSync(built, { recursive: true, force: true })
    renameSync(side, built)
  } catch (error) {
    // Another build may have come first at the same moment.
    if (!isBuildFresh()) throw error
  }
}

const removeAbandoned = () => {
  const builds = existsSync(dirname(built)) ? readdirSync(dirname(built)) : []
  for (const name of builds.filter(name => /^web\.\d+$/.test(name) && !isAlive(Number(name.slice(4))))) {
    rmSync(join(dirname(built), name), { recursive: true, force: true })
  }
}

const isAlive = pid => {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}
