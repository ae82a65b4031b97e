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
