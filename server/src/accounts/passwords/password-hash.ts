import { hash, verify } from '@node-rs/argon2'
import { boundedWork } from '../../media/bounded-work.ts'

// Argon2id, the library's default, at the least cost that OWASP recommends.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

// Each takes 19 MiB and a thread of the few that pictures and files need too; half a second's worth may wait.
const AT_A_TIME = 2
const MOST_WAITING = 40
const work = boundedWork(AT_A_TIME, { mostWaiting: MOST_WAITING })

export function hashPassword(password: string): Promise<string> {
  return work.run(() => hash(password, COST))
}

/** Whether the password fits; takes as long when there is no account, so that the time tells nothing. */
export async function passwordFits(passwordHash: string | undefined, password: string): Promise<boolean> {
  if (passwordHash !== undefined) return work.run(() => verify(passwordHash, password))
  await hashPassword(password)
  return false
}
