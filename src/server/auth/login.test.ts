import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { authApi } from '#contract/auth/auth.ts'
import { aUser } from '../testing/factories.ts'
import { testApp } from '../testing/test-app.ts'

const app = await testApp()
const { call, db } = app

const signIn = (email: string, password: string) => call(authApi.login, { body: { email, password } })

describe('POST /auth/login', () => {
  it('returns the user and a valid token', async () => {
    const { user, password } = await aUser(app)
    const { status, data } = await signIn(user.email, password)
    expect(status).toBe(200)
    expect(data.user).toEqual(user)
    const verified = await call(authApi.verifyToken, { token: data.token })
    expect(verified.data.user._id).toBe(user._id)
  })

  it('accepts the e-mail in upper case and with surrounding spaces', async () => {
    const { user, password } = await aUser(app)
    expect((await signIn(`  ${user.email.toUpperCase()} `, password)).status).toBe(200)
  })

  it('returns the same error for an unknown e-mail and a wrong password', async () => {
    const { user } = await aUser(app)
    const [wrong, unknown] = [await signIn(user.email, 'errada1'), await signIn('ninguem@exemplo.com', 'errada1')]
    expect(wrong.status).toBe(401)
    expect(unknown.status).toBe(401)
    const withoutRequestId = ({ requestId: _, ...rest }: typeof wrong.error) => rest
    expect(withoutRequestId(wrong.error)).toEqual({
      code: 'invalid_credentials',
      message: 'E-mail ou senha incorretos.',
    })
    expect(withoutRequestId(unknown.error)).toEqual(withoutRequestId(wrong.error))
    expect(Object.keys(unknown.raw.headers)).toEqual(Object.keys(wrong.raw.headers))
  })

  it.each<[string, unknown, string]>([
    ['no password', { email: 'a@b.com' }, 'password'],
    ['a password that is a list', { email: 'a@b.com', password: ['segredo1'] }, 'password'],
    ['a password that is an object', { email: 'a@b.com', password: { $ne: '' } }, 'password'],
    ['no e-mail', { password: 'segredo1' }, 'email'],
    ['an e-mail that is an object', { email: { $gt: '' }, password: 'segredo1' }, 'email'],
    ['a password that is too short to be one', { email: 'a@b.com', password: '12345' }, 'password'],
  ])('rejects %s', async (_, body, field) => {
    const { status, error } = await call(authApi.login, { body })
    expect(status).toBe(400)
    expect(Object.keys(error.fields ?? {})).toEqual([field])
  })
})

describe('a password', () => {
  it.each([
    ['spaces around it', '  senha com espaços  ', 'senha com espaços'],
    ['an emoji and accents', 'Ünïcode pass 😀', 'Unicode pass 😀'],
    ['upper case', 'SeGreDo1', 'segredo1'],
    ['128 characters', 'x'.repeat(128), 'x'.repeat(127)],
    ['a difference after 72 bytes', `${'y'.repeat(72)}a`, `${'y'.repeat(72)}b`],
    ['a combining accent', 'senha\u0301segura', 'senh\u00E1segura'],
  ])('is compared exactly as typed: %s', async (_, password, almost) => {
    const { user } = await aUser(app, { password, confirmPassword: password })
    expect((await signIn(user.email, password)).status).toBe(200)
    expect((await signIn(user.email, almost)).status).toBe(401)
  })
})

describe('a token', () => {
  it('is new with every login and has 256 random bits', async () => {
    const { user, password, token } = await aUser(app)
    const responses = await Promise.all(Array.from({ length: 20 }, () => signIn(user.email, password)))
    const tokens = [token, ...responses.map(({ data }) => data.token)]
    expect(new Set(tokens).size).toBe(21)
    for (const one of tokens) expect(Buffer.from(one, 'base64url')).toHaveLength(32)
  })

  it('is stored only as a hash', async () => {
    const { token } = await aUser(app)
    const rows = await db.rows<{ token_hash: Buffer; row: string }>('select token_hash, s::text as row from sessions s')
    const hash = createHash('sha256').update(token).digest()
    expect(rows.filter(row => row.token_hash.equals(hash))).toHaveLength(1)
    expect(rows.some(row => row.row.includes(token))).toBe(false)
  })

  it.each<[string, Record<string, string>]>([
    ['is missing', {}],
    ['is empty', { authorization: '' }],
    ['is not a bearer token', { authorization: 'Basic YTpi' }],
    ['has another length', { authorization: 'Bearer abc' }],
    ['holds other characters', { authorization: `Bearer ${'ç'.repeat(43)}` }],
    ['belongs to no session', { authorization: `Bearer ${'a'.repeat(43)}` }],
    ['looks like SQL', { authorization: "Bearer ' or '1'='1" }],
  ])('that %s is rejected', async (_, headers) => {
    const { status, error } = await call(authApi.me, { headers })
    expect(status).toBe(401)
    expect(error).toMatchObject({ code: 'session_expired', message: 'Sessão expirada' })
  })
})
