import type { AppDeps } from '../deps.ts'
import { deleteMessagesBefore } from './message-store.ts'

const KEPT_DAYS = 730

/** Forgets messages after two years, as the privacy policy promises. */
export async function sweepMessages({ db, clock }: Pick<AppDeps, 'db' | 'clock'>): Promise<void> {
  await deleteMessagesBefore(db, new Date(clock.now().getTime() - KEPT_DAYS * 86_400_000))
}
