import { tokenHash } from '../keyed-hash.ts'
import type { Secrets } from '../secrets.ts'

const CODES = 10
const RANDOM_BYTES = 15
/** 32 letters and digits that are not easily confused. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** Ten codes of 120 random bits, in groups of four for reading. */
export function newRecoveryCodes(secrets: Secrets): string[] {
  return Array.from({ length: CODES }, () => newRecoveryCode(secrets))
}

/** The hash of a code, without the separators of its groups. */
export function recoveryCodeHash(accountId: string, code: string): string {
  return tokenHash(`${accountId} ${code.replaceAll('-', '')}`)
}

function newRecoveryCode(secrets: Secrets): string {
  const bytes = Buffer.from(secrets.token(), 'base64url').subarray(0, RANDOM_BYTES)
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const letters = bits.replace(/.{5}/g, (five) => LETTERS[Number.parseInt(five, 2)] ?? '')
  return letters.replace(/(.{4})(?=.)/g, '$1-')
}
