import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { readSettings } from '../env.ts'
import { testApp } from '../testing/test-app.ts'
import { addressOf, urlOf } from '../testing/test-database.ts'
import { checkDatabase } from './check-database.ts'
import { checkMail, checkPublicUrl } from './check-services.ts'
import { checkSettings } from './check-settings.ts'
import type { Finding } from './finding.ts'

const now = new Date()
const missingIn = (findings: Finding[]) => findings.filter(({ state }) => state === 'missing').map(({ text }) => text)

const complete = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://app.exemplo.com.br',
  COMPANY_NAME: 'Exemplo Ltda.',
  COMPANY_CNPJ: '12.345.678/0001-90',
  COMPANY_ADDRESS: 'Rua Exemplo, 100',
  SUPPORT_EMAIL: 'suporte@exemplo.com.br',
  STRIPE_SECRET_KEY: 'sk_live_51abc',
  STRIPE_WEBHOOK_SECRET: 'whsec_abc',
  SMTP_URL: 'smtp://mail.exemplo.com.br',
  TRUSTED_PROXIES: '127.0.0.1',
  METRICS_PORT: '9464',
}

describe('the settings', () => {
  it('of a complete production server lack nothing', () => {
    expect(missingIn(checkSettings(readSettings(complete)))).toEqual([])
  })

  it.each(Object.keys(complete).filter(name => name !== 'STRIPE_WEBHOOK_SECRET'))('without %s are named', name => {
    const texts = missingIn(checkSettings(readSettings({ ...complete, [name]: '' })))
    expect(texts).toEqual([expect.stringContaining(name)])
  })
})

it('a product that responds at its public URL is found, and another is not', async () => {
  const { app } = await testApp()
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const found = await checkPublicUrl(readSettings({ PUBLIC_URL: url }), now)
  expect(found).toEqual([{ state: 'ok', text: `${url}/api/health/ready responde` }])
  const none = await checkPublicUrl(readSettings({ PUBLIC_URL: 'http://127.0.0.1:1' }), now)
  expect(missingIn(none)).toEqual([expect.stringContaining('não responde')])
})

it('a mail server that is down is named', async () => {
  const texts = missingIn(await checkMail(readSettings({ SMTP_URL: 'smtp://127.0.0.1:1' })))
  expect(texts).toContainEqual(expect.stringContaining('O servidor de e-mail recusa'))
})

describe('the database', () => {
  it('without administrators is named', async () => {
    const { db } = await testApp()
    const row = await db.row<{ name: string }>('select current_database() as name')
    const server = inject('databaseServer')
    const DATABASE_URL =
      typeof server === 'string' ? addressOf(server, row?.name ?? '') : urlOf(server, row?.name ?? '').href
    const texts = missingIn(await checkDatabase(readSettings({ DATABASE_URL: String(DATABASE_URL) }), now))
    expect(texts).toContainEqual('Ninguém administra: npm run admin -- <e-mail>')
  })

  it('that does not run is not created', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'fechou-production-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const findings = await checkDatabase(readSettings({ DATA_DIR: join(folder, 'data') }), now)
    expect(findings).toMatchObject([{ state: 'unknown' }])
  })
})
