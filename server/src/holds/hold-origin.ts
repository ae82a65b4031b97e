import { normaliseKenyanPhone } from '@twende/contract/payments/phone-number.ts'
import type { FastifyRequest } from 'fastify'
import { keyedHash, keyFor } from '../accounts/keyed-hash.ts'
import type { AppDeps } from '../deps.ts'
import { networkOf } from '../http/limits/network-of.ts'

/** Where an unpaid purchase comes from; keyed hashes, which lead back to no address and no number. */
export type HoldOrigin = {
  network: string
  phones: readonly string[]
  /** False where rate limits are off: many customers are then played from one address. */
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
 * What one person can easily have: an IPv4 address, or the first 48 bits of an IPv6 one. Those are given away for
 * nothing, with 65,000 networks in each.
 */
export function siteOf(ip: string): string {
  const network = networkOf(ip)
  return network.endsWith('::/64') ? `${network.split(':').slice(0, 3).join(':')}::/48` : network
}

/** The same for every way of writing a number. */
function asOneNumber(text: string): string {
  return normaliseKenyanPhone(text) ?? text.replace(/\D/g, '')
}
