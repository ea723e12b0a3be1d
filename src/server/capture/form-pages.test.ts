import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { brandApi } from '#contract/brand/brand.ts'
import { brandStyleSheet, deriveBrandColors } from '#contract/brand/brand-colors.ts'
import { captureApi } from '#contract/capture/capture.ts'
import { honeypotName } from '#contract/capture/capture-fields.ts'
import { aCaptureFormBody, captureApp, hiddenFields } from '../testing/capture-app.ts'
import { aSubscriber, aUser, fetchAllLeads, subscribe } from '../testing/factories.ts'

const app = await captureApp()
const { aForm, later, post, view, submissionsOf } = app

/** Opens the page as a visitor, fills it in as fast as a person, and sends it. */
const fillIn = async (key: string, fields: Record<string, string>, seconds = 5) => {
  const page = await view(`/f/${key}`)
  later(seconds * 1000)
  return post(`/f/${key}`, { ...hiddenFields(page.payload), [honeypotName]: '', ...fields })
}
const bia = { nome: 'Bia', telefone: '(11) 98888-7777' }

describe('the page of a form', () => {
  it('has no scripts, may be framed, and shows the texts of the form as text', async () => {
    const owner = await aUser(app)
    const script = '<script>alert(1)</script>'
    const form = await aForm(owner, { title: script, intro: script, consentText: script })
    const { statusCode, headers, payload } = await view(`/f/${form.key}`)
    expect(statusCode).toBe(200)
    expect(payload).not.toMatch(/<script/)
    expect(payload.match(/&#60;script&#62;/g)?.length).toBeGreaterThanOrEqual(4)
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-\S+'; base-uri 'none'; form-action 'self'; frame-ancestors \*$/,
    )
    expect(headers['x-frame-options']).toBeUndefined()
    expect(headers['cache-control']).toBe('no-store')
    for (const key of ['nenhum', '%00', 'x'.repeat(150)]) expect((await view(`/f/${key}`)).statusCode).toBe(404)
  })

  it('shows the brand of its account while the plan holds it', async () => {
    const owner = await aSubscriber(app, 'enterprise')
    const form = await aForm(owner)
    const withoutStamp = async () => (await view(`/f/${form.key}`)).payload.replace(/value="[^"]{40,}"/, '')
    const plain = await withoutStamp()
    const body = { nome: 'Padaria <Sol>', color: '#aa3300' }
    await app.call(brandApi.change, { token: owner.token, body })
    const { payload, headers } = await view(`/f/${form.key}`)
    expect(payload).toContain('<p class="brand">Padaria &#60;Sol&#62;</p>')
    const [, style = ''] = /<style>(:root\{--brand:#.*?)<\/style>/.exec(payload) ?? []
    expect(style).toBe(brandStyleSheet(deriveBrandColors(body.color)))
    expect(headers['content-security-policy']).toContain(createHash('sha256').update(style).digest('base64'))
    expect((await view(`/f/${form.key}?enviado`)).payload).toContain('Padaria &#60;Sol&#62;')
    await subscribe(app, owner.user, 'pro')
    expect(await withoutStamp()).toBe(plain)
  })

  it('makes a lead, and redirects to the thanks', async () => {
    const owner = await aUser(app)
    const form = await aForm(owner, { consentText: 'Aceito.' })
    const reply = await fillIn(form.key, { ...bia, consentimento: 'sim' })
    expect([reply.statusCode, reply.headers.location]).toEqual([303, `/f/${form.key}?enviado`])
    expect((await view(String(reply.headers.location))).payload).toContain('Respondemos em um dia.')
    expect(await fetchAllLeads(app, owner.token)).toMatchObject([{ nome: 'Bia', baseLegal: 'consentimento' }])
  })

  it('shows what is wrong next to the fields, with what was typed', async () => {
    const owner = await aUser(app)
    const form = await aForm(owner)
    const { statusCode, payload } = await fillIn(form.key, { nome: '"><script>alert(1)</script>', email: 'bia@' })
    expect(statusCode).toBe(400)
    expect(payload).not.toMatch(/<script/)
    expect(payload).toContain('value="&#34;&#62;&#60;script&#62;alert(1)&#60;/script&#62;"')
    expect(payload).toContain('aria-invalid="true" aria-describedby="erro-email"')
    expect(payload).toContain('Preencha: Telefone (WhatsApp)')
    later(1000)
    const again = await post(`/f/${form.key}`, { ...hiddenFields(payload), ...bia })
    expect(again.statusCode).toBe(303)
    expect(await submissionsOf(owner)).toMatchObject([{ outcome: 'lead' }])
  })

  it('suspects what comes faster than a person types, and asks again after a day', async () => {
    const owner = await aUser(app)
    const form = await aForm(owner)
    expect((await fillIn(form.key, bia, 1)).statusCode).toBe(303)
    expect(await submissionsOf(owner)).toMatchObject([{ outcome: 'suspect', reason: 'too-fast' }])
    const late = await fillIn(form.key, bia, 25 * 60 * 60)
    expect(late.statusCode).toBe(400)
    expect(late.payload).toContain('value="(11) 98888-7777"')
    expect((await post(`/f/${form.key}`, { ...bia, carimbo: 'inventado' })).statusCode).toBe(400)
    later(3000)
    expect((await post(`/f/${form.key}`, { ...hiddenFields(late.payload), ...bia })).statusCode).toBe(303)
    expect(await submissionsOf(owner, 'lead')).toHaveLength(1)
  })

  it('says that a paused form takes nothing', async () => {
    const owner = await aUser(app)
    const form = await aForm(owner, { isActive: false })
    expect((await view(`/f/${form.key}`)).payload).toContain('não está recebendo contatos')
    expect((await post(`/f/${form.key}`, bia)).payload).toContain('não está recebendo contatos')
  })

  it('has a QR code of its address', async () => {
    const form = await aForm(await aUser(app))
    const { headers, payload } = await view(`/f/${form.key}/qr.svg`)
    expect(headers['content-type']).toBe('image/svg+xml')
    expect(payload).toMatch(/<svg[^>]*>.*<path/s)
  })
})

describe('a form on another site', () => {
  it('sends its visitor to the page that the owner chose', async () => {
    const owner = await aUser(app)
    const redirectUrl = 'https://padaria.exemplo.com.br/obrigado'
    const form = await aForm(owner, { redirectUrl })
    const reply = await post(`/api/capture/${form.key}`, { name: 'Bia', phone: '11 98888-7777' })
    expect([reply.statusCode, reply.headers.location]).toEqual([303, redirectUrl])
    expect((await view(`/f/${form.key}`)).headers['content-security-policy']).toContain(
      "form-action 'self' https://padaria.exemplo.com.br;",
    )
    expect(await fetchAllLeads(app, owner.token)).toHaveLength(1)
  })

  it.each([
    ['obrigado–você', 'obrigado%E2%80%93voc%C3%AA'],
    ['😀', '%F0%9F%98%80'],
    ['\u0001x', '%01x'],
  ])('sends its visitor to a page whose address has the characters %j', async (path, escaped) => {
    const owner = await aUser(app)
    const redirectUrl = `https://pão.exemplo.com.br/${path}`
    const form = await aForm(owner, { redirectUrl })
    expect(form.redirectUrl).toBe(redirectUrl)
    const replies = [await post(`/api/capture/${form.key}`, bia), await fillIn(form.key, bia)]
    expect(replies.map(({ statusCode, headers }) => [statusCode, headers.location])).toEqual(
      Array(2).fill([303, `https://xn--po-sia.exemplo.com.br/${escaped}`]),
    )
  })

  it('cannot send its visitor to an address that is not stored', async () => {
    const { token } = await aUser(app)
    const body = aCaptureFormBody({ redirectUrl: 'https://padaria.exemplo.com.br/\u0000' })
    const { status, error } = await app.call(captureApi.createForm, { token, body })
    expect([status, error.fields]).toEqual([
      400,
      { redirectUrl: 'Há um caractere inválido; apague e digite novamente' },
    ])
  })

  it('shows its visitor a page that says what is wrong', async () => {
    const form = await aForm(await aUser(app))
    const reply = await post(`/api/capture/${form.key}`, { name: 'B'.repeat(500), phone: '1' })
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([400, 'text/html; charset=utf-8'])
    expect(reply.payload).toContain('Use no máximo 120 caracteres')
    const gone = await post('/api/capture/nenhum', { name: 'Bia' })
    expect([gone.statusCode, gone.payload.includes('Este formulário não existe')]).toEqual([404, true])
  })

  it('may be sent as multipart or by a script of any origin, without credentials', async () => {
    const owner = await aUser(app)
    const form = await aForm(owner)
    const url = `/api/capture/${form.key}`
    const preflight = await app.app.inject({ method: 'OPTIONS', url, headers: { origin: 'https://site.example' } })
    expect([preflight.statusCode, preflight.headers['access-control-allow-methods']]).toEqual([204, 'POST'])
    const data = new FormData()
    data.append('nome', 'Bia')
    data.append('telefone', '11 98888-7777')
    const { headers, body } = new Request('http://fechou.test', { method: 'POST', body: data })
    const reply = await app.app.inject({
      method: 'POST',
      url,
      headers: { 'content-type': headers.get('content-type') ?? '' },
      payload: Buffer.from(await new Response(body).arrayBuffer()),
    })
    expect(reply.statusCode).toBe(303)
    expect(reply.headers['access-control-allow-origin']).toBe('*')
    expect(reply.headers['access-control-allow-credentials']).toBeUndefined()
    expect(await fetchAllLeads(app, owner.token)).toHaveLength(1)
  })
})
