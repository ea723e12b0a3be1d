import { createDb } from '../db/client.ts'
import { readSettings } from '../env.ts'
import { createOutbound } from '../outbound/outbound.ts'
import { createSecretBox } from '../secrets/secret-box.ts'
import { sendDueWebhooks } from '../webhooks/webhook-worker.ts'

// Sends the due webhooks of a database, in a process that a test may kill. Arguments: the database's URL, the receiver's host.
const [url = '', host = ''] = process.argv.slice(2)
const settings = {
  ...readSettings({ LOG_LEVEL: 'silent', PUBLIC_URL: 'http://fechou.test', RATE_LIMITS: 'off' }),
  webhookAllowHosts: [host],
}
const db = createDb(url)
await sendDueWebhooks(
  {
    db,
    settings,
    now: () => new Date(),
    secrets: createSecretBox('secret of the tests'),
    outbound: createOutbound(settings),
  },
  console,
)
await db.close()
