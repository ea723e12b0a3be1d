import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { authApi } from '#contract/auth/auth.ts'
import { brandApi, logoSize, logoUrl } from '#contract/brand/brand.ts'
import { brandStyleSheet, deriveBrandColors } from '#contract/brand/brand-colors.ts'
import { aMember, aSubscriber, type Person, subscribe } from '../testing/factories.ts'
import { testApp } from '../testing/test-app.ts'

const server = await testApp()
const { call } = server
const bytes = { 'content-type': 'application/octet-stream' }
const upload = ({ token }: Person, body: Buffer) => call(brandApi.changeLogo, { token, body, headers: bytes })
const brandOf = async ({ token }: Person) => (await call(authApi.me, { token })).data.brand
const fetchLogo = (url: string | null) => server.app.inject(url ?? '')

const picture = (width = 300, height = 200) =>
  sharp({ create: { width, height, channels: 4, background: { r: 170, g: 51, b: 0, alpha: 0.5 } } })

/** A picture's uploaded logo, as visitors receive it. */
const storedLogo = async (file: Buffer): Promise<Buffer> => {
  const { status, data } = await upload(await aSubscriber(server, 'enterprise'), file)
  expect(status).toBe(200)
  return (await fetchLogo(data.logo)).rawPayload
}

describe('the brand', () => {
  it('of an account reaches its whole team with its session', async () => {
    const owner = await aSubscriber(server, 'enterprise')
    const seller = await aMember(server, owner, 'seller')
    expect(await brandOf(seller)).toBeUndefined()
    const body = { nome: 'Padaria Sol', color: '#AA3300' }
    const { data } = await call(brandApi.change, { token: owner.token, body })
    expect(data).toEqual({ nome: 'Padaria Sol', color: '#aa3300', logo: null, isShown: true })
    const { logo } = (await upload(owner, await picture().png().toBuffer())).data
    const style = brandStyleSheet(deriveBrandColors('#aa3300'))
    expect(await brandOf(seller)).toEqual({ nome: 'Padaria Sol', style, logo })
    expect(await brandOf(await aSubscriber(server, 'enterprise'))).toBeUndefined()
  })

  it('waits after a downgrade, and is back with the plan', async () => {
    const owner = await aSubscriber(server, 'enterprise')
    const body = { nome: 'Padaria Sol', color: '#aa3300' }
    await call(brandApi.change, { token: owner.token, body })
    const file = await picture().png().toBuffer()
    const { logo } = (await upload(owner, file)).data
    await subscribe(server, owner.user, 'pro')
    expect(await brandOf(owner)).toBeUndefined()
    expect((await call(brandApi.find, { token: owner.token })).data).toEqual({ ...body, logo, isShown: false })
    for (const { status, error } of [
      await call(brandApi.change, { token: owner.token, body }),
      await upload(owner, file),
    ])
      expect([status, error]).toEqual([
        402,
        expect.objectContaining({ code: 'plan_required', feature: 'brand', plan: 'enterprise' }),
      ])
    await subscribe(server, owner.user, 'enterprise')
    expect(await brandOf(owner)).toMatchObject({ nome: 'Padaria Sol', logo })
  })

  it.each([
    [{ nome: 'x'.repeat(41), color: null }, 'nome'],
    [{ nome: null, color: 'red' }, 'color'],
    [{ nome: null, color: '#abc;}' }, 'color'],
  ])('%j is rejected', async (body, field) => {
    const { token } = await aSubscriber(server, 'enterprise')
    const { status, error } = await call(brandApi.change, { token, body })
    expect([status, Object.keys(error.fields ?? {})]).toEqual([400, [field]])
  })

  it('without name and color is the product’s own', async () => {
    const owner = await aSubscriber(server, 'enterprise')
    await call(brandApi.change, { token: owner.token, body: { nome: ' ', color: null } })
    expect(await brandOf(owner)).toEqual({})
  })
})

