/**
 * Runs the core workflow in Firefox and in WebKit, where they are installed. On Debian: firefox-esr, webkit2gtk-driver and
 * xvfb, under `xvfb-run -a`. FIREFOX_PATH, WEBKIT_DRIVER_PATH and WEBKIT_PATH name other places.
 */
import { existsSync } from 'node:fs'
import { type Browser, launchFirefox, launchWebKit } from './browser.ts'
import { runCoreWorkflow } from './core-workflow.ts'

const {
  FIREFOX_PATH = '/usr/bin/firefox-esr',
  WEBKIT_DRIVER_PATH = '/usr/bin/WebKitWebDriver',
  WEBKIT_PATH = `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu/webkit2gtk-4.1/MiniBrowser`,
  DISPLAY,
} = process.env

interface Engine {
  name: string
  isInstalled: boolean
  launch: () => Promise<Browser>
}

const engines: Engine[] = [
  { name: 'Firefox', isInstalled: existsSync(FIREFOX_PATH), launch: () => launchFirefox(FIREFOX_PATH) },
  {
    name: 'WebKit',
    isInstalled: [WEBKIT_DRIVER_PATH, WEBKIT_PATH].every(path => existsSync(path)) && DISPLAY !== undefined,
    launch: () => launchWebKit(WEBKIT_DRIVER_PATH, WEBKIT_PATH),
  },
]

const runIn = async ({ name, launch }: Engine): Promise<boolean> => {
  const browser = await launch()
  const startedAt = performance.now()
  try {
    await runCoreWorkflow(browser)
    console.log(`${name}: passed in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`)
    return true
  } catch (error) {
    console.error(error)
    return false
  } finally {
    await browser.close()
  }
}

const found = engines.filter(({ isInstalled }) => isInstalled)
for (const { name } of engines.filter(({ isInstalled }) => !isInstalled)) console.log(`${name}: not found, not run`)
let hasPassed = found.length > 0
for (const engine of found) hasPassed = (await runIn(engine)) && hasPassed
process.exitCode = hasPassed ? 0 : 1
