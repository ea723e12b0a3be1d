import type { Settings } from '../env.ts'
import { isLoopback } from '../loopback.ts'
import { type Finding, missing, ok, unknown } from './finding.ts'

const companyNames = {
  companyName: 'COMPANY_NAME',
  companyCnpj: 'COMPANY_CNPJ',
  companyAddress: 'COMPANY_ADDRESS',
  supportEmail: 'SUPPORT_EMAIL',
} as const

/** Checks what the settings alone show. */
export const checkSettings = (settings: Settings): Finding[] => {
  const { production, publicUrl, stripe, smtpUrl, trustedProxies, metricsPort } = settings
  const url = new URL(publicUrl)
  const unset = Object.entries(companyNames).filter(([key]) => !settings[key as keyof typeof companyNames])
  return [
    production
      ? ok('NODE_ENV=production')
      : missing(
          'NODE_ENV: use production; sem isso, a demonstração e o ambiente de teste de pagamentos podem iniciar.',
        ),
    url.protocol === 'https:' && !isLoopback(url.hostname)
      ? ok(`PUBLIC_URL=${publicUrl}`)
      : missing(`PUBLIC_URL é ${publicUrl}: use o endereço público, com https://.`),
    unset.length === 0
      ? ok('Empresa e contato nos termos e na política de privacidade')
      : missing(`${unset.map(([, name]) => name).join(', ')}: os termos e a política de privacidade dizem que faltam.`),
    stripe?.isLive
      ? ok('STRIPE_SECRET_KEY de produção')
      : missing('STRIPE_SECRET_KEY: use uma chave de produção; sem ela, ninguém paga de verdade.'),
    smtpUrl ? ok('SMTP_URL definida') : missing('SMTP_URL: sem ela, os e-mails ficam na fila e ninguém os recebe.'),
    trustedProxies
      ? ok(`TRUSTED_PROXIES=${trustedProxies.join(',')}`)
      : missing(
          'TRUSTED_PROXIES: diga o endereço do proxy que faz o TLS; sem isso, todos os clientes dividem os limites.',
        ),
    metricsPort === undefined
      ? missing('METRICS_PORT: sem ela, não há métricas para o Prometheus.')
      : ok(`Métricas na porta ${metricsPort}`),
    unknown('Alertas: confira se o Prometheus lê as métricas e avisa alguém (docs/going-live.md).'),
  ]
}
