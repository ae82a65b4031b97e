import { storedDocument } from '@twende/contract/stored-document.ts'
import * as z from 'zod/mini'
import { isSameHash, keyedHash, keyFor } from '../../accounts/secrets.ts'
import type { Db } from '../../db/database.ts'
import type { AppDeps } from '../../deps.ts'
import { type ApprovedDriver, findApprovedDrivers, isSameDriver } from '../../drivers/read-drivers.ts'
import { findOwed, sumPaidFor } from '../../payments/ledger/book-payment.ts'
import type { StoredBooking } from '../booking-store.ts'
import { notifyCustomer } from '../notify-customer.ts'
import {
  type AddendumKey,
  insertAddendum,
  lockBookingsOfDrivers,
  type OwnedPapers,
} from './addendum-store.ts'

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
  /** Ids of the papers of drivers who were approved after the handover. */
  addedDrivers: z._default(z.array(z.string()), []),
})
export type AddendumChange = z.output<typeof AddendumChange>
export const addendumChange = storedDocument('change of an addendum', AddendumChange)

type Adding = {
  before: StoredBooking
  moved: StoredBooking
  addedDrivers?: string[]
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
  { before, moved, addedDrivers = [], staffId, now }: Adding,
): Promise<number | undefined> {
  if (moved.status !== 'active' || moved.handover === null) return undefined
  const { id: bookingId } = moved
  // Of a customer's own change, the difference is posted or owed back right after this.
  const settledNext = staffId === null ? moved.final_amount - before.final_amount : 0
  const paid = (await sumPaidFor(tx, 'booking', bookingId)) + settledNext
  const { owed } = await findOwed(tx, 'booking', bookingId)
  const change = { from: rentalOf(before), to: rentalOf(moved), money: { paid, owed }, addedDrivers }
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

/**
 * Runs what approves a driver. To the agreement of each rental that is out and in which somebody new may drive now, the driver
 * is added; the customer accepts it by the link. Newer papers of somebody who is named already change nothing.
 */
export async function addApprovedDriver(
  tx: Db,
  deps: Pick<AppDeps, 'tokenSecret'>,
  { driver, staffId, now }: { driver: OwnedPapers; staffId: string; now: Date },
  approve: () => Promise<void>,
): Promise<void> {
  const rentals = await lockBookingsOfDrivers(tx, [driver], ['active'])
  const countOf = async ({ id }: StoredBooking) => (await findApprovedDrivers(tx, id)).length
  const before: number[] = []
  for (const rental of rentals) before.push(await countOf(rental))
  await approve()
  for (const [place, rental] of rentals.entries()) {
    if ((await countOf(rental)) <= (before[place] ?? 0)) continue
    const adding = { before: rental, moved: rental, addedDrivers: [driver.id], staffId, now }
    const sequence = await addAddendum(tx, adding)
    if (sequence !== undefined)
      await askToAccept(tx, deps, { moved: rental, sequence, addsDriver: true, now })
  }
}

/** A booking in which somebody drives no more. */
export type DriversGone = { booking: StoredBooking; gone: ApprovedDriver[] }

/**
 * Runs what keeps people with these papers from driving, after it locked the bookings that are not over yet; returns those in
 * which somebody drives no more.
 */
export async function removeDrivers(
  tx: Db,
  papers: readonly OwnedPapers[],
  remove: () => Promise<void>,
): Promise<DriversGone[]> {
  const bookings = await lockBookingsOfDrivers(tx, papers, ['pending', 'confirmed', 'active'])
  const before: ApprovedDriver[][] = []
  for (const { id } of bookings) before.push(await findApprovedDrivers(tx, id))
  await remove()
  const changed: DriversGone[] = []
  for (const [place, booking] of bookings.entries()) {
    const after = await findApprovedDrivers(tx, booking.id)
    const gone = (before[place] ?? []).filter((one) => !after.some((other) => isSameDriver(one, other)))
    if (gone.length > 0) changed.push({ booking, gone })
  }
  return changed
}

/** Staff changed the rental: the customer is sent the link by which the change is read and accepted. */
export async function askToAccept(
  tx: Db,
  deps: Pick<AppDeps, 'tokenSecret'>,
  asking: { moved: StoredBooking; sequence: number; addsDriver?: boolean; now: Date },
): Promise<void> {
  const { moved, sequence, addsDriver = false, now } = asking
  const path = addendumPath(deps, { bookingId: moved.id, sequence })
  await notifyCustomer(
    tx,
    moved,
    (params) => ({ kind: 'booking_addendum_to_accept', params: { ...params, path, addsDriver } }),
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
