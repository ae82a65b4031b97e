import { lookup } from 'node:dns/promises'
import { BlockList, isIP, isIPv6 } from 'node:net'

/** RFC 1918 and RFC 4193, shared address space is not among them: a carrier's customers have it. */
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

/** Whether an address is of this machine or of a network of one's own: loopback, private or link-local. */
export function isPrivateAddress(address: string): boolean {
  const bare = address.split('%')[0] ?? ''
  return isIpAddress(bare) && privateAddresses.check(bare, isIPv6(bare) ? 'ipv6' : 'ipv4')
}

/** An address without a zone, in any spelling. */
export function isIpAddress(address: string): boolean {
  return isIP(address) !== 0 && !address.includes('%')
}

/** The addresses that a host's name has now. */
export type LookUpAddresses = (host: string) => Promise<readonly string[]>

export const lookUpAddresses: LookUpAddresses = async (host) =>
  (await lookup(host, { all: true })).map(({ address }) => address)

/** Whether every address of a host is private. One that nothing is known of is not. */
export async function isPrivateHost(host: string, look: LookUpAddresses = lookUpAddresses): Promise<boolean> {
  const bare = host.replace(/^\[(.*)\]$/, '$1')
  if (isIP(bare) !== 0) return isPrivateAddress(bare)
  const addresses = await look(bare).catch(() => [])
  return addresses.length > 0 && addresses.every(isPrivateAddress)
}
