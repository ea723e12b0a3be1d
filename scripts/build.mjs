import { requireNode24 } from './node-version.mjs'
import { buildWeb } from './web-build/build-web.mjs'

requireNode24('npm run build')
process.exit(await buildWeb())
