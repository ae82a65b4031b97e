import { BlockList, isIPv6 } from 'node:net'
import { isIpAddress, isPrivateAddress } from '../../config/private-address.ts'

/** `private` and `loopback` are the ranges of that name; a number counts the proxies in front of us. */
export type TrustProxySetting = false | number | 'loopback' | 'private' | readonly string[]

/** Whether the machine at this address, so many hops before us, is believed about whom it forwards for. */
export type TrustsProxy = (address: string, hop: number) => boolean

/**
 * A count holds only where our own peer has a private address: at a public one it could be any visitor who reached our
 * port without the proxy. A proxy with a public address has to be named.
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
