import { findBrowser } from './browsers/find-browser.mjs'
import { requireNode24 } from './node-version.mjs'
import { runTool } from './run-tool.mjs'
import { buildWeb, isBuildFresh } from './web-build/build-web.mjs'

requireNode24('npm run e2e')
const failed = isBuildFresh() ? 0 : await buildWeb()
const args = ['test', ...process.argv.slice(2)]
process.exit(failed || (await runTool('playwright', args, { CHROME_PATH: findBrowser({ prefersShell: true }) })))
