import { normalisePhone } from '@twende/contract/payments/phone-number.ts'
import type { FastifyRequest } from 'fastify'
import { keyedHash, keyFor } from '../accounts/secrets.ts'
import type { AppDeps } from '../deps.ts'
import { boundedQueue } from '../http/limits/bounded-queue.ts'
import { networkOf } from '../http/limits/network-of.ts'

/** How many purchases of one network may wait for each other in a process; more are refused for a moment. */
const MAX_WAITING = 60

const queues = new Map<string, { run: ReturnType<typeof boundedQueue>; purchases: number }>()

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
  return normalisePhone(text) ?? text.replace(/\D/g, '')
}

/**
 * Runs the purchases of one network one after another, before they take a connection to the database. The database locks
 * make them wait for each other anyway, and many at once would leave no connection for other customers.
 */
export async function queueByNetwork<T>(
  origin: HoldOrigin | undefined,
  purchase: () => Promise<T>,
): Promise<T> {
  if (!origin?.limitsNetwork) return purchase()
  const { network } = origin
  const queue = queues.get(network) ?? {
    run: boundedQueue({ concurrency: 1, maxWaiting: MAX_WAITING }),
    purchases: 0,
  }
  queues.set(network, queue)
  queue.purchases += 1
  try {
    return await queue.run(purchase)
  } finally {
    queue.purchases -= 1
    if (queue.purchases === 0) queues.delete(network)
  }
}
