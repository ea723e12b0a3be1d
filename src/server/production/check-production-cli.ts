/** `npm run check:production`: tries the settings of a production server. Exits with 1 if something is missing. */
import { readSettings, SettingsError } from '../env.ts'
import { checkDatabase } from './check-database.ts'
import { checkMail, checkPublicUrl, checkStripe } from './check-services.ts'
import { checkSettings } from './check-settings.ts'
import type { FindingState } from './finding.ts'

const marks: Record<FindingState, string> = { ok: 'ok     ', missing: 'FALTA  ', unknown: 'confira' }

const run = async (): Promise<void> => {
  const settings = readSettings(process.env)
  const now = new Date()
  const findings = [
    checkSettings(settings),
    ...(await Promise.all([
      checkPublicUrl(settings, now),
      checkDatabase(settings, now),
      checkMail(settings),
      checkStripe(settings),
    ])),
  ].flat()
  for (const { state, text } of findings) console.log(`${marks[state]}  ${text}`)
  const count = findings.filter(({ state }) => state === 'missing').length
  console.log(count === 0 ? 'Nada falta do que dá para testar daqui.' : `Faltam: ${count}. Veja docs/going-live.md.`)
  process.exitCode = count === 0 ? 0 : 1
}

await run().catch(error => {
  console.error(error instanceof SettingsError ? error.message : error)
  process.exitCode = 1
})
