import type { Clock } from '../../../basic-deps.ts'
import type { Db } from '../../../db/database.ts'
import { findPromptTimes, hasPaidFor, lockPhone } from './prompt-store.ts'

/** How often a phone may be asked to pay in an hour, by all accounts together. */
export const PROMPTS_PER_HOUR = 3
/** The same where the phone has paid for something of the account that asks: it is no stranger's. */
export const PROMPTS_PER_HOUR_OF_PAYER = 6

const HOUR_MS = 3_600_000

/**
 * From when a phone may be asked again; undefined when it may be asked now. The phone stays locked until the
 * transaction ends, so that requests at the same moment are counted one after the other.
 */
export async function phoneFreeAt(
  tx: Db,
  { clock, config }: { clock: Clock; config: { rateLimit: boolean } },
  { phone, accountId }: { phone: string; accountId: string },
): Promise<Date | undefined> {
  if (!config.rateLimit) return undefined
  await lockPhone(tx, phone)
  const since = new Date(clock.now().getTime() - HOUR_MS)
  const times = await findPromptTimes(tx, { phone, since, limit: PROMPTS_PER_HOUR_OF_PAYER })
  if (times.length < PROMPTS_PER_HOUR) return undefined
  const limit = (await hasPaidFor(tx, phone, accountId)) ? PROMPTS_PER_HOUR_OF_PAYER : PROMPTS_PER_HOUR
  const oldest = times[limit - 1]
  return oldest && new Date(oldest.getTime() + HOUR_MS)
}
