import { lookup } from 'node:dns/promises'
import { BlockList, isIP, isIPv6 } from 'node:net'

/** RFC 1918 and RFC 4193. Shared address space (RFC 6598) is not included, because customers of carriers have it. */
const PRIVATE: readonly [address: string, bits: number][] = [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
]

const privateAddresses = new BlockList()
for (const [address, bits] of PRIVATE)
  privateAddresses.addSubnet(address, bits, isIPv6(address) ? 'ipv6' : 'ipv4')

/** Whether an address is loopback, private or link-local. */
export function isPrivateAddress(address: string): boolean {
  const bare = address.split('%')[0] ?? ''
  return isIpAddress(bare) && privateAddresses.check(bare, isIPv6(bare) ? 'ipv6' : 'ipv4')
}

/** What belongs to nobody in the public internet besides private addresses (the special-purpose registries of the IANA). */
const SPECIAL: readonly [address: string, bits: number][] = [
  ['0.0.0.0', 8],
  ['100.64.0.0', 10],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  ['2001::', 23],
  ['2001:db8::', 32],
  // Addresses of IPv4 within those of IPv6, which may be private ones.
  ['2002::', 16],
  ['3fff::', 20],
]
const specialAddresses = new BlockList()
for (const [address, bits] of SPECIAL)
  specialAddresses.addSubnet(address, bits, isIPv6(address) ? 'ipv6' : 'ipv4')

/** Of IPv6, only this part has been given out. */
const globalIPv6 = new BlockList()
globalIPv6.addSubnet('2000::', 3, 'ipv6')

/** Whether an address is one of the public internet, which may be connected to because a person named it. */
export function isPublicAddress(address: string): boolean {
  if (!isIpAddress(address) || isPrivateAddress(address)) return false
  const family = isIPv6(address) ? 'ipv6' : 'ipv4'
  if (specialAddresses.check(address, family)) return false
  return family === 'ipv4' || globalIPv6.check(address, 'ipv6')
}

/** Whether the text is an IP address without a zone. */
export function isIpAddress(address: string): boolean {
  return isIP(address) !== 0 && !address.includes('%')
}

/** Looks up the present addresses of a host name. */
export type LookUpAddresses = (host: string) => Promise<readonly string[]>

export const lookUpAddresses: LookUpAddresses = async (host) =>
  (await lookup(host, { all: true })).map(({ address }) => address)

/** Whether every address of a host is private; false for a host that cannot be found. */
export async function isPrivateHost(host: string, look: LookUpAddresses = lookUpAddresses): Promise<boolean> {
  const bare = host.replace(/^\[(.*)\]$/, '$1')
  if (isIP(bare) !== 0) return isPrivateAddress(bare)
  const addresses = await look(bare).catch(() => [])
  return addresses.length > 0 && addresses.every(isPrivateAddress)
}
