import { nairobiDay } from '@twende/contract/calendar-day.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { cookieNamed, type ProofDeps } from '../../accounts/contact-proofs/contact-proof-cookie.ts'
import { provenPersonOf } from '../../accounts/contact-proofs/proven-person.ts'
import { isSameHash, keyedHash, keyFor } from '../../accounts/secrets.ts'
import type { AppDeps } from '../../deps.ts'
import type { CurrentUser } from '../../http/current-user.ts'
import { networkOf } from '../../http/limits/network-of.ts'

type Visit = { request: FastifyRequest; currentUser: CurrentUser | undefined }

/** A visitor, and those together with whom few are counted, as keyed hashes that identify nobody. */
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
  /** Several readers of one network have few reports together. Whoever proved a contact has them alone. */
  network: string
  isProven: boolean
}

type ReporterDeps = ProofDeps & Pick<AppDeps, 'secrets' | 'config'>

/**
 * The reporter: the account, whom they proved to be, or else the browser, which a cookie tells from others behind the same
 * address.
 */
export function reporterOf(
  deps: ReporterDeps,
  { request, reply, currentUser }: Visit & { reply: FastifyReply },
): Reporter {
  const key = keyFor('reporters', deps.tokenSecret)
  const person = provenPersonOf(deps, { request, currentUser })
  const known = currentUser?.accountId ?? (person && `person ${person.key}`)
  return {
    reporter: shortHash(key, known ?? `browser ${browserOf(deps, { request, reply })}`),
    network: shortHash(key, person ? `person ${person.key}` : `network ${networkOf(request.ip)}`),
    isProven: person !== undefined,
  }
}

const READER_DAYS = 365
const READER_COOKIE = 'reader'

/** The number of a browser, which it is given with its first report. Nobody can state one that was not given. */
function browserOf(deps: ReporterDeps, { request, reply }: { request: FastifyRequest; reply: FastifyReply }) {
  const isSecure = deps.config.publicUrl.startsWith('https:')
  const name = isSecure ? `__Host-${READER_COOKIE}` : READER_COOKIE
  const key = keyFor('readers', deps.tokenSecret)
  const [sent = '', signature = ''] = (cookieNamed(name, request.headers.cookie) ?? '')
    .slice(0, 200)
    .split('.')
  if (sent !== '' && isSameHash(signature, keyedHash(key, sent))) return sent
  const given = deps.secrets.token()
  const rules = `Path=/; Max-Age=${READER_DAYS * 86_400}; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`
  reply.header('set-cookie', `${name}=${given}.${keyedHash(key, given)}; ${rules}`)
  return given
}

function hashVisitor({ request, currentUser }: Visit, key: Buffer): Visitor {
  const network = networkOf(request.ip)
  const who = currentUser?.accountId ?? `${network} ${request.headers['user-agent'] ?? ''}`
  // Most Kenyans share the address of their carrier: whoever proved an address of their own is not counted with the others.
  const counted = currentUser?.emailProven ? `account ${currentUser.accountId}` : `network ${network}`
  return { visitor: shortHash(key, who), network: shortHash(key, counted) }
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
