import type { AppDeps } from '../../deps.ts'
import { AppError } from '../../http/app-error.ts'
import type { CurrentUser } from '../../http/current-user.ts'
import { markEmailProven } from '../account-store.ts'
import { isSameHash, keyedHash, keyFor } from '../secrets.ts'
import { type Contact, contactHash } from './contact.ts'

const TRIES_OF_CODE = 5
/** For all codes to one address or number together, and of one account: new codes give no more tries than these. */
const TRIES_AN_HOUR = 30

type CheckDeps = Pick<AppDeps, 'db' | 'clock' | 'tokenSecret' | 'countGuess'>
type CodeTry = { contact: Contact; challenge: string; code: string; currentUser: CurrentUser | undefined }

/** Checks the code that was sent; sent again, because the answer was lost, it is right again. The address of the account is proven with it for good. */
export async function checkContactCode(deps: CheckDeps, proof: CodeTry): Promise<void> {
  const { contact, challenge, currentUser } = proof
  const now = deps.clock.now()
  const id = challengeId(challenge, now)
  if (id === undefined) throw new AppError('wrong_code')
  const isOwn = currentUser !== undefined && contact.email === currentUser.email
  const subjects = [
    ...(currentUser ? [`by ${currentUser.accountId}`] : []),
    // Strangers cannot use up the tries of a person who is signed in and proves the address of the account.
    ...(isOwn ? [] : [`of ${contactHash(contact, deps.tokenSecret)}`]),
  ]
  const guess = await deps.countGuess([
    { bucket: `tries of contact code ${id}`, max: TRIES_OF_CODE, seconds: 3600 },
    ...subjects.map((subject) => ({
      bucket: `contact codes tried ${subject}`,
      max: TRIES_AN_HOUR,
      seconds: 3600,
    })),
  ])
  if (!guess.allowed || !fitsChallenge(deps, proof)) throw new AppError('wrong_code')
  await guess.forgive()
  if (isOwn) await markEmailProven(deps.db, currentUser.accountId, now)
}

/**
 * A challenge names the code that was sent without telling it: the server stores nothing. The code is checked with the
 * challenge of the browser that asked for it, so nobody else can use up its tries.
 */

type Challenge = { id: string; expiresAt: Date; contact: Contact; code: string }

export function writeChallenge(deps: { tokenSecret: string }, challenge: Challenge): string {
  const { id, expiresAt } = challenge
  const expires = Math.floor(expiresAt.getTime() / 1000)
  return `${id}.${expires}.${signatureOf(deps, { ...challenge, expires })}`
}

/** The id of a challenge as it was sent; undefined when it is over or was never ours to write like this. */
function challengeId(challenge: string, now: Date): string | undefined {
  const [id = '', expires = ''] = challenge.split('.')
  const isOpen = /^\d{1,12}$/.test(expires) && Number(expires) * 1000 > now.getTime()
  return isOpen && /^[\w-]{43}$/.test(id) ? id : undefined
}

/** Whether this code was sent to this contact for the challenge. */
function fitsChallenge(
  deps: { tokenSecret: string },
  { challenge, contact, code }: { challenge: string; contact: Contact; code: string },
): boolean {
  const [id = '', expires = '', signature = ''] = challenge.split('.')
  return isSameHash(signature, signatureOf(deps, { id, expires: Number(expires), contact, code }))
}

type Signed = { id: string; expires: number; contact: Contact; code: string }

/** Six digits could be guessed from a plain hash, so it has a key. */
function signatureOf(
  { tokenSecret }: { tokenSecret: string },
  { id, expires, contact, code }: Signed,
): string {
  const about = `${id} ${expires} ${contactHash(contact, tokenSecret)} ${code}`
  return keyedHash(keyFor('contact code', tokenSecret), about)
}
