import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { projectFolder, runTool, toolPath } from '../run-tool.mjs'

const inputs = [
  ...['src/web', 'src/contract', 'public', 'index.html', 'package-lock.json'],
  ...['vite.config.ts', 'scripts/web-build', 'scripts/browsers/supported-browsers.mjs'],
]
const buildFolder = join(projectFolder, 'dist/web')
const stampPath = folder => join(folder, '.vite/inputs')

export const hasBuild = () => existsSync(join(buildFolder, 'index.html'))

export const canBuild = () => existsSync(toolPath('vite'))

export const isBuildFresh = () =>
  existsSync(stampPath(buildFolder)) && readFileSync(stampPath(buildFolder), 'utf8') === hashInputs()

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

/** Builds into a temporary folder and renames it, so that a failed build keeps the last good one. Returns the exit code. */
export const buildWeb = async () => {
  removeStaleBuilds()
  const stamp = hashInputs()
  const tempFolder = `${buildFolder}.${process.pid}`
  const args = ['build', '--logLevel', 'warn', '--outDir', tempFolder, '--emptyOutDir']
  const code = await runTool('vite', args, { NODE_ENV: 'production' })
  if (code === 0) publish(tempFolder, stamp)
  rmSync(tempFolder, { recursive: true, force: true })
  return code
}

const publish = (tempFolder, stamp) => {
  mkdirSync(join(tempFolder, '.vite'), { recursive: true })
  writeFileSync(stampPath(tempFolder), stamp)
  try {
    rmSync(buildFolder, { recursive: true, force: true })
    renameSync(tempFolder, buildFolder)
  } catch (error) {
    // A concurrent build may have finished first.
    if (!isBuildFresh()) throw error
  }
}

const removeStaleBuilds = () => {
  const builds = existsSync(dirname(buildFolder)) ? readdirSync(dirname(buildFolder)) : []
  for (const name of builds.filter(name => /^web\.\d+$/.test(name) && !isAlive(Number(name.slice(4))))) {
    rmSync(join(dirname(buildFolder), name), { recursive: true, force: true })
  }
}

const isAlive = pid => {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}
