import { hash, verify } from '@node-rs/argon2'
import { boundedQueue } from '../../http/limits/bounded-queue.ts'

// Argon2id, the library's default, at the least cost that OWASP recommends.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

// A hash takes 19 MiB and a thread of the pool that pictures and files share. 40 hashes take about half a second.
const runLimited = boundedQueue({ concurrency: 2, maxWaiting: 40 })

export function hashPassword(password: string): Promise<string> {
  return runLimited(() => hash(password, COST))
}

/** Whether the password is correct; takes the same time without an account, so that the time reveals nothing. */
export async function passwordFits(passwordHash: string | undefined, password: string): Promise<boolean> {
  if (passwordHash !== undefined) return runLimited(() => verify(passwordHash, password))
  await hashPassword(password)
  return false
}
