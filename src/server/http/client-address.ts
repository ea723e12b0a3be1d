import type { FastifyRequest } from 'fastify'

/** The 16 bytes' worth of hextets of an IPv6 address, without its zone. */
const hextets = (address: string): string[] => {
  const [head = '', tail] = address.split('%')[0]?.split('::') ?? []
  const front = head.split(':').filter(Boolean)
  if (tail === undefined) return front
  const back = tail.split(':').filter(Boolean)
  return [...front, ...Array<string>(Math.max(0, 8 - front.length - back.length)).fill('0'), ...back]
}

/**
 * Who is counted as one sender: an IPv4 address, or an IPv6 network of 64 bits, of which one home has all addresses.
 * `X-Forwarded-For` counts only from proxies that the operator named.
 */
export const clientAddress = ({ ip }: Pick<FastifyRequest, 'ip'>): string => {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]
  if (mapped) return mapped
  return ip.includes(':')
    ? `${hextets(ip.toLowerCase())
        .slice(0, 4)
        .map(part => part.replace(/^0+(?=.)/, ''))
        .join(':')}::/64`
    : ip
}
