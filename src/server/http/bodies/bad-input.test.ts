import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { authApi } from '#contract/auth/auth.ts'
import { leadsApi } from '#contract/leads/leads.ts'
import { aLead, aLeadForm, aRegistration, aUser } from '../../testing/factories.ts'
import { type CallOptions, testApp } from '../../testing/test-app.ts'

const app = await testApp()
const { call } = app
const { token } = await aUser(app)

const asJson = { 'content-type': 'application/json' }
const create = (options: CallOptions) => call(leadsApi.create, { token, ...options })
const storedLeads = async () => (await call(leadsApi.stats, { token })).data.total

/** Asserts the status and error code, and that no lead was stored. */
const expectRefused = async (options: CallOptions, status: number, code: string) => {
  const reply = await create(options)
  expect(reply.status).toBe(status)
  expect(reply.error).toMatchObject({ code, message: expect.any(String), requestId: expect.any(String) })
  expect(await storedLeads()).toBe(0)
  return reply
}

describe("a lead with an invalid field is rejected with the field's message", () => {
  it.each<[string, unknown, string]>([
    ['nome', 12, 'Informe o nome'],
    ['nome', ['João'], 'Informe o nome'],
    ['nome', { toString: 'João' }, 'Informe o nome'],
    ['nome', null, 'Informe o nome'],
    ['nome', undefined, 'Informe o nome'],
    ['nome', ' \t', 'Informe o nome'],
    ['nome', 'Jo\u0000ão', 'Há um caractere inválido; apague e digite novamente'],
    ['nome', 'a'.repeat(121), 'Use no máximo 120 caracteres'],
    ['descricaoServico', 'metade \uD83D de um emoji', 'Há um caractere inválido; apague e digite novamente'],
    ['descricaoServico', 'a'.repeat(5001), 'Use no máximo 5.000 caracteres'],
    ['formaPagamento', 3, 'Informe um texto'],
    ['prazoEntrega', 'a\u0000', 'Há um caractere inválido; apague e digite novamente'],
    ['email', 'joao', 'E-mail inválido'],
    ['email', { $gt: '' }, 'E-mail inválido'],
    ['valorServico', '1500', 'Informe um valor em reais'],
    ['valorServico', null, 'Informe um valor em reais'],
    ['valorServico', true, 'Informe um valor em reais'],
    ['valorServico', [1500], 'Informe um valor em reais'],
    ['valorServico', 0.001, 'Use no máximo duas casas decimais'],
    ['valorServico', -0.01, 'O valor não pode ser negativo'],
    ['valorServico', 1_000_000_000, 'O valor máximo é R$ 999.999.999,99'],
    ['valorServico', 1e15, 'O valor máximo é R$ 999.999.999,99'],
    ['status', 'vendido', 'Esta etapa não existe'],
    ['status', 'constructor', 'Esta etapa não existe'],
    ['status', 'proposta-aceita', 'Esta etapa não existe'],
    ['status', null, 'Esta etapa não existe'],
    ['dataProspeccao', '2026-02-30', 'Esta data não existe'],
    ['dataProspeccao', '275760-09-13', 'Informe uma data válida'],
    ['dataProspeccao', '0000-01-01', 'Esta data não existe'],
    ['dataProspeccao', 1_763_596_800_000, 'Informe uma data'],
    ['dataFechamento', '2026-13-01', 'Esta data não existe'],
    ['dataFechamento', 'amanhã', 'Informe uma data válida'],
    ['_id', '1', 'Identificador inválido'],
    ['_id', "' or 1=1 --", 'Identificador inválido'],
  ])('%s: %j', async (field, value, message) => {
    const { error } = await expectRefused({ body: { ...aLeadForm(), [field]: value } }, 400, 'validation_failed')
    expect(error.fields).toEqual({ [field]: message })
  })

  it('lists every invalid field', async () => {
    const { error } = await expectRefused({ body: { valorServico: 'x' } }, 400, 'validation_failed')
    expect(Object.keys(error.fields ?? {}).sort()).toEqual(
      ['nome', 'negocio', 'telefone', 'email', 'descricaoServico', 'valorServico', 'dataProspeccao'].sort(),
    )
  })
})

describe('a body other than an object is rejected', () => {
  it.each(['null', 'true', '1', '"text"', '[]', '[[]]'])('%s', async body => {
    await expectRefused({ body, headers: asJson }, 400, 'validation_failed')
  })

  it('missing body', async () => {
    await expectRefused({ headers: asJson }, 400, 'validation_failed')
    await expectRefused({}, 400, 'validation_failed')
  })
})

