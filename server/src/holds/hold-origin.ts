import { normaliseKenyanPhone } from '@twende/contract/payments/phone-number.ts'
import type { FastifyRequest } from 'fastify'
import { keyedHash, keyFor } from '../accounts/keyed-hash.ts'
import type { AppDeps } from '../deps.ts'
import { networkOf } from '../http/limits/network-of.ts'

/** The network and phone numbers of an unpaid purchase, as keyed hashes that cannot be reversed. */
export type HoldOrigin = {
  network: string
  phones: readonly string[]
  /** False if rate limits are off, as in load tests, where many customers share one address. */
  limitsNetwork: boolean
}

/** Reads the origin of a purchase from its request and the phone numbers that its customer stated. */
export function originOf(
  { config, tokenSecret }: Pick<AppDeps, 'config' | 'tokenSecret'>,
  request: FastifyRequest,
  phones: readonly (string | null | undefined)[],
): HoldOrigin {
  const hash = (kind: string, text: string) =>
    keyedHash(keyFor(`${kind} of unpaid holds`, tokenSecret), text).slice(0, 22)
  const stated = phones.map((phone) => asOneNumber(phone ?? '')).filter((phone) => phone !== '')
  return {
    network: hash('network', siteOf(request.ip)),
    phones: [...new Set(stated)].map((phone) => hash('phone', phone)),
    limitsNetwork: config.rateLimit,
  }
}

/**
 * The network that one person can easily get: an IPv4 address or an IPv6 /48, which providers give away free of charge and
 * which contains 65,536 networks.
 */
export function siteOf(ip: string): string {
  const network = networkOf(ip)
  return network.endsWith('::/64') ? `${network.split(':').slice(0, 3).join(':')}::/48` : network
}

/** One form for all ways of writing a phone number. */
function asOneNumber(text: string): string {
  return normaliseKenyanPhone(text) ?? text.replace(/\D/g, '')
}
