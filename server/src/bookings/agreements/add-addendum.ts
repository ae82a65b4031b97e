import { storedDocument } from '@twende/contract/stored-document.ts'
import * as z from 'zod/mini'
import { isSameHash, keyedHash, keyFor } from '../../accounts/secrets.ts'
import type { Db } from '../../db/database.ts'
import type { AppDeps } from '../../deps.ts'
import { findOwed, sumPaidFor } from '../../payments/ledger/book-payment.ts'
import type { StoredBooking } from '../booking-store.ts'
import { notifyCustomer } from '../notify-customer.ts'
import { type AddendumKey, insertAddendum } from './addendum-store.ts'

const Rental = z.object({
  endDate: z.string(),
  dropoffTime: z.string(),
  totalDays: z.int(),
  finalAmount: z.int(),
})

/** A change of a rental whose car is out: codes and numbers, and no person. */
export const AddendumChange = z.object({
  from: Rental,
  to: Rental,
  money: z.object({ paid: z.int(), owed: z.int() }),
})
export type AddendumChange = z.output<typeof AddendumChange>
export const addendumChange = storedDocument('change of an addendum', AddendumChange)

type Adding = {
  before: StoredBooking
  moved: StoredBooking
  /** The member of staff who made it; null where the customer did. */
  staffId: string | null
  now: Date
}

/**
 * Adds to the signed agreement what was changed of a rental, in the transaction of the change, after its money; nothing while no
 * agreement is signed. The customer's own change is agreed on; staff's waits until the customer accepts it.
 */
export async function addAddendum(
  tx: Db,
  { before, moved, staffId, now }: Adding,
): Promise<number | undefined> {
  if (moved.status !== 'active' || moved.handover === null) return undefined
  const { id: bookingId } = moved
  // Of a customer's own change, the difference is posted or owed back right after this.
  const settledNext = staffId === null ? moved.final_amount - before.final_amount : 0
  const paid = (await sumPaidFor(tx, 'booking', bookingId)) + settledNext
  const { owed } = await findOwed(tx, 'booking', bookingId)
  const change = { from: rentalOf(before), to: rentalOf(moved), money: { paid, owed } }
  return insertAddendum(tx, {
    booking_id: bookingId,
    change: addendumChange.write(change),
    made_at: now,
    made_by: staffId,
    ...(staffId === null && { accepted_at: now, accepted_how: 'account' }),
  })
}

function rentalOf(booking: StoredBooking): AddendumChange['from'] {
  return {
    endDate: booking.end_date,
    dropoffTime: booking.dropoff_time,
    totalDays: booking.total_days,
    finalAmount: booking.final_amount,
  }
}

/** Staff changed the rental: the customer is sent the link by which the change is read and accepted. */
export async function askToAccept(
  tx: Db,
  deps: Pick<AppDeps, 'tokenSecret'>,
  { moved, sequence, now }: { moved: StoredBooking; sequence: number; now: Date },
): Promise<void> {
  const path = addendumPath(deps, { bookingId: moved.id, sequence })
  await notifyCustomer(
    tx,
    moved,
    (params) => ({ kind: 'booking_addendum_to_accept', params: { ...params, path } }),
    now,
    { event: String(sequence) },
  )
}

type LinkDeps = Pick<AppDeps, 'tokenSecret'>

/** Where an addendum is read and accepted. Whoever was sent the address may, also without an account. */
export function addendumPath(deps: LinkDeps, key: AddendumKey): string {
  return `/addendum/${tokenOf(deps, key)}`
}

function tokenOf({ tokenSecret }: LinkDeps, { bookingId, sequence }: AddendumKey): string {
  const hash = keyedHash(keyFor('addendum links', tokenSecret), JSON.stringify([bookingId, sequence]))
  return `${bookingId}.${sequence}.${hash}`
}

/** The addendum that a link is of; undefined where the link is not ours. */
export function addendumOfToken(deps: LinkDeps, token: string): AddendumKey | undefined {
  const [bookingId = '', number = ''] = token.split('.')
  const key = { bookingId, sequence: Number(number) }
  return isSameHash(tokenOf(deps, key), token) ? key : undefined
}
