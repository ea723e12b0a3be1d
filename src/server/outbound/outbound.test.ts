import { Resolver } from 'node:dns/promises'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { refuseAddress } from './address-rules.ts'
import { createOutbound, type Resolve } from './outbound.ts'

let connections = 0
/** Listens where no customer's address may lead. */
const forbidden = createServer(socket => {
  connections++
  socket.destroy()
})
await new Promise<void>(resolve => forbidden.listen(0, resolve))
const port = (forbidden.address() as AddressInfo).port
afterAll(() => forbidden.close())

const rules = { publicUrl: 'https://app.exemplo.com.br', webhookAllowHosts: [] as string[] }
const resolvesTo =
  (...addresses: string[]): Resolve =>
  async () =>
    addresses
const post = (url: string, resolve?: Resolve) => createOutbound(rules, resolve ? { resolve } : {}).post(url, {}, '{}')

describe('an IP address', () => {
  it.each([
    ['127.0.0.1', 'loopback'],
    ['127.255.0.9', 'loopback'],
    ['0.0.0.0', 'loopback'],
    ['::1', 'loopback'],
    ['::', 'loopback'],
    ['::ffff:127.0.0.1', 'loopback'],
    ['::ffff:7f00:1', 'loopback'],
    ['::ffff:10.0.0.1', 'private'],
    ['10.1.2.3', 'private'],
    ['172.16.0.1', 'private'],
    ['192.168.1.1', 'private'],
    ['fc00::1', 'private'],
    ['169.254.169.254', 'link-local'],
    ['fe80::1', 'link-local'],
    ['100.64.0.1', 'carrier-grade-nat'],
    ['64:ff9b::7f00:1', 'translated'],
    ['64:ff9b:1::1', 'translated'],
    ['2002:7f00:1::', 'translated'],
    ['2001::1', 'translated'],
    ['192.88.99.1', 'reserved'],
    ['192.0.0.8', 'reserved'],
    ['198.18.0.1', 'reserved'],
    ['224.0.0.1', 'reserved'],
    ['240.0.0.1', 'reserved'],
    ['255.255.255.255', 'reserved'],
    ['203.0.113.7', 'reserved'],
    ['::127.0.0.1', 'loopback'],
    ['2001:db8::1', 'reserved'],
    ['ff02::1', 'reserved'],
    ['none', 'reserved'],
    ['8.8.8.8', undefined],
    ['93.184.215.14', undefined],
    ['2606:4700:4700::1111', undefined],
    ['::ffff:8.8.8.8', undefined],
  ])('%s is refused as %s', (address, refusal) => {
    expect(refuseAddress(address)).toBe(refusal)
  })
})

describe('a call to an address that a customer chose', () => {
  it.each([
    [`https://127.0.0.1:${port}/`, 'loopback'],
    [`https://2130706433:${port}/`, 'loopback'],
    [`https://0x7f.1:${port}/`, 'loopback'],
    [`https://0177.0.0.1:${port}/`, 'loopback'],
    [`https://127.1:${port}/`, 'loopback'],
    [`https://0:${port}/`, 'loopback'],
    [`https://[::1]:${port}/`, 'loopback'],
    [`https://[::]:${port}/`, 'loopback'],
    [`https://[::ffff:127.0.0.1]:${port}/`, 'loopback'],
    [`https://[64:ff9b::127.0.0.1]:${port}/`, 'translated'],
    [`https://localhost:${port}/`, 'loopback'],
    [`http://exemplo.com.br:${port}/`, 'not-https'],
    [`ftp://exemplo.com.br:${port}/`, 'invalid-url'],
    ['nada', 'invalid-url'],
    [`https://ana:segredo@exemplo.com.br:${port}/`, 'credentials'],
    ['https://exemplo.com.br:22/', 'port'],
    [`https://app.exemplo.com.br:${port}/`, 'own-host'],
    [`https://APP.exemplo.com.br.:${port}/`, 'own-host'],
  ])('%s is refused as %s, when it is saved and when it is sent', async (url, refusal) => {
    const outbound = createOutbound(rules)
    expect(await outbound.check(url)).toBe(refusal)
    expect((await outbound.post(url, {}, '{}')).error).toBe(refusal)
    expect(connections).toBe(0)
  })

  it('is refused if one of several addresses of the name is not public', async () => {
    const { error } = await post(`https://dois.exemplo.com.br:${port}/`, resolvesTo('8.8.8.8', '127.0.0.1'))
    expect([error, connections]).toEqual(['loopback', 0])
  })

  it('is refused if the name changes its answer after it was saved', async () => {
    const answers = [['8.8.8.8'], ['127.0.0.1']]
    const outbound = createOutbound(rules, { resolve: async () => answers.shift() ?? [] })
    const url = `https://troca.exemplo.com.br:${port}/`
    expect(await outbound.check(url)).toBeUndefined()
    expect((await outbound.post(url, {}, '{}')).error).toBe('loopback')
    expect(connections).toBe(0)
  })

  it('is refused if the name does not exist', async () => {
    const { error } = await post('https://nada.exemplo.com.br/', () => Promise.reject(new Error('ENOTFOUND')))
    expect(error).toBe('unresolved')
  })

  it('is given up if its name gets no answer in time', async () => {
    const outbound = createOutbound(rules, { resolve: () => new Promise(() => {}), timeoutMs: 100 })
    const url = 'https://lento.exemplo.com.br/'
    expect(await outbound.check(url)).toBe('unresolved')
    expect((await outbound.post(url, {}, '{}')).error).toBe('timeout')
  })
})

