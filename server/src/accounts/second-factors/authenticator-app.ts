import { createCipheriv, createDecipheriv } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { keyFor, type Secrets } from '../secrets.ts'

const CIPHER = 'aes-256-gcm'

const NONCE_BYTES = 12

const TAG_BYTES = 16

const PERIOD_SECONDS = 30
const SECRET_BYTES = 20
/** The clock of a phone may differ by one step. */
const STEPS_OFF = 1

/** A new secret of 160 bits. */
export function newAppSecret(secrets: Secrets): Buffer {
  return Buffer.from(secrets.token(), 'base64url').subarray(0, SECRET_BYTES)
}

/** The secret for the app: as text to type, and as an `otpauth:` address to show as a QR code. */
export function appSecretTexts(secret: Buffer, email: string): { secret: string; address: string } {
  const totp = totpOf(secret, email)
  return { secret: totp.secret.base32, address: totp.toString() }
}

/** The time step of a code, at most one step from now; undefined for a wrong code. */
export function stepOfCode(secret: Buffer, code: string, now: Date): number | undefined {
  const timestamp = now.getTime()
  const delta = totpOf(secret, '').validate({ token: code, timestamp, window: STEPS_OFF })
  return delta === null ? undefined : Math.floor(timestamp / 1000 / PERIOD_SECONDS) + delta
}

/** SHA-1 and six digits, because common apps ignore any other setting. */
function totpOf(secret: Buffer, label: string): TOTP {
  const bytes = new Uint8Array(secret)
  return new TOTP({
    issuer: 'Twende',
    label,
    secret: new Secret({ buffer: bytes.buffer }),
    algorithm: 'SHA1',
    digits: 6,
    period: PERIOD_SECONDS,
  })
}

type SealDeps = { tokenSecret: string; secrets: Secrets }

/**
 * Encrypts the secret of an authenticator app, so that codes cannot be made from the database alone. It can be decrypted
 * for this account only, not from the row of another.
 */
export function sealSecret({ tokenSecret, secrets }: SealDeps, accountId: string, secret: Buffer): string {
  const nonce = Buffer.from(secrets.token(), 'base64url').subarray(0, NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, appKey(tokenSecret), nonce, { authTagLength: TAG_BYTES })
  cipher.setAAD(Buffer.from(accountId))
  const sealed = Buffer.concat([cipher.update(secret), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
}

/** Decrypts the secret; undefined if it was not encrypted with this key for this account. */
export function openSecret(
  { tokenSecret }: Pick<SealDeps, 'tokenSecret'>,
  accountId: string,
  text: string,
): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64url')
  const nonce = bytes.subarray(0, NONCE_BYTES)
  const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES)
  try {
    const decipher = createDecipheriv(CIPHER, appKey(tokenSecret), nonce, { authTagLength: TAG_BYTES })
    decipher.setAAD(Buffer.from(accountId))
    decipher.setAuthTag(tag)
    return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()])
  } catch {
    // Another TOKEN_SECRET, or a row that was changed outside the program.
    return undefined
  }
}

function appKey(tokenSecret: string): Buffer {
  return keyFor('authenticator app', tokenSecret)
}
