import { Secret, TOTP } from 'otpauth'
import type { Secrets } from '../secrets.ts'

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
