import { randomBytes, randomInt } from 'node:crypto'

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
