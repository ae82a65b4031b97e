import { inTransaction } from '../db/transaction.ts'
import type { AppDeps } from '../deps.ts'
import { Refusal } from '../http/refusal.ts'
import { CarCondition, describeCondition } from './car-condition.ts'
import { moveOrRefuse } from './move-or-refuse.ts'

/** Takes the car of a booking under way back and completes the booking. */
export async function takeBackCar(
  { db, clock }: Pick<AppDeps, 'db' | 'clock'>,
  { bookingId, accountId, condition }: { bookingId: string; accountId: string; condition: CarCondition },
): Promise<void> {
  const now = clock.now()
  await inTransaction(db, async (tx) => {
    const booking = await moveOrRefuse(tx, {
      bookingId,
      move: 'takeBack',
      by: 'staff',
      accountId,
      now,
      what: 'Car returned',
      note: describeCondition(condition),
      set: { handover_return: JSON.stringify({ ...condition, at: now.toISOString() }) },
    })
    const before = CarCondition.safeParse(booking.handover)
    if (before.success && condition.km < before.data.km) {
      const message = `The car left with ${before.data.km} km, so it cannot return with ${condition.km} km.`
      throw new Refusal('invalid', { message })
    }
  })
}
