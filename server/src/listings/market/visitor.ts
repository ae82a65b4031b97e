import { nairobiDay } from '@twende/contract/calendar-day.ts'
import type { FastifyRequest } from 'fastify'
import { keyedHash, keyFor } from '../../accounts/keyed-hash.ts'
import type { CurrentUser } from '../../http/current-user.ts'
import { networkOf } from '../../http/network-of.ts'

type Looking = { request: FastifyRequest; currentUser: CurrentUser | undefined }

/** A visitor and the network that the visitor came from, as hashes that lead back to nobody. */
export type Visitor = { visitor: string; network: string }

/** The same visitor on the same day, and no other day. Undefined for whoever is not counted. */
export function viewerOf(looking: Looking, tokenSecret: string, now: Date): Visitor | undefined {
  return isCounted(looking) ? hashed(looking, keyFor(`visitors ${nairobiDay(now)}`, tokenSecret)) : undefined
}

/** The same visitor of the same listing, on any day, and of no other listing. Undefined for whoever is not counted. */
export function leadOf(looking: Looking, tokenSecret: string, listingId: string): Visitor | undefined {
  return isCounted(looking) ? hashed(looking, keyFor(`leads ${listingId}`, tokenSecret)) : undefined
}

/** One voice: an account, or whoever shares a network. */
export function reporterOf({ request, currentUser }: Looking, tokenSecret: string) {
  const key = keyFor('reporters', tokenSecret)
  const network = networkOf(request.ip)
  return {
    reporter: short(key, currentUser?.accountId ?? network),
    network: short(key, `network ${network}`),
  }
}

function hashed({ request, currentUser }: Looking, key: Buffer): Visitor {
  const network = networkOf(request.ip)
  const who = currentUser?.accountId ?? `${network} ${request.headers['user-agent'] ?? ''}`
  return { visitor: short(key, who), network: short(key, `network ${network}`) }
}

function short(key: Buffer, text: string): string {
  return keyedHash(key, text).slice(0, 22)
}

const PROGRAMS =
  /bot|crawl|spider|slurp|preview|facebookexternalhit|whatsapp|telegram|curl|wget|python|scrapy|libwww|okhttp|java\/|go-http|httpclient|axios|undici|^node|lightmyrequest/i
const FETCHED_AHEAD = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz']

/** Staff, programs, what a browser fetches before anybody asked for it, and our own drawing of a page are not counted. */
function isCounted({ request, currentUser }: Looking): boolean {
  const agent = request.headers['user-agent'] ?? ''
  const isAhead = FETCHED_AHEAD.some((name) =>
    /prefetch|prerender|preview/i.test(String(request.headers[name])),
  )
  const isStaff = currentUser !== undefined && currentUser.role !== 'user'
  return !isStaff && !isAhead && agent !== '' && request.method !== 'HEAD' && !PROGRAMS.test(agent)
}