describe('a name in DNS', () => {
  afterEach(() => void vi.restoreAllMocks())
  const nothing = Promise.reject(Object.assign(new Error('queryA ENODATA'), { code: 'ENODATA' }))
  nothing.catch(() => {})

  it.each([
    ['with IPv4 addresses only is called', ['8.8.8.8'], undefined, undefined],
    ['with IPv6 addresses only is called', undefined, ['2606:4700:4700::1111'], undefined],
    ['is refused for a bad address of the other family', ['8.8.8.8'], ['::1'], 'loopback'],
    ['without addresses is unresolved', undefined, undefined, 'unresolved'],
  ])('%s', async (_, ipv4, ipv6, refusal) => {
    vi.spyOn(Resolver.prototype, 'resolve4').mockReturnValue(ipv4 ? Promise.resolve(ipv4) : nothing)
    vi.spyOn(Resolver.prototype, 'resolve6').mockReturnValue(ipv6 ? Promise.resolve(ipv6) : nothing)
    expect(await createOutbound(rules).check('https://nome.exemplo.com.br/')).toBe(refusal)
  })
})

describe('a host that the operator allows', () => {
  const answer = async (respond: Parameters<typeof createHttpServer>[1], timeoutMs = 10_000) => {
    const server = createHttpServer(respond)
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
    const outbound = createOutbound({ ...rules, webhookAllowHosts: [host] }, { timeoutMs })
    const outcome = await outbound.post(`http://${host}/`, {}, '{}')
    server.closeAllConnections()
    server.close()
    return outcome
  }

  it('returns its status, but nothing of its response', async () => {
    const outcome = await answer((_, response) => response.writeHead(500, { 'retry-after': '7' }).end('inner secret'))
    expect(outcome).toEqual({ status: 500, retryAfterSeconds: 7, ms: expect.any(Number) })
  })

  it('is not followed to where it redirects', async () => {
    const location = `http://127.0.0.1:${port}/`
    const outcome = await answer((_, response) => response.writeHead(302, { location }).end())
    expect([outcome.status, connections]).toEqual([302, 0])
  })

  it('is given up when it responds a byte at a time', async () => {
    const outcome = await answer((request, _response) => {
      let at = 0
      const slow = setInterval(() => request.socket.write('HTTP/1.1 200 OK'[at++] ?? ' '), 20)
      request.socket.on('close', () => clearInterval(slow))
    }, 300)
    expect(outcome.error).toBe('timeout')
    expect(outcome.ms).toBeLessThan(5000)
  })

  it('is cut off when its response does not end', async () => {
    let sent = 0
    const outcome = await answer((request, response) => {
      const chunk = Buffer.alloc(64 * 1024)
      const write = () => {
        while (!request.socket.destroyed && response.write(chunk)) sent += chunk.length
      }
      response.on('drain', write)
      write()
    })
    expect(outcome.status).toBe(200)
    expect(sent).toBeLessThan(50_000_000)
  })

  it('that refuses the connection is named so', async () => {
    const outbound = createOutbound({ ...rules, webhookAllowHosts: ['127.0.0.1:1'] })
    expect((await outbound.post('http://127.0.0.1:1/', {}, '{}')).error).toBe('connection-refused')
  })
})
