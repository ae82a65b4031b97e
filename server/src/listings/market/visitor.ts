import { nairobiDay } from '@twende/contract/calendar-day.ts'
import type { FastifyRequest } from 'fastify'
import type { ProofDeps } from '../../accounts/contact-proofs/contact-proof-cookie.ts'
import { provenPersonOf } from '../../accounts/contact-proofs/proven-person.ts'
import { keyedHash, keyFor } from '../../accounts/secrets.ts'
import type { CurrentUser } from '../../http/current-user.ts'
import { networkOf } from '../../http/limits/network-of.ts'

type Visit = { request: FastifyRequest; currentUser: CurrentUser | undefined }

/** A visitor and the visitor's network, as keyed hashes that identify nobody. */
export type Visitor = { visitor: string; network: string }

/** The visitor of a view; the hash changes every day. Undefined for visitors that are not counted. */
export function viewerOf(looking: Visit, tokenSecret: string, now: Date): Visitor | undefined {
  return isCounted(looking)
    ? hashVisitor(looking, keyFor(`visitors ${nairobiDay(now)}`, tokenSecret))
    : undefined
}

/** The visitor of a lead; the hash differs for every listing. Undefined for visitors that are not counted. */
export function leadOf(looking: Visit, tokenSecret: string, listingId: string): Visitor | undefined {
  return isCounted(looking) ? hashVisitor(looking, keyFor(`leads ${listingId}`, tokenSecret)) : undefined
}

/** Who reports a listing, as hashes. */
export type Reporter = {
  reporter: string
  /** Several accounts of one network are one voice. Whoever proved a contact is a voice of their own. */
  network: string
  isProven: boolean
  /** False if the network stands for the reporter, who may be somebody else each time. */
  isOne: boolean
}

/** The reporter: the account, whom they proved to be, or else the network. */
export function reporterOf(deps: ProofDeps, { request, currentUser }: Visit): Reporter {
  const key = keyFor('reporters', deps.tokenSecret)
  const network = networkOf(request.ip)
  const person = provenPersonOf(deps, { request, currentUser })
  const account = currentUser?.accountId
  return {
    reporter: shortHash(key, account ?? (person ? `person ${person.key}` : network)),
    network: shortHash(key, person ? `person ${person.key}` : `network ${network}`),
    isProven: person !== undefined,
    isOne: account !== undefined || person !== undefined,
  }
}

function hashVisitor({ request, currentUser }: Visit, key: Buffer): Visitor {
  const network = networkOf(request.ip)
  const who = currentUser?.accountId ?? `${network} ${request.headers['user-agent'] ?? ''}`
  return { visitor: shortHash(key, who), network: shortHash(key, `network ${network}`) }
}

function shortHash(key: Buffer, text: string): string {
  return keyedHash(key, text).slice(0, 22)
}

const ROBOTS =
  /bot|crawl|spider|slurp|preview|facebookexternalhit|whatsapp|telegram|curl|wget|python|scrapy|libwww|okhttp|java\/|go-http|httpclient|axios|undici|^node|lightmyrequest/i
const PREFETCH_HEADERS = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz']

/** Staff, robots, prefetches of browsers and the server's own rendering of pages are not counted. */
function isCounted({ request, currentUser }: Visit): boolean {
  const agent = request.headers['user-agent'] ?? ''
  const isPrefetch = PREFETCH_HEADERS.some((name) =>
    /prefetch|prerender|preview/i.test(String(request.headers[name])),
  )
  const isStaff = currentUser !== undefined && currentUser.role !== 'user'
  return !isStaff && !isPrefetch && agent !== '' && request.method !== 'HEAD' && !ROBOTS.test(agent)
}
