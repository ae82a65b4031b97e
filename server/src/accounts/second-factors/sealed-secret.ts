import { createCipheriv, createDecipheriv } from 'node:crypto'
import { keyFor } from '../keyed-hash.ts'
import type { Secrets } from '../secrets.ts'

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

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
