import ipaddr from 'ipaddr.js'
import type { Refusal } from '#contract/webhooks/refusals.ts'

const refusals: Record<string, Refusal> = {
  unspecified: 'loopback',
  loopback: 'loopback',
  private: 'private',
  uniqueLocal: 'private',
  linkLocal: 'link-local',
  carrierGradeNat: 'carrier-grade-nat',
  ipv4Mapped: 'translated',
  rfc6145: 'translated',
  rfc6052: 'translated',
  '6to4': 'translated',
  teredo: 'translated',
}

/** Ranges that `ipaddr.js` counts as unicast. */
const furtherRanges = (
  [
    ['192.0.0.0/24', 'reserved'],
    ['198.18.0.0/15', 'reserved'],
    ['240.0.0.0/4', 'reserved'],
    ['64:ff9b::/16', 'translated'],
    ['2001::/23', 'translated'],
    ['2002::/16', 'translated'],
  ] as const
).map(([range, refusal]) => ({ range: ipaddr.parseCIDR(range), refusal }))

/** All public IPv6 addresses. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')

/** Returns why the server must not connect to an IP address, or `undefined` for a public one. */
export const refuseAddress = (text: string): Refusal | undefined => {
  if (!ipaddr.isValid(text)) return 'reserved'
  const address = ipaddr.process(text)
  const range = address.range()
  if (range !== 'unicast') return refusals[range] ?? 'reserved'
  const further = furtherRanges.find(
    ({ range: [network, bits] }) => network.kind() === address.kind() && address.match(network as never, bits),
  )
  if (further) return further.refusal
  const isIpv6 = address.kind() === 'ipv6'
  return isIpv6 && !(address as ipaddr.IPv6).match(globalUnicast) ? 'reserved' : undefined
}
