import type { Device } from '@twende/contract/accounts/session-routes.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../../basic-deps.ts'
import type { Database } from '../../db/database.ts'
import { type AccountRow, findAccountById } from '../account-store.ts'
import { cookieNamed } from '../contact-proofs/contact-proof-cookie.ts'
import { isSameHash, keyedHash, keyFor, type Secrets } from '../secrets.ts'
import type { Browser } from './start-session.ts'

const BROWSER_PATTERNS: readonly [RegExp, Device['browser']][] = [
  [/\bEdg(e|A|iOS)?\//, 'edge'],
  [/\bOPR\/|\bOpera Mini\//, 'opera'],
  [/\bSamsungBrowser\//, 'samsung_internet'],
  [/\bUCBrowser\//, 'uc_browser'],
  [/\b(Firefox|FxiOS)\//, 'firefox'],
  [/(\b|Headless)(Chrome|Chromium|CriOS)\//, 'chrome'],
  [/\bSafari\//, 'safari'],
]

const SYSTEM_PATTERNS: readonly [RegExp, Device['system']][] = [
  [/\biPhone\b/, 'iphone'],
  [/\biPad\b/, 'ipad'],
  [/\bAndroid\b/, 'android'],
  [/\bWindows\b/, 'windows'],
  [/\bCrOS\b/, 'chromeos'],
  [/\bMac OS X\b/, 'mac'],
  [/\bLinux\b/, 'linux'],
]

const MAX_READ = 400

/**
 * A cookie remembers in which accounts this browser signed in. It gives no access: wrong passwords from such a browser are
 * counted separately, so that guesses of others do not lock out the owner.
 */

const KNOWN_DAYS = 180
const MAX_ACCOUNTS = 5
const NAME = 'browser'

type ProofDeps = { tokenSecret: string; clock: Clock }
type RememberDeps = ProofDeps & { db: Database; secrets: Secrets; config: { publicUrl: string } }
type KnownAccount = Pick<AccountRow, 'id' | 'passwordHash'>
type Entry = { id: string; expires: number; proof: string }

/** The cookie as the browser sent it. */
export function recognisedBrowserCookie(request: FastifyRequest): string | undefined {
  const { cookie } = request.headers
  return cookieNamed(`__Host-${NAME}`, cookie) ?? cookieNamed(NAME, cookie)
}

/** The id of the browser for this account; undefined if it has not signed in since the password was set. */
export function recognisedBrowserId(
  deps: ProofDeps,
  cookie: string | undefined,
  account: KnownAccount | undefined,
): string | undefined {
  return account && entriesOf(cookie).find((entry) => isEntryOf(deps, account, entry))?.id
}

/** Called after a log-in, a registration or a reset: from now on the account recognises this browser. */
export async function rememberBrowser(
  deps: RememberDeps,
  { request, reply, accountId }: { request: FastifyRequest; reply: FastifyReply; accountId: string },
): Promise<void> {
  const account = await findAccountById(deps.db, accountId)
  if (!account) return
  const sent = entriesOf(recognisedBrowserCookie(request))
  const others = sent.filter((entry) => !isEntryOf(deps, account, entry)).slice(1 - MAX_ACCOUNTS)
  const id = sent.find((entry) => isEntryOf(deps, account, entry))?.id ?? deps.secrets.token()
  const expires = Math.floor(deps.clock.now().getTime() / 1000) + KNOWN_DAYS * 86_400
  const own = { id, expires, proof: proofOf(deps, account, { id, expires }) }
  const value = [...others, own].map((entry) => `${entry.id}.${entry.expires}.${entry.proof}`).join('~')
  const isSecure = deps.config.publicUrl.startsWith('https:')
  const rules = `Path=/; Max-Age=${KNOWN_DAYS * 86_400}; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`
  reply.header('set-cookie', `${isSecure ? '__Host-' : ''}${NAME}=${value}; ${rules}`)
}

function entriesOf(cookie: string | undefined): readonly Entry[] {
  const texts = (cookie ?? '').slice(0, 2000).split('~').slice(0, MAX_ACCOUNTS)
  return texts.flatMap((text) => {
    const [id = '', expires = '', proof = ''] = text.split('.')
    return /^[\w-]{43}$/.test(id) && /^\d{1,12}$/.test(expires)
      ? [{ id, expires: Number(expires), proof }]
      : []
  })
}

function isEntryOf(deps: ProofDeps, account: KnownAccount, { proof, ...entry }: Entry): boolean {
  return entry.expires * 1000 > deps.clock.now().getTime() && isSameHash(proof, proofOf(deps, account, entry))
}

/** After a new password no browser is recognised. */
function proofOf(
  { tokenSecret }: ProofDeps,
  { id: accountId, passwordHash }: KnownAccount,
  { id, expires }: Omit<Entry, 'proof'>,
): string {
  return keyedHash(keyFor('known browser', tokenSecret), `${accountId} ${id} ${expires} ${passwordHash}`)
}

export function readBrowser(request: FastifyRequest): Browser {
  return {
    device: readDevice(request.headers['user-agent']),
    knownCookie: recognisedBrowserCookie(request),
  }
}

/** What a User-Agent header names; its own text is not stored. */
function readDevice(userAgent: string | undefined): Device {
  const text = (userAgent ?? '').slice(0, MAX_READ)
  return { browser: findCode(BROWSER_PATTERNS, text), system: findCode(SYSTEM_PATTERNS, text) }
}

function findCode<Code>(patterns: readonly [RegExp, Code][], text: string): Code | null {
  return patterns.find(([pattern]) => pattern.test(text))?.[1] ?? null
}
