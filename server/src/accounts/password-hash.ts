import { hash, verify } from '@node-rs/argon2'

// Argon2id, the library's default, at the least cost that OWASP recommends.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export function hashPassword(password: string): Promise<string> {
  return hash(password, COST)
}

/** Whether the password fits; takes as long when there is no account, so that the time tells nothing. */
export async function passwordFits(passwordHash: string | undefined, password: string): Promise<boolean> {
  if (passwordHash !== undefined) return verify(passwordHash, password)
  await hashPassword(password)
  return false
}
