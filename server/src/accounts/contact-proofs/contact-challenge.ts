import { isSameHash, keyedHash, keyFor } from '../secrets.ts'
import { type Contact, contactHash } from './contact.ts'

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
export function challengeId(challenge: string, now: Date): string | undefined {
  const [id = '', expires = ''] = challenge.split('.')
  const isOpen = /^\d{1,12}$/.test(expires) && Number(expires) * 1000 > now.getTime()
  return isOpen && /^[\w-]{43}$/.test(id) ? id : undefined
}

/** Whether this code was sent to this contact for the challenge. */
export function fitsChallenge(
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
