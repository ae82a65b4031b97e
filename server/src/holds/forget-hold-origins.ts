import { HOLD_ORIGINS_KEPT_HOURS } from '@twende/contract/holds/hold-limits.ts'
import type { AppDeps } from '../deps.ts'
import { deleteOriginsBefore } from './hold-store.ts'

/** Forgets which network and phone number unpaid purchases came from, once nothing is counted by it. */
export async function forgetHoldOrigins({ db, clock }: Pick<AppDeps, 'db' | 'clock'>): Promise<void> {
  await deleteOriginsBefore(db, new Date(clock.now().getTime() - HOLD_ORIGINS_KEPT_HOURS * 3_600_000))
}
