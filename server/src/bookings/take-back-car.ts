import type { Charge } from '@twende/contract/bookings/desk-booking.ts'
import { showKsh } from '@twende/contract/money.ts'
import { inTransaction } from '../db/transaction.ts'
import type { AppDeps } from '../deps.ts'
import { AppError } from '../http/app-error.ts'
import { recordDeskPayment } from '../payments/record-desk-payment.ts'
import { CarCondition, describeCondition } from './car-condition.ts'
import { moveOrRefuse } from './move-or-refuse.ts'

type Returning = {
  bookingId: string
  accountId: string
  condition: CarCondition
  /** What is charged beyond the rental. */
  charges?: readonly Charge[]
  chargesPaidBy?: string
}

/** Takes the car of a booking under way back and completes the booking; charges beyond the rental are kept as paid. */
export async function takeBackCar(
  { db, clock }: Pick<AppDeps, 'db' | 'clock'>,
  { bookingId, accountId, condition, charges = [], chargesPaidBy = '' }: Returning,
): Promise<void> {
  const now = clock.now()
  const extra = charges.reduce((sum, { amount }) => sum + amount, 0)
  if (extra > 0 && chargesPaidBy === '') {
    throw new AppError('invalid', { message: 'Please say how the charges were paid' })
  }
  await inTransaction(db, async (tx) => {
    const booking = await moveOrRefuse(tx, {
      bookingId,
      move: 'takeBack',
      by: 'staff',
      accountId,
      now,
      what: 'Car returned',
      note: [describeCondition(condition), ...charges.map(describeCharge)].join(' · '),
      set: {
        extra_charges: extra,
        handover_return: JSON.stringify({ ...condition, charges, chargesPaidBy, at: now.toISOString() }),
      },
    })
    const before = CarCondition.safeParse(booking.handover)
    if (before.success && condition.km < before.data.km) {
      const message = `The car left with ${before.data.km} km, so it cannot return with ${condition.km} km.`
      throw new AppError('invalid', { message })
    }
    if (extra === 0) return
    const payment = { purpose: 'booking', purchaseId: bookingId, accountId: booking.account_id } as const
    await recordDeskPayment(tx, { ...payment, amount: extra, takenBy: accountId, note: chargesPaidBy }, now)
  })
}

function describeCharge({ what, amount }: Charge): string {
  return `${what} ${showKsh(amount)}`
}
