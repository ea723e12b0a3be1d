import { describe, expect, it } from 'vitest'
import { readSettings, SettingsError } from './env.ts'

describe('settings', () => {
  it('have defaults that let the server start', () => {
    expect(readSettings({})).toMatchObject({
      production: false,
      port: 3000,
      host: '127.0.0.1',
      publicUrl: 'http://localhost:3000',
      databaseUrl: undefined,
      dataDir: './data',
      brandName: 'Fechou',
      minPasswordLength: 6,
      demo: true,
      supportEmail: 'suporte@fechou.example',
      supportHours: [24, 8, 4],
    })
  })

  it('show support outside demo mode only if the operator sets it', () => {
    const { supportEmail, supportHours, supportPhone, trainingUrl } = readSettings({ DEMO: '0' })
    expect([supportEmail, supportHours, supportPhone, trainingUrl]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ])
    expect(readSettings({ DEMO: '0', SUPPORT_HOURS: '48, 8,8' }).supportHours).toEqual([48, 8, 8])
    expect(readSettings({ DEMO: '0', SUPPORT_EMAIL: 'ajuda@exemplo.com.br' }).supportEmail).toBe('ajuda@exemplo.com.br')
  })

  it('are read from the environment, where an empty variable counts as absent', () => {
    const settings = readSettings({
      PORT: '8080',
      PUBLIC_URL: 'https://leads.exemplo.com.br/',
      DATABASE_URL: 'postgres://fechou@localhost/fechou',
      PASSWORD_MIN: '12',
      BRAND_NAME: '',
      HOST: '',
    })
    expect(settings).toMatchObject({
      port: 8080,
      publicUrl: 'https://leads.exemplo.com.br',
      databaseUrl: 'postgres://fechou@localhost/fechou',
      minPasswordLength: 12,
      brandName: 'Fechou',
      host: '127.0.0.1',
    })
  })

  it('put backups into the data directory, and make none of an external database', () => {
    expect(readSettings({ DATA_DIR: '/srv/data' }).backupDir).toBe('/srv/data/backups')
    expect(readSettings({ BACKUP_DIR: '/mnt/backups' }).backupDir).toBe('/mnt/backups')
    const external = { DATABASE_URL: 'postgres://localhost/fechou', BACKUP_DIR: '/mnt/backups' }
    expect(readSettings(external).backupDir).toBeUndefined()
  })

  it.each([
    ['PORT', '99999'],
    ['DATABASE_POOL_SIZE', '4'],
    ['WEB_CONCURRENCY', '0'],
    ['WEB_CONCURRENCY', '9'],
    ['BACKUP_BEFORE_MIGRATION', 'no'],
    ['PORT', 'three'],
    ['METRICS_PORT', '-1'],
    ['PUBLIC_URL', 'leads.exemplo.com.br'],
    ['PUBLIC_URL', 'ftp://leads.exemplo.com.br'],
    ['DATABASE_URL', 'mysql://localhost/fechou'],
    ['PASSWORD_MIN', '5'],
    ['PASSWORD_MIN', '65'],
    ['LOG_LEVEL', 'loud'],
    ['SUPPORT_EMAIL', 'suporte'],
    ['SUPPORT_HOURS', '24,8'],
    ['SUPPORT_HOURS', '8,24,4'],
    ['SUPPORT_HOURS', '24,8,0'],
    ['SUPPORT_HOURS', '24,,4'],
    ['SUPPORT_PHONE_24_7', 'ligue'],
    ['TRAINING_URL', 'javascript:alert(1)'],
    ['DEMO', 'yes'],
    ['BRAND_NAME', 'x'.repeat(41)],
    ['COMPANY_NAME', 'x'.repeat(201)],
    ['COMPANY_CNPJ', '123'],
  ])('stop the start with one line that names the invalid variable: %s=%s', (name, value) => {
    const read = () => readSettings({ [name]: value })
    expect(read).toThrow(SettingsError)
    expect(read).toThrow(new RegExp(`^Configuração inválida: ${name} `))
  })

  it('list all invalid variables at once', () => {
    expect(() => readSettings({ PORT: 'x', DEMO: 'x' })).toThrow(/PORT .*; DEMO /)
  })

  it.each([
    ['an empty embedded database', {}, true],
    ['a start with DEMO=0', { DEMO: '0' }, false],
    ['an external database', { DATABASE_URL: 'postgres://localhost/x' }, false],
    ['production', { NODE_ENV: 'production' }, false],
    ['this machine by its addresses', { HOST: '::1', PUBLIC_URL: 'http://127.0.0.1:3000' }, true],
    ['all IPv4 interfaces', { HOST: '0.0.0.0' }, false],
    ['all IPv6 interfaces', { HOST: '::' }, false],
    ['a network interface', { HOST: '192.168.0.7' }, false],
    ['a public URL', { PUBLIC_URL: 'https://leads.exemplo.com.br' }, false],
    ['a host name that only starts like this machine', { PUBLIC_URL: 'http://localhost.exemplo.com.br' }, false],
  ])('enable the demo only on this machine with an embedded database: %s', (_, environment, demo) => {
    expect(readSettings(environment).demo).toBe(demo)
  })
})
