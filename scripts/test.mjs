import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { requireNode24 } from './node-version.mjs'
import { projectFolder, runTool } from './run-tool.mjs'

requireNode24('npm test')
const { buildWeb, isBuildFresh } = await import('./web-build/build-web.mjs')

const resultFile = name => join(projectFolder, '.cache/results', `${name}.json`)
mkdirSync(join(projectFolder, '.cache/results'), { recursive: true })

const runUnits = () => {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${resultFile('vitest')}`]
  return runTool('vitest', ['run', ...reporters], process.stdout.isTTY ? {} : { NO_COLOR: '1' })
}

const runEndToEnd = async () => {
  const { findBrowser } = await import('./browsers/find-browser.mjs')
  const environment = {
    CHROME_PATH: findBrowser({ prefersShell: true }),
    PLAYWRIGHT_JSON_OUTPUT_FILE: resultFile('playwright'),
  }
  return runTool('playwright', ['test', '--reporter=list,json'], environment)
}

const readResult = name => {
  try {
    return JSON.parse(readFileSync(resultFile(name), 'utf8'))
  } catch {
    return undefined
  }
}

const countUnits = () => {
  const result = readResult('vitest')
  const tests = (result?.testResults ?? []).flatMap(({ assertionResults }) => assertionResults)
  const repeated = tests.filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0)
  for (const { fullName, failureMessages } of repeated) console.log(`\nflaky: ${fullName}\n${failureMessages[0]}`)
  return { passed: result?.numPassedTests ?? 0, failed: result?.numFailedTests ?? 0, flaky: repeated.length }
}

const countEndToEnd = () => {
  const { expected = 0, flaky = 0, unexpected = 0 } = readResult('playwright')?.stats ?? {}
  return { passed: expected + flaky, failed: unexpected, flaky }
}

/** The steps of a group run at the same time. */
const groups = [
  [
    ['Formato e lint', () => runTool('biome', ['check', '.'])],
    ['Interface', async () => (isBuildFresh() ? 0 : await buildWeb())],
  ],
  [['Navegadores', async () => (await import('./browsers/check-browser-support.mjs')).checkBrowserSupport()]],
  [['Tamanho', async () => (await import('./check-size.mjs')).checkBundleSize()]],
  [
    ['Regras, rotas e telas', runUnits],
    // The tests wait for PostgreSQL now and then, which leaves a part of the cores to the types.
    ['Tipos', () => runTool('tsc', ['-b'])],
  ],
  [['Jornadas', runEndToEnd]],
]

const runStep = async ([title, work]) => {
  console.log(`\n── ${title}`)
  const startedAt = performance.now()
  const code = await work().catch(error => {
    console.error(error.message)
    return 1
  })
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1).replace('.', ',')
  console.log(`── ${title}: ${code === 0 ? 'passou' : 'falhou'} em ${seconds} s`)
  return code === 0
}

const runAll = async () => {
  for (const group of groups) {
    const results = await Promise.all(group.map(runStep))
    if (!results.every(Boolean)) return false
  }
  return true
}

for (const name of ['vitest', 'playwright']) rmSync(resultFile(name), { force: true })
const succeeded = await runAll()
const counts = [countUnits(), countEndToEnd()]
const passed = counts.reduce((sum, count) => sum + count.passed, 0)
const failed = counts.reduce((sum, count) => sum + count.failed, 0)
const flaky = counts.reduce((sum, count) => sum + count.flaky, 0)
if (flaky > 0) console.log(`\n${flaky} flaky: passed only when repeated (see above)`)
// Count a failed step without failed tests as one failure, so that the line never shows 0 failed.
console.log(`\n${passed} passed, ${succeeded ? failed : Math.max(1, failed)} failed`)
process.exit(succeeded ? 0 : 1)
