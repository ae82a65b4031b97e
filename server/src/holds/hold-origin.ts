import type { ContactProofNeeded } from '@twende/contract/accounts/contact-proof.ts'
import { comparedPhone } from '@twende/contract/payments/phone-number.ts'
import type { FastifyRequest } from 'fastify'
import { type ProvenPerson, phoneKey } from '../accounts/contact-proofs/contact.ts'
import { proofNeeded, provenPersonOf } from '../accounts/contact-proofs/proven-person.ts'
import { keyedHash, keyFor } from '../accounts/secrets.ts'
import type { AppDeps } from '../deps.ts'
import { AppError } from '../http/app-error.ts'
import type { CurrentUser } from '../http/current-user.ts'
import { boundedQueue, serverBusy } from '../http/limits/bounded-queue.ts'
import { networkOf } from '../http/limits/network-of.ts'

/** How many purchases of one network may wait for each other in a process; more are asked for a proof. */
const MAX_WAITING = 60

const queues = new Map<string, { run: ReturnType<typeof boundedQueue>; purchases: number }>()

/** The network and phone numbers of an unpaid purchase, as keyed hashes that cannot be reversed. */
export type HoldOrigin = {
  network: string
  phones: readonly string[]
  /** Whom the customer proved to be: counted instead of the network. */
  person: ProvenPerson | undefined
  /** How the customer can prove to be somebody, if they have not. */
  proof: ContactProofNeeded
  /** Whether the customer can be asked for that although they need not: their page then sends the request again without asking. */
  offersProof: boolean
  /** False if rate limits are off, as in load tests, where many customers share one address. */
  limitsNetwork: boolean
}

/** Reads the origin of a purchase from its request and the phone numbers that its customer stated. */
export function originOf(
  deps: Pick<AppDeps, 'config' | 'tokenSecret' | 'clock'>,
  caller: { request: FastifyRequest; currentUser: CurrentUser | undefined },
  phones: readonly (string | null | undefined)[],
): HoldOrigin {
  const { config, tokenSecret } = deps
  const stated = phones.map((phone) => asOneNumber(phone ?? '')).filter((phone) => phone !== '')
  return {
    network: networkKey(siteOf(caller.request.ip), tokenSecret),
    phones: [...new Set(stated)].map((phone) => phoneKey(phone, tokenSecret)),
    person: provenPersonOf(deps, caller),
    proof: proofNeeded(deps, caller.currentUser?.email),
    offersProof: caller.request.headers['offers-proof'] !== undefined,
    limitsNetwork: config.rateLimit,
  }
}

function networkKey(network: string, tokenSecret: string): string {
  return keyedHash(keyFor('network of unpaid holds', tokenSecret), network).slice(0, 22)
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
  return comparedPhone(text) ?? text.replace(/\D/g, '')
}

/**
 * Runs the purchases of one network, or of one proven person, one after another, before they take a connection to the
 * database. The database locks make them wait for each other anyway, and many at once would leave no connection for other
 * customers.
 */
export async function queueByNetwork<T>(
  origin: HoldOrigin | undefined,
  purchase: () => Promise<T>,
): Promise<T> {
  if (!origin?.limitsNetwork) return purchase()
  // Whoever proved a contact does not wait for strangers of the same network.
  const network = origin.person?.key ?? origin.network
  const queue = queues.get(network) ?? {
    run: boundedQueue({ concurrency: 1, maxWaiting: MAX_WAITING }),
    purchases: 0,
  }
  queues.set(network, queue)
  queue.purchases += 1
  try {
    return await queue.run(purchase, () => tooManyWaiting(origin))
  } finally {
    queue.purchases -= 1
    if (queue.purchases === 0) queues.delete(network)
  }
}

function tooManyWaiting({ person, proof }: HoldOrigin): AppError {
  return person ? serverBusy() : new AppError('contact_proof_needed', { data: proof })
}
