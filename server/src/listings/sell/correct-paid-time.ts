import { type ListingPlans, planLabel, timePaidBy } from '@twende/contract/listings/listing-plan.ts'
import type { ListingActor } from '@twende/contract/listings/listing-status.ts'
import { showKsh } from '@twende/contract/money.ts'
import { m } from '@twende/messages'
import type { Db } from '../../db/database.ts'
import { AppError } from '../../http/app-error.ts'
import type { PaidEvent } from '../listing-history-store.ts'
import { changeListing, type ListingRecord } from '../listing-store.ts'
import { notifySeller } from '../notify-seller.ts'
import { withOtherTime } from './paid-period.ts'

type Correction = {
  before: PaidEvent
  /** What was paid with this code and the parts before it. */
  total: number
  plans: ListingPlans
  receipt: string
  by: ListingActor
  accountId?: string
  /** What staff wrote; empty where a provider reported it. */
  reason: string
  now: Date
}

/** Another amount was paid than was counted: the paid time is shorter or longer from now on, and the seller is told. */
export async function correctPaidTime(
  tx: Db,
  listing: ListingRecord,
  { before, total, plans, receipt, by, accountId, reason, now }: Correction,
): Promise<void> {
  const after = { amount: total, ...timePaidBy(total, plans) }
  if (after.months === 0) {
    const [{ months, price }] = plans
    const smallest = { price: showKsh(price), plan: planLabel(months) }
    const message = m.error_correct_pays_no_plan({ amount: showKsh(total), ...smallest })
    throw new AppError('amount_too_small', { message })
  }
  const what = { code: 'payment_corrected', receipt, from: before.amount, ...after } as const
  const set = withOtherTime(listing, { before, after, now })
  await changeListing(tx, listing, set, { by, accountId, now, what, note: reason })
  await notifySeller(
    tx,
    listing.id,
    (params) => {
      const { months, days } = after
      const told = { code: receipt, from: before.amount, amount: total, time: { months, days }, reason }
      return { kind: 'listing_payment_corrected', params: { ...params, ...told } }
    },
    `payment corrected ${receipt} ${now.toISOString()}`,
    now,
  )
}
