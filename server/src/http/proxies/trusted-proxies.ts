import { BlockList, isIPv6 } from 'node:net'
import { isIpAddress, isPrivateAddress } from '../../config/private-address.ts'

/** `private` and `loopback` name address ranges; a number is the number of proxies in front of the server. */
export type TrustProxySetting = false | number | 'loopback' | 'private' | readonly string[]

/** Whether the forwarding headers of the proxy at this address and hop are trusted. */
export type TrustsProxy = (address: string, hop: number) => boolean

/**
 * A number of proxies is trusted only when the nearest peer has a private address: a peer with a public address could be a
 * visitor who reached the port without the proxy. A proxy with a public address has to be named.
 */
export function trustedProxies(setting: TrustProxySetting): TrustsProxy {
  if (setting === false) return () => false
  if (typeof setting === 'number')
    return (address, hop) => hop < setting && (hop > 0 || isPrivateAddress(address))
  if (setting === 'private') return (address) => isPrivateAddress(address)
  const proxies = addressList(setting === 'loopback' ? ['127.0.0.0/8', '::1'] : setting)
  return (address) => isIpAddress(address) && proxies.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}

function addressList(networks: readonly string[]): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return list
}
