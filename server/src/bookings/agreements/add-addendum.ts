import { storedDocument } from '@twende/contract/stored-document.ts'
import * as z from 'zod/mini'
import { isSameHash, keyedHash, keyFor } from '../../accounts/secrets.ts'
import type { Db } from '../../db/database.ts'
import type { AppDeps } from '../../deps.ts'
import { type ApprovedDriver, findApprovedDrivers, isSameDriver } from '../../drivers/read-drivers.ts'
import { findOwed, sumPaidFor } from '../../payments/ledger/post-payment.ts'
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
  /** And of those who were named and drive no more. */
  removedDrivers: z._default(z.array(z.string()), []),
})
export type AddendumChange = z.output<typeof AddendumChange>
export const addendumChange = storedDocument('change of an addendum', AddendumChange)

type Adding = {
  before: StoredBooking
  moved: StoredBooking
  addedDrivers?: string[]
  removedDrivers?: string[]
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
  { before, moved, addedDrivers = [], removedDrivers = [], staffId, now }: Adding,
): Promise<number | undefined> {
  if (moved.status !== 'active' || moved.handover === null) return undefined
  const { id: bookingId } = moved
  // Of a customer's own change, the difference is posted or owed back right after this.
  const settledNext = staffId === null ? moved.final_amount - before.final_amount : 0
  const paid = (await sumPaidFor(tx, 'booking', bookingId)) + settledNext
  const { owed } = await findOwed(tx, 'booking', bookingId)
  const drivers = { addedDrivers, removedDrivers }
  const change = { from: rentalOf(before), to: rentalOf(moved), money: { paid, owed }, ...drivers }
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

type Whose = { papers: readonly OwnedPapers[]; staffId: string; now: Date }

/** Who drives in a booking that did not before, and who drives no more; with the number of the addendum, if there is one. */
export type DriversChange = {
  booking: StoredBooking
  added: ApprovedDriver[]
  gone: ApprovedDriver[]
  sequence: number | undefined
}

/**
 * Runs what approves people or keeps them from driving, after it locked the bookings that it may concern. To the agreement of
 * each rental that is out, those who may drive now, or no more, are added. Newer papers of somebody who is named change nothing.
 */
export async function changeDrivers(
  tx: Db,
  { papers, staffId, now }: Whose,
  act: () => Promise<void>,
): Promise<DriversChange[]> {
  const bookings = await lockBookingsOfDrivers(tx, papers)
  const before: ApprovedDriver[][] = []
  for (const { id } of bookings) before.push(await findApprovedDrivers(tx, id))
  await act()
  const changes: DriversChange[] = []
  for (const [place, booking] of bookings.entries()) {
    const [was = [], is] = [before[place], await findApprovedDrivers(tx, booking.id)]
    const [added, gone] = [without(is, was), without(was, is)]
    if (added.length + gone.length === 0) continue
    const ids = { addedDrivers: added.map(({ id }) => id), removedDrivers: gone.map(({ id }) => id) }
    const sequence = await addAddendum(tx, { before: booking, moved: booking, ...ids, staffId, now })
    changes.push({ booking, added, gone, sequence })
  }
  return changes
}

const without = (some: readonly ApprovedDriver[], others: readonly ApprovedDriver[]) =>
  some.filter((one) => !others.some((other) => isSameDriver(one, other)))

/** The same, after which the customer of each rental that is out is sent the link to accept the change. */
export async function changeDriversAndAsk(
  tx: Db,
  deps: Pick<AppDeps, 'tokenSecret'>,
  whose: Whose,
  act: () => Promise<void>,
): Promise<void> {
  for (const { booking: moved, added, gone, sequence } of await changeDrivers(tx, whose, act)) {
    if (sequence === undefined) continue
    const leaving = gone.map(({ fullName }) => fullName)
    await askToAccept(tx, deps, {
      moved,
      sequence,
      addsDriver: added.length > 0,
      leaving,
      now: whose.now,
    })
  }
}

/** Staff changed the rental: the customer is sent the link by which the change is read and accepted. */
export async function askToAccept(
  tx: Db,
  deps: Pick<AppDeps, 'tokenSecret'>,
  asking: { moved: StoredBooking; sequence: number; addsDriver?: boolean; leaving?: string[]; now: Date },
): Promise<void> {
  const { moved, sequence, addsDriver = false, leaving = [], now } = asking
  const path = addendumPath(deps, { bookingId: moved.id, sequence })
  await notifyCustomer(
    tx,
    moved,
    (params) => ({ kind: 'booking_addendum_to_accept', params: { ...params, path, addsDriver, leaving } }),
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