describe('a body with invalid JSON is rejected', () => {
  const valid = JSON.stringify(aLeadForm())
  it.each<[string, string | Buffer]>([
    ['a missing brace', valid.slice(0, -1)],
    ['a comma too many', valid.replace('}', ',}')],
    ['NaN', valid.replace('2500.5', 'NaN')],
    ['a number that is no number', valid.replace('2500.5', '2500.5.5')],
    ['a control character inside a text', valid.replace('João', 'Jo\u0001ão')],
    ['a byte order mark in the middle', `${valid}\uFEFF`],
    ['two documents', valid + valid],
    ['words', 'nome=João&valor=3'],
    ['nothing but spaces', '   '],
    ['thirty thousand brackets', '['.repeat(30_000)],
    ['a byte that is no UTF-8', Buffer.concat([Buffer.from('{"nome":"'), Buffer.from([0xff]), Buffer.from('"}')])],
    [
      'a text that breaks off inside a character',
      Buffer.from(valid.replace('João Pedro Araújo', 'Jo\u00E3')).subarray(0, -1),
    ],
    ['Latin-1', Buffer.from(valid, 'latin1')],
    ['UTF-16', Buffer.from(valid, 'utf16le')],
    ['an overlong encoding', Buffer.from([0x7b, 0x22, 0xc0, 0xaf, 0x22, 0x3a, 0x31, 0x7d])],
    ['a surrogate in UTF-8', Buffer.from([0x7b, 0x22, 0xed, 0xa0, 0x80, 0x22, 0x3a, 0x31, 0x7d])],
  ])('%s', async (_, body) => {
    await expectRefused({ body, headers: asJson }, 400, 'validation_failed')
  })
})

describe('a body that sets a prototype is rejected', () => {
  it.each([
    '{"__proto__":{"role":"admin"}}',
    '{"constructor":{"prototype":{"role":"admin"}}}',
    '{"nome":{"__proto__":{"admin":true}}}',
    '{"\\u005f_proto__":{"role":"admin"}}',
  ])('%s', async body => {
    await expectRefused({ body, headers: asJson }, 400, 'validation_failed')
    expect(({} as { role?: string }).role).toBeUndefined()
  })
})

describe('a body of another media type is rejected', () => {
  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    'application/jsonp',
    'text/json',
    'application',
  ])('%s', async type => {
    const body = JSON.stringify(aLeadForm())
    await expectRefused({ body, headers: { 'content-type': type } }, 415, 'unsupported_media_type')
  })

  it('missing content-type', async () => {
    await expectRefused({ body: JSON.stringify(aLeadForm()) }, 415, 'unsupported_media_type')
  })

  it.each(['gzip', 'br', 'deflate', 'x-unknown'])(
    'content-encoding %s, which may decompress to any size',
    async encoding => {
      const body = gzipSync(JSON.stringify(aLeadForm()))
      await expectRefused({ body, headers: { ...asJson, 'content-encoding': encoding } }, 415, 'unsupported_media_type')
    },
  )

  it.each(['application/json', 'application/json; charset=utf-8', 'APPLICATION/JSON'])('%s is accepted', async type => {
    const other = await aUser(app)
    const options = { body: JSON.stringify(aLeadForm()), headers: { 'content-type': type } }
    expect((await call(leadsApi.create, { ...options, token: other.token })).status).toBe(201)
  })
})

describe('a body that is too large is rejected', () => {
  const padded = (length: number) =>
    JSON.stringify({ ...aLeadForm(), unknown: '' }).replace('""', `"${'x'.repeat(length)}"`)
  const limit = 64 * 1024
  const room = limit - Buffer.byteLength(padded(0))

  it('one byte over 64 KiB', async () => {
    await expectRefused({ body: padded(room + 1), headers: asJson }, 413, 'payload_too_large')
    const other = await aUser(app)
    const fitting = { body: padded(room), headers: asJson, token: other.token }
    expect(Buffer.byteLength(fitting.body)).toBe(limit)
    expect((await call(leadsApi.create, fitting)).status).toBe(201)
  })

  it('two megabytes', async () => {
    await expectRefused({ body: padded(2_000_000), headers: asJson }, 413, 'payload_too_large')
  })

  it('chunked without a content-length', async () => {
    const pieces = function* () {
      for (let piece = 0; piece < 200; piece++) yield Buffer.alloc(10_000, ' ')
    }
    await expectRefused({ body: Readable.from(pieces()), headers: asJson }, 413, 'payload_too_large')
  })

  it('over ten megabytes for a restore', async () => {
    const sync = (length: number) =>
      call(leadsApi.sync, { token, headers: asJson, body: `{"leads":[]}${' '.repeat(length)}` })
    expect((await sync(9_000_000)).status).toBe(200)
    expect((await sync(10_000_000)).status).toBe(413)
  })

  it('before reading the body without a session', async () => {
    const { status } = await call(leadsApi.sync, { headers: asJson, body: padded(2_000_000) })
    expect(status).toBe(401)
  })
})

