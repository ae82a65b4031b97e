import { createCipheriv, createDecipheriv } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { keyFor } from '../keyed-hash.ts'
import type { Secrets } from '../secrets.ts'

const CIPHER = 'aes-256-gcm'

const NONCE_BYTES = 12

const TAG_BYTES = 16

const PERIOD_SECONDS = 30
const SECRET_BYTES = 20
/** A phone's clock may be one step off. */
const STEPS_OFF = 1

/** A new secret of 160 bits. */
export function newAppSecret(secrets: Secrets): Buffer {
  return Buffer.from(secrets.token(), 'base64url').subarray(0, SECRET_BYTES)
}

/** How the app is told of the secret: as letters to type, and as an address to show as a picture. */
export function appSecretTexts(secret: Buffer, email: string): { secret: string; address: string } {
  const totp = totpOf(secret, email)
  return { secret: totp.secret.base32, address: totp.toString() }
}

/** The time step whose code this is, now or one step off; undefined for a code of none of them. */
export function stepOfCode(secret: Buffer, code: string, now: Date): number | undefined {
  const timestamp = now.getTime()
  const delta = totpOf(secret, '').validate({ token: code, timestamp, window: STEPS_OFF })
  return delta === null ? undefined : Math.floor(timestamp / 1000 / PERIOD_SECONDS) + delta
}

/** SHA-1 and six digits, because common apps ignore that anything else was asked for. */
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
 * Encrypts the secret of an authenticator app, so that the database alone makes no codes. It opens for this account only:
 * moved to another row it is worthless.
 */
export function sealSecret({ tokenSecret, secrets }: SealDeps, accountId: string, secret: Buffer): string {
  const nonce = Buffer.from(secrets.token(), 'base64url').subarray(0, NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, appKey(tokenSecret), nonce, { authTagLength: TAG_BYTES })
  cipher.setAAD(Buffer.from(accountId))
  const sealed = Buffer.concat([cipher.update(secret), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
}

/** The secret again; undefined for what was not sealed with this key for this account. */
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
    // Another TOKEN_SECRET, or a row that was changed by hand.
    return undefined
  }
}

function appKey(tokenSecret: string): Buffer {
  return keyFor('authenticator app', tokenSecret)
}
