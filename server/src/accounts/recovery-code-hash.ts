import { keyedHash, keyFor } from './keyed-hash.ts'

/** Six digits are soon guessed from a plain hash, so the hash has a key; it fits this account's code only. */
export function recoveryCodeHash(deps: { tokenSecret: string }, accountId: string, code: string): string {
  return keyedHash(keyFor('recovery code', deps.tokenSecret), `${accountId} ${code}`)
}
