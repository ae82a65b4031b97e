import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

/** A key of its own for each purpose, so that what one of them signs means nothing to another. */
export function keyFor(purpose: string, tokenSecret: string): Buffer {
  return createHmac('sha256', tokenSecret).update(`twende ${purpose}`).digest()
}

/** The hash of something too short to be hashed without a key, such as six digits. */
export function keyedHash(key: Buffer, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64url')
}

/** The hash of a long random token. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

/** Compares in a time that tells nothing of where the two differ. */
export function isSameHash(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}