describe('an empty body with content-type JSON', () => {
  it('is accepted when deleting a lead or logging out', async () => {
    const person = await aUser(app)
    const lead = await aLead(app, person.token)
    const options = { token: person.token, headers: asJson }
    expect((await call(leadsApi.remove, { ...options, params: { id: lead._id } })).status).toBe(204)
    expect((await call(authApi.revokeOtherSessions, options)).status).toBe(204)
    expect((await call(authApi.logout, options)).status).toBe(204)
  })
})

describe('an invalid query parameter is rejected with its name', () => {
  it.each<[string, unknown]>([
    ['status', ['novo-lead', 'ganho']],
    ['search', ['a', 'b']],
    ['search', 'a\u0000b'],
    ['search', 'a'.repeat(101)],
    ['status', 'vendido'],
    ['stage', 'proposta-aceita'],
    ['sort', 'senha'],
    ['sort', 'nome;drop table leads'],
    ['sort', '--nome'],
    ['page', '0'],
    ['page', 'primeira'],
    ['limit', '501'],
    ['limit', '0'],
    ['limit', '10.5'],
    ['limit', ['10', '20']],
    ['cursor', 'x'.repeat(2001)],
    ['dataProspeccaoInicio', '2026-02-30'],
    ['dataProspeccaoFim', '20/11/2026'],
    ['dataFechamentoInicio', ['2026-01-01', '2026-01-02']],
    ['dataFechamentoFim', 'x'],
  ])('%s: %j', async (name, value) => {
    const { status, error } = await call(leadsApi.list, { token, query: { [name]: value } })
    expect(status).toBe(400)
    expect(error.code).toBe('validation_failed')
    expect(Object.keys(error.fields ?? {})).toEqual([name])
  })

  it('ignores unknown parameters', async () => {
    const query = { utm_source: 'x', __proto__x: 'y', constructor: 'z', account_id: 'x' }
    expect((await call(leadsApi.list, { token, query })).status).toBe(200)
  })
})

describe('an invalid ID is rejected', () => {
  it.each(['', '1', 'null', 'undefined', '../users', 'a'.repeat(36), "'; drop table leads; --", 'x'.repeat(150)])(
    '%s',
    async id => {
      for (const endpoint of [leadsApi.find, leadsApi.remove]) {
        const { status, error } = await call(endpoint, { token, params: { id } })
        expect([status, error.code]).toEqual([400, 'validation_failed'])
        expect(error.fields).toEqual({ id: 'Identificador inválido' })
      }
    },
  )
})

describe('server-managed fields', () => {
  it('are dropped from a lead', async () => {
    const [person, other] = [await aUser(app), await aUser(app)]
    const wish = {
      userId: other.user._id,
      account_id: other.user._id,
      version: 99,
      createdAt: '2001-01-01T00:00:00.000Z',
      updatedAt: '2001-01-01T00:00:00.000Z',
      stage: 'ganho',
      role: 'admin',
    }
    const create = (body: object) => call(leadsApi.create, { token: person.token, body: { ...aLeadForm(), ...body } })
    const { status, error } = await create(wish)
    expect([status, error.fields]).toEqual([400, { userId: 'Escolha alguém da equipe' }])
    const { data: lead } = await create({ ...wish, userId: undefined })
    expect(lead).toMatchObject({ userId: person.user._id, version: 1, status: 'novo-lead' })
    expect(lead.createdAt > '2020').toBe(true)
    const options = { token: person.token, params: { id: lead._id } }
    const replaced = await call(leadsApi.replace, { ...options, body: { ...lead, ...wish, nome: 'Outro nome' } })
    expect(replaced.data).toEqual({ ...lead, nome: 'Outro nome', version: 2, updatedAt: replaced.data.updatedAt })
    const moved = await call(leadsApi.update, { ...options, body: { ...wish, status: 'ganho' } })
    const { stageSince, updatedAt } = moved.data
    expect(moved.data).toEqual({ ...replaced.data, status: 'ganho', version: 3, stageSince, updatedAt })
    expect((await call(leadsApi.stats, { token: other.token })).data.total).toBe(0)
  })
})

it('a registration with fields of wrong types creates no user', async () => {
  const before = await app.db.row('select count(*) from users')
  for (const field of ['nome', 'email', 'password', 'confirmPassword']) {
    for (const value of [undefined, null, 1, [], {}, true]) {
      const { status } = await call(authApi.register, { body: { ...aRegistration(), [field]: value } })
      expect(status).toBe(400)
    }
  }
  expect(await app.db.row('select count(*) from users')).toEqual(before)
})
