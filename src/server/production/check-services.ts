import { resolveTxt } from 'node:dns/promises'
import { connect } from 'node:tls'
import { billingApi } from '#contract/billing/billing.ts'
import { healthApi } from '#contract/health.ts'
import { createStripePayments } from '../billing/stripe/create-payments.ts'
import { toOperatorMessage } from '../billing/stripe/stripe.ts'
import type { Settings } from '../env.ts'
import { verifySmtp } from '../mail/transport.ts'
import { type Finding, missing, ok, unknown } from './finding.ts'

const timeoutMs = 10_000
const minCertificateDays = 14
const dayMs = 24 * 3_600_000

/** Requests the product at its public URL, through the proxy. */
export const checkPublicUrl = async ({ publicUrl }: Settings, now: Date): Promise<Finding[]> => {
  const url = `${publicUrl}/api${healthApi.ready.path}`
  try {
    const { status } = await fetch(url, { signal: AbortSignal.timeout(timeoutMs), redirect: 'error' })
    const found =
      status === 200 ? ok(`${url} responde`) : missing(`${url} responde ${status}: confira o proxy e o Fechou.`)
    return publicUrl.startsWith('https:') ? [found, await checkCertificate(new URL(publicUrl), now)] : [found]
  } catch (error) {
    const cause = (error as Error).cause ?? error
    return [missing(`${url} não responde (${(cause as Error).message}): confira DNS, TLS e proxy.`)]
  }
}

const checkCertificate = async ({ hostname, port }: URL, now: Date): Promise<Finding> => {
  const expiresAt = await new Promise<Date>((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port || 443), servername: hostname, timeout: timeoutMs })
    socket.once('error', reject).once('timeout', () => socket.destroy(new Error('timeout')))
    socket.once('secureConnect', () => {
      resolve(new Date(socket.getPeerCertificate().valid_to))
      socket.end()
    })
  })
  const days = Math.floor((expiresAt.getTime() - now.getTime()) / dayMs)
  return days >= minCertificateDays
    ? ok(`O certificado vale por mais ${days} dias`)
    : missing(`O certificado vence em ${days} dias: confira a renovação automática.`)
}

/** Logs in at the mail server without sending, and reads the sender's DNS. */
export const checkMail = async (settings: Settings): Promise<Finding[]> => {
  if (!settings.smtpUrl) return []
  const domain = settings.mailFrom.address.split('@')[1] ?? ''
  const smtp = await verifySmtp(settings.smtpUrl).then(
    () => ok('O servidor de e-mail aceita o login'),
    (error: Error) => missing(`O servidor de e-mail recusa: ${error.message}`),
  )
  return [
    smtp,
    await checkTxt(domain, /^v=spf1 /, `SPF de ${domain}`),
    await checkTxt(`_dmarc.${domain}`, /^v=DMARC1/, `DMARC de ${domain}`),
    unknown(
      `DKIM de ${domain}: o seletor é do provedor de e-mail; envie um e-mail e procure "dkim=pass" no cabeçalho.`,
    ),
  ]
}

const checkTxt = async (name: string, pattern: RegExp, label: string): Promise<Finding> => {
  try {
    const records = (await resolveTxt(name)).map(parts => parts.join(''))
    return records.some(record => pattern.test(record))
      ? ok(label)
      : missing(`${label}: falta o registro TXT em ${name}.`)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENODATA' || code === 'ENOTFOUND') return missing(`${label}: falta o registro TXT em ${name}.`)
    return unknown(`${label}: o DNS não respondeu (${code}).`)
  }
}

/** Reads the webhook endpoints, which the key and its permissions must allow. */
export const checkStripe = async ({ stripe, publicUrl }: Settings): Promise<Finding[]> => {
  if (!stripe) return []
  const webhookUrl = `${publicUrl}/api${billingApi.webhook.path}`
  try {
    const { data } = await createStripePayments(stripe).stripe.webhookEndpoints.list({ limit: 100 })
    const isThere = data.some(({ url, status }) => url === webhookUrl && status === 'enabled')
    return [
      ok('O Stripe aceita a chave'),
      isThere
        ? ok(`O Stripe avisa ${webhookUrl}`)
        : missing(`O Stripe não avisa ${webhookUrl}: npm run payments:setup`),
    ]
  } catch (error) {
    return [missing(`O Stripe recusa a chave: ${toOperatorMessage(error) ?? (error as Error).message}`)]
  }
}
