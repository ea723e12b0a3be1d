// npm run payments:setup: creates plans, prices, portal and webhook endpoint in Stripe, idempotently. Exits with 1 on an
// error.

import { billingApi } from '#contract/billing/billing.ts'
import { readSettings, SettingsError } from '../../env.ts'
import { keptPromises } from '../../support-promises.ts'
import { createStripePayments } from '../stripe/create-payments.ts'
import { toOperatorMessage } from '../stripe/stripe.ts'
import { setUpPayments } from './set-up-payments.ts'

class CliError extends Error {}

/** Settings reject a live key without a webhook secret, but only this command creates that secret. */
const placeholderSecret = 'whsec_ainda_nao_existe'

const readEnvironment = () => {
  const { STRIPE_WEBHOOK_SECRET: known, ...environment } = process.env
  const settings = readSettings({
    ...environment,
    STRIPE_WEBHOOK_SECRET: known || placeholderSecret,
  })
  const { stripe, production, brandName, publicUrl } = settings
  if (!stripe && production) throw new CliError('Falta STRIPE_SECRET_KEY: não há onde preparar os pagamentos.')
  if (stripe && !environment.PUBLIC_URL)
    throw new CliError(
      'Falta PUBLIC_URL: o endereço em que o Stripe encontra este produto, como https://exemplo.com.br',
    )
  return { stripe, brandName, publicUrl, kept: keptPromises(settings), knowsSecret: Boolean(known) }
}

const run = async (printLine: (line: string) => void): Promise<void> => {
  const { stripe, brandName, publicUrl, kept, knowsSecret } = readEnvironment()
  if (!stripe) {
    printLine(
      'Sem STRIPE_SECRET_KEY não há o que preparar: o ambiente de teste de pagamentos se prepara sozinho ao iniciar.',
    )
    return
  }
  printLine(stripe.isLive ? 'Stripe, modo de produção' : 'Stripe, modo de teste')
  const webhookUrl = `${publicUrl}/api${billingApi.webhook.path}`
  const secret = await setUpPayments(createStripePayments(stripe).stripe, { brandName, webhookUrl, kept, printLine })
  if (secret) printLine(`Guarde agora, pois o Stripe só mostra uma vez: STRIPE_WEBHOOK_SECRET=${secret}`)
  if (secret && knowsSecret)
    printLine('Por três dias ainda chegam avisos com o segredo anterior: deixe os dois, com uma vírgula entre eles.')
  if (!secret && !knowsSecret)
    printLine('O STRIPE_WEBHOOK_SECRET deste endereço está no painel do Stripe, em Webhooks.')
}

try {
  await run(line => console.log(line))
} catch (error) {
  const isOurs = error instanceof CliError || error instanceof SettingsError
  console.error(isOurs ? error.message : (toOperatorMessage(error) ?? error))
  process.exitCode = 1
}