describe('a logo', () => {
  it('becomes a small PNG under a URL that never changes what it shows', async () => {
    const owner = await aSubscriber(server, 'enterprise')
    const { logo } = (await upload(owner, await picture(1500, 900).png().toBuffer())).data
    const response = await fetchLogo(logo)
    expect(response.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    })
    const { format, width, height } = await sharp(response.rawPayload).metadata()
    expect(format).toBe('png')
    expect(width).toBeLessThanOrEqual(logoSize.width)
    expect(height).toBe(logoSize.height)
    await upload(owner, await picture(10, 10).png().toBuffer())
    expect((await fetchLogo(logo)).statusCode).toBe(404)
  })

  it('belongs to its account', async () => {
    const { data } = await upload(await aSubscriber(server, 'enterprise'), await picture().png().toBuffer())
    const other = await aSubscriber(server, 'enterprise')
    const sha = data.logo?.split('/').at(-1) ?? ''
    expect((await fetchLogo(logoUrl(other.account._id, sha))).statusCode).toBe(404)
  })

  it('is gone once it is removed', async () => {
    const owner = await aSubscriber(server, 'enterprise')
    const { logo } = (await upload(owner, await picture().png().toBuffer())).data
    expect((await call(brandApi.removeLogo, { token: owner.token })).data.logo).toBeNull()
    expect((await fetchLogo(logo)).statusCode).toBe(404)
  })

  it.each(['jpeg', 'webp'] as const)('may be a %s', async format => {
    expect((await sharp(await storedLogo(await picture().toFormat(format).toBuffer())).metadata()).format).toBe('png')
  })

  it('that is a CMYK JPEG becomes RGB', async () => {
    const file = await picture().flatten().toColorspace('cmyk').jpeg().toBuffer()
    expect((await sharp(file).metadata()).space).toBe('cmyk')
    expect((await sharp(await storedLogo(file)).metadata()).space).toBe('srgb')
  })

  it('loses its GPS position and every other metadata, but keeps its orientation', async () => {
    const exif = { IFD0: { Copyright: 'Maria' }, IFD3: { GPSLatitude: '23/1 33/1 1/1', GPSLatitudeRef: 'S' } }
    const file = await picture(60, 30).flatten().withExif(exif).withMetadata({ orientation: 6, exif }).jpeg().toBuffer()
    expect((await sharp(file).metadata()).exif?.toString('latin1')).toContain('Maria')
    const stored = await storedLogo(file)
    expect(stored.toString('latin1')).not.toMatch(/Maria|Exif|GPS/)
    const { exif: kept, width, height } = await sharp(stored).metadata()
    expect([kept, width, height]).toEqual([undefined, 30, 60])
  })

  it('that is also a page or an archive is only a picture afterwards', async () => {
    const file = Buffer.concat([
      await picture().png().toBuffer(),
      Buffer.from('<html><script>alert(1)</script></html>PK\x03\x04canary'),
    ])
    expect((await storedLogo(file)).toString('latin1')).not.toMatch(/script|canary/)
  })

  const pngHeader = (width: number, height: number): Buffer => {
    const header = Buffer.from(
      '89504e470d0a1a0a0000000d4948445200000000000000000806000000000000000000000049444154',
      'hex',
    )
    header.writeUInt32BE(width, 16)
    header.writeUInt32BE(height, 20)
    return header
  }
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'
  it.each<[string, () => Buffer | Promise<Buffer>, RegExp]>([
    ['an SVG', () => Buffer.from(svg), /SVG não é aceito/],
    [
      'an SVG behind a PNG’s first bytes',
      () => Buffer.from(`\x89PNG\r\n\x1a\n${svg}`, 'latin1'),
      /Não foi possível ler/,
    ],
    ['a GIF', () => picture().gif().toBuffer(), /PNG, JPEG ou WebP/],
    ['a text', () => Buffer.from('logo'), /PNG, JPEG ou WebP/],
    ['a bomb of declared pixels', () => pngHeader(50_000, 50_000), /Não foi possível ler|grande demais/],
    ['a bomb of equal pixels', () => picture(2001, 2001).png().toBuffer(), /grande demais/],
    [
      'a picture cut in half',
      async () => {
        const file = await picture(400, 400).flatten().jpeg().toBuffer()
        return file.subarray(0, file.length / 2)
      },
      /Não foi possível ler/,
    ],
  ])('is not %s', async (_, createFile, message) => {
    const owner = await aSubscriber(server, 'enterprise')
    const { status, error } = await upload(owner, await createFile())
    expect([status, error.fields]).toEqual([400, { logo: expect.stringMatching(message) }])
    expect((await call(brandApi.find, { token: owner.token })).data.logo).toBeNull()
  })

  it('has at most 1 MB', async () => {
    const { status } = await upload(await aSubscriber(server, 'enterprise'), Buffer.alloc(1_000_001))
    expect(status).toBe(413)
  })
})
