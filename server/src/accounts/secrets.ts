import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'

/** Random secrets. Passed as an argument like the clock, so that tests can predict them. */
export type Secrets = {
  /** A number of decimal digits, each equally likely. */
  digits(count: number): string
  /** 256 bits, safe in a header, a cookie or an address. */
  token(): string
}

export const systemSecrets: Secrets = {
  digits: (count) => Array.from({ length: count }, () => randomInt(10)).join(''),
  token: () => randomBytes(32).toString('base64url'),
}

/** A separate key for each purpose, so that a hash of one is not valid for another. */
export function keyFor(purpose: string, tokenSecret: string): Buffer {
  return createHmac('sha256', tokenSecret).update(`twende ${purpose}`).digest()
}

/** The hash of a short secret, such as six digits, which could be guessed from a hash without a key. */
export function keyedHash(key: Buffer, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64url')
}

/** The hash of a long random token. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

/** Compares in constant time. */
export function isSameHash(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}
