import { randomBytes, randomInt } from 'node:crypto'

/** Unguessable things. An argument like the clock, so that a test can know them. */
export type Secrets = {
  /** So many decimal digits, each equally likely. */
  digits(count: number): string
  /** 256 bits, safe in a header, a cookie or an address. */
  token(): string
}

export const systemSecrets: Secrets = {
  digits: (count) => Array.from({ length: count }, () => randomInt(10)).join(''),
  token: () => randomBytes(32).toString('base64url'),
}
