import { BlockList, isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'

/** Returns the eight hextets of an IPv6 address, without its zone. */
const hextets = (address: string): string[] => {
  const [head = '', tail] = address.split('%')[0]?.split('::') ?? []
  const front = head.split(':').filter(Boolean)
  if (tail === undefined) return front
  const back = tail.split(':').filter(Boolean)
  return [...front, ...Array<string>(Math.max(0, 8 - front.length - back.length)).fill('0'), ...back]
}

/**
 * Returns the rate limit key of a client: its IPv4 address or its /64 IPv6 network, since one home has a whole network.
 * Uses `X-Forwarded-For` only from trusted proxies.
 */
export const clientIpKey = ({ ip }: Pick<FastifyRequest, 'ip'>): string => {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]
  if (mapped) return mapped
  return ip.includes(':')
    ? `${hextets(ip.toLowerCase())
        .slice(0, 4)
        .map(part => part.replace(/^0+(?=.)/, ''))
        .join(':')}::/64`
    : ip
}

type IpAndHeaders = Pick<FastifyRequest, 'ip' | 'ips' | 'headers'>

const privateNetworks = new BlockList()
privateNetworks.addSubnet('127.0.0.0', 8)
privateNetworks.addSubnet('10.0.0.0', 8)
privateNetworks.addSubnet('172.16.0.0', 12)
privateNetworks.addSubnet('192.168.0.0', 16)
privateNetworks.addAddress('::1', 'ipv6')
privateNetworks.addSubnet('fc00::', 7, 'ipv6')
privateNetworks.addSubnet('fe80::', 10, 'ipv6')

const isPrivateNetwork = (address: string): boolean =>
  privateNetworks.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')

const forwardedFor = (headers: IpAndHeaders['headers']): string | undefined => {
  const given = headers['x-forwarded-for'] ?? headers.forwarded
  return (Array.isArray(given) ? given.join(',') : given) || undefined
}

/** Is true for a forwarding header from a peer outside TRUSTED_PROXIES. */
export const isUntrustedProxy = (request: IpAndHeaders): boolean =>
  forwardedFor(request.headers) !== undefined && (request.ips ?? []).length < 2

/** Returns the last address of a forwarding header, the one that the nearest proxy has seen. */
const lastForwarded = (headers: IpAndHeaders['headers']): string | undefined => {
  const last = forwardedFor(headers)?.split(',').at(-1) ?? ''
  const node = last
    .replace(/^.*\bfor=/i, '')
    .replace(/;.*$/, '')
    .replace(/["\s]/g, '')
  // With a port: "203.0.113.7:4711", "[2001:db8::7]:4711".
  const ip = isIP(node) ? node : (/^\[(.+)\](?::\d+)?$/.exec(node)?.[1] ?? node.replace(/:\d+$/, ''))
  return isIP(ip) ? clientIpKey({ ip }) : undefined
}

/** Rate limit keys of a request. */
export interface Sender {
  address: string
  /** Untrusted proxy in a private network: either many users or a client that forges the header. */
  proxy?: string
}

export const senderOf = (request: IpAndHeaders): Sender => {
  const peer = clientIpKey(request)
  const client = isUntrustedProxy(request) && isPrivateNetwork(request.ip) && lastForwarded(request.headers)
  return client ? { address: `${client} by ${peer}`, proxy: peer } : { address: peer }
}

/** Limit multiplier of an untrusted proxy. */
export const sendersPerProxy = 5
