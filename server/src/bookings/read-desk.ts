import { BookingEvent } from '@twende/contract/bookings/booking.ts'
import {
  type DeskBooking,
  type DeskMoney,
  DeskBooking as DeskSchema,
} from '@twende/contract/bookings/desk-booking.ts'
import * as z from 'zod/mini'
import { paginationOf } from '../db/list-page.ts'
import type { AppDeps } from '../deps.ts'
import { AppError } from '../http/app-error.ts'
import { listHistory } from './booking-history-store.ts'
import {
  countDeskQueues,
  type DeskRow,
  type DeskSearch,
  findDeskBooking,
  findDeskBookings,
  sumOwedBack,
} from './desk-store.ts'
import { paidFor, refundForCustomer } from './give-back-money.ts'
import { toBooking } from './present-booking.ts'

const PAGE_SIZE = 25

type ReadDeps = Pick<AppDeps, 'db' | 'clock' | 'config'>
type Wish = Omit<DeskSearch, 'queue'> & {
  queue?: DeskSearch['queue'] | undefined
  page?: number | undefined
  limit?: number | undefined
}

/** A page of bookings for staff, and how many wait in each queue. */
export async function deskBookings(
  { db, clock, config }: ReadDeps,
  { queue = 'all', page = 1, limit = PAGE_SIZE, ...wish }: Wish,
) {
  const now = clock.now()
  const [{ rows, ...found }, counts] = await Promise.all([
    findDeskBookings(db, { ...wish, queue, limit, offset: (page - 1) * limit }, now),
    countDeskQueues(db, now),
  ])
  const data = rows.map((row) => toDeskBooking(row, now, config.publicUrl))
  return { data, counts, pagination: paginationOf({ page, limit }, found) }
}

export async function deskBooking({ db, clock, config }: ReadDeps, bookingId: string): Promise<DeskBooking> {
  const row = await findDeskBooking(db, bookingId)
  if (!row) throw new AppError('booking_not_found')
  return toDeskBooking(row, clock.now(), config.publicUrl)
}

/** Where the money of a booking is, and what would go back of it. */
export async function moneyOfBooking(
  { db, clock }: Pick<AppDeps, 'db' | 'clock'>,
  bookingId: string,
): Promise<DeskMoney> {
  const row = await findDeskBooking(db, bookingId)
  if (!row) throw new AppError('booking_not_found')
  const [paid, noShow, owedBack] = await Promise.all([
    paidFor(db, row),
    refundForCustomer(db, row, clock.now()),
    sumOwedBack(db, bookingId),
  ])
  return { paid, owedBack, backIfCancelled: paid, backIfNoShow: noShow.refund }
}

/** What happened to a booking, oldest first. */
export async function storyOfBooking({ db }: ReadDeps, bookingId: string): Promise<BookingEvent[]> {
  const events = await listHistory(db, bookingId)
  return events.map(({ at, actor, what, note }) => ({
    at: at.toISOString(),
    by: BookingEvent.shape.by.parse(actor),
    what,
    note,
  }))
}

const Left = z.nullable(DeskSchema.shape.handover)
const Back = z.nullable(
  z.extend(z.object({ km: z.int(), fuel: z.string(), note: z.string(), at: z.string() }), {
    charges: z._default(z.array(z.object({ what: z.string(), amount: z.int() })), []),
    chargesPaidBy: z._default(z.string(), ''),
  }),
)

function unpaidConfirmationOf(row: DeskRow): DeskBooking['unpaidConfirmation'] {
  const { asker_id, asker_name, asked_note, asked_amount, asked_at } = row
  if (row.status !== 'pending' || !asker_id || !asker_name || !asked_at || asked_amount === null) return null
  return {
    byId: asker_id,
    by: asker_name,
    note: asked_note ?? '',
    amount: asked_amount,
    at: asked_at.toISOString(),
  }
}

export function toDeskBooking(row: DeskRow, now: Date, publicUrl: string): DeskBooking {
  const late =
    (row.status === 'active' && row.ends_at < now) || (row.status === 'confirmed' && row.starts_at < now)
  return {
    ...toBooking(row, now, publicUrl),
    account: {
      _id: row.account_id,
      name: row.account_name,
      email: row.account_email,
      phone: row.account_phone,
      banned: row.account_banned,
    },
    bookedBy: row.booked_by_name,
    handover: Left.parse(row.handover),
    handoverReturn: Back.parse(row.handover_return),
    extraCharges: row.extra_charges,
    late,
    notHandedOver: row.status === 'confirmed' && row.ends_at < now,
    unpaidConfirmation: unpaidConfirmationOf(row),
    updatedAt: row.updated_at.toISOString(),
  }
}
