import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify from 'fastify'
import { afterAll, describe, expect, it } from 'vitest'
import { readSettings } from '../env.ts'
import { mailServer } from '../testing/mail-server.ts'
import { composeMail } from './mails.ts'
import { outboxUrl, registerOutboxPage } from './outbox-page.ts'
import { parseEml } from './parse-eml.ts'
import { createMailTransport, fileTransport, type OutgoingMail, smtpTransport } from './transport.ts'

const dataDir = await mkdtemp(join(tmpdir(), 'fechou-mail-'))
afterAll(() => rm(dataDir, { recursive: true, force: true }))
const settings = {
  ...readSettings({ PUBLIC_URL: 'http://localhost:3000', MAIL_FROM: 'Fechou Ação <oi@fechou.com>' }),
  dataDir,
}
const link = 'http://localhost:3000/reset-password?token=abc_DEF-123&email=in%C3%AAs%40exemplo.com.br'
const aLetter = (change: Partial<OutgoingMail> = {}): OutgoingMail => ({
  id: '01939c3e-7a00-7000-8000-000000000001',
  to: 'ines@exemplo.com.br',
  ...composeMail({ kind: 'reset', nome: 'Inês Conceição', link }, settings, new Date()),
  ...change,
})

describe('SMTP', () => {
  it('delivers the complete mail to one recipient under its own ID', async () => {
    const server = await mailServer()
    const transport = smtpTransport(server.url, settings)
    await transport.send(aLetter())
    transport.close()
    await server.stop()
    const [mail, ...more] = server.mails
    expect(more).toEqual([])
    expect([mail?.from, mail?.to]).toEqual(['oi@fechou.com', ['ines@exemplo.com.br']])
    expect(mail?.raw).toMatch(/^Message-ID: <01939c3e-7a00-7000-8000-000000000001@fechou\.com>\r$/m)
    expect(mail?.raw).toMatch(/^Auto-Submitted: auto-generated\r$/m)
    expect(parseEml(mail?.raw ?? '')).toMatchObject({
      subject: 'Redefina sua senha do Fechou',
      to: 'ines@exemplo.com.br',
    })
    expect(parseEml(mail?.raw ?? '').text).toContain(link)
  })

  it('sends a picture with the mail, which the HTML shows and the text does without', async () => {
    const server = await mailServer()
    const transport = smtpTransport(server.url, settings)
    const png = Buffer.from('a picture')
    const groups = [{ group: 'late' as const, total: 1, leads: ['Ana'] }]
    const mail = { kind: 'digest', nome: 'Inês', groups, link, brand: 'Padaria Sol', logo: png } as const
    await transport.send(aLetter(composeMail(mail, settings, new Date())))
    transport.close()
    await server.stop()
    const raw = server.mails[0]?.raw ?? ''
    expect(raw).toContain('multipart/related')
    expect(raw).toMatch(/^Content-ID: <logo>\r$/m)
    expect(raw).toMatch(/^Content-Disposition: inline\r$/m)
    expect(raw).toContain(png.toString('base64'))
    expect(parseEml(raw).text).toContain('Enviado por Fechou em nome de Padaria Sol.')
  })

  it.each([
    ['recipient', { to: 'ines@exemplo.com.br\r\nBcc: evil@evil.example' }],
    ['recipient that looks like a list', { to: 'ines@exemplo.com.br, evil@evil.example' }],
    ['recipient with a name', { to: '"x" <evil@evil.example>, ines@exemplo.com.br' }],
    ['subject', { subject: 'Oi\r\nBcc: evil@evil.example\r\n\r\nOutro corpo' }],
    ['id', { id: 'x>\r\nBcc: evil@evil.example\r\nX: <' }],
  ])('prevents header injection through the %s', async (_, change) => {
    const server = await mailServer()
    const transport = smtpTransport(server.url, settings)
    await transport.send(aLetter(change)).catch(() => {})
    transport.close()
    await server.stop()
    for (const { raw, to } of server.mails) {
      expect(to.filter(address => address !== 'ines@exemplo.com.br')).toEqual([])
      expect(raw.split('\r\n\r\n')[0]).not.toMatch(/^(Bcc|Cc):/im)
    }
  })
})

describe('without a mail server', () => {
  it('a mail becomes one file, even when it is sent twice', async () => {
    const transport = fileTransport(settings)
    await transport.send(aLetter())
    await transport.send(aLetter())
    expect(await readdir(join(dataDir, 'outbox'))).toEqual(['01939c3e-7a00-7000-8000-000000000001.eml'])
    const mail = parseEml(await readFile(join(dataDir, 'outbox', '01939c3e-7a00-7000-8000-000000000001.eml'), 'utf8'))
    expect(mail.subject).toBe('Redefina sua senha do Fechou')
    expect(mail.text).toMatch(/^Olá, Inês Conceição!/)
  })

  it('in production, there is no transport', () => {
    expect(createMailTransport({ ...settings, production: true })).toBeUndefined()
    expect(createMailTransport(settings)).toBeDefined()
  })
})

describe('outbox page', () => {
  const app = fastify()
  const key = 'a-chave-deste-inicio'
  registerOutboxPage(app, settings, key)
  afterAll(() => app.close())
  const page = outboxUrl(settings, key).slice(settings.publicUrl.length)
  const open = (headers: Record<string, string>, remoteAddress = '127.0.0.1', url = page) =>
    app.inject({ url, headers, remoteAddress })

  it('shows mails with working links under a strict policy', async () => {
    await fileTransport(settings).send(
      aLetter({ id: '01939c3e-7a00-7000-8000-000000000002', subject: '<script>alert(1)</script> ção' }),
    )
    const { statusCode, body, headers } = await open({ host: 'localhost:3000' })
    expect(statusCode).toBe(200)
    expect(body).toContain(`<a href="${link.replace('&', '&#38;')}">`)
    expect(body).toContain('&#60;script&#62;alert(1)&#60;/script&#62; ção')
    expect(body).not.toContain('<script')
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/=]+'; base-uri 'none'/,
    )
    expect(headers['content-security-policy']).not.toContain('unsafe')
  })

  it.each<[string, Record<string, string>, string]>([
    ['from another machine', { host: 'localhost:3000' }, '192.168.0.7'],
    ['under another name', { host: 'evil.example' }, '127.0.0.1'],
    ['through a proxy', { host: 'localhost', 'x-forwarded-for': '203.0.113.1' }, '127.0.0.1'],
    ['through a proxy of the other kind', { host: 'localhost', forwarded: 'for=203.0.113.1' }, '127.0.0.1'],
  ])('responds 404 %s', async (_, headers, address) => {
    expect((await open(headers, address)).statusCode).toBe(404)
  })

  it.each(['/caixa-de-saida', '/caixa-de-saida?chave=', '/caixa-de-saida?chave=outra', `${page}&chave=x`])(
    'responds 404 without the key of this start, as through a proxy without forwarding headers: %s',
    async url => expect((await open({ host: 'localhost:3000' }, '127.0.0.1', url)).statusCode).toBe(404),
  )
})
