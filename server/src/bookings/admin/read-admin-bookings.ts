import type { Role } from '@twende/contract/accounts/account-routes.ts'
import {
  type AdminBooking,
  type AdminBookingMoney,
  handoverDocument,
  returnDocument,
} from '@twende/contract/bookings/admin-booking.ts'
import type { StaffBookingEvent } from '@twende/contract/bookings/booking.ts'
import { UNDO_HOURS } from '@twende/contract/bookings/booking-status.ts'
import { bookingStatusLabel, purchasePaymentLabel } from '@twende/contract/bookings/booking-status-format.ts'
import { extraLabel } from '@twende/contract/bookings/extra-format.ts'
import { sumOfExtras } from '@twende/contract/bookings/price-of-extras.ts'
import { m } from '@twende/messages'
import { type PageInput, readPage } from '../../db/list-page.ts'
import type { AppDeps } from '../../deps.ts'
import { AppError } from '../../http/app-error.ts'
import { type CsvColumns, csvTable, type FilterInput, phoneCell, timeCell } from '../../http/csv.ts'
import { findOwed } from '../../payments/ledger/post-payment.ts'
import { sumRefundsOf } from '../../payments/refunds/list-refunds.ts'
import { findBooking } from '../booking-read-store.ts'
import { findDueAtHandover } from '../owed/unpaid-price.ts'
import { toBooking } from '../present-booking.ts'
import { readHistory } from '../read-history.ts'
import { amountPaid, refundIfCancelled } from '../refund-cancelled-booking.ts'
import {
  type AdminBookingFilter,
  type AdminBookingRow,
  type BookingMoney,
  countBookingQueues,
  findAdminBooking,
  findAdminBookingPage,
  findAdminBookingsByIds,
  findMoneyOf,
} from './admin-booking-store.ts'

type ExportedBooking = AdminBooking & BookingMoney

const columns: CsvColumns<ExportedBooking> = [
  [m.csv_reference, ({ bookingId }) => bookingId],
  [m.csv_status, (booking) => bookingStatusLabel(booking)],
  [m.csv_payment, (booking) => purchasePaymentLabel(booking)],
  [m.csv_late, ({ late }) => (late ? m.csv_yes() : '')],
  [m.csv_first_name, ({ customerInfo }) => customerInfo.firstName],
  [m.csv_last_name, ({ customerInfo }) => customerInfo.lastName],
  [m.csv_phone, ({ customerInfo }) => phoneCell(customerInfo.phone), 'contact'],
  [m.csv_email, ({ customerInfo }) => customerInfo.email, 'contact'],
  [m.csv_car, ({ carName }) => carName],
  [m.csv_number_plate, ({ numberPlate }) => numberPlate],
  [m.csv_pickup_day, ({ startDate }) => startDate],
  [m.csv_pickup_time, ({ pickupTime }) => pickupTime],
  [m.csv_pickup_place, ({ pickupLocation }) => pickupLocation],
  [m.csv_dropoff_day, ({ endDate }) => endDate],
  [m.csv_dropoff_time, ({ dropoffTime }) => dropoffTime],
  [m.csv_dropoff_place, ({ dropoffLocation }) => dropoffLocation],
  [m.csv_days, ({ totalDays }) => totalDays, 'total'],
  [m.csv_price_per_day, ({ pricePerDay }) => pricePerDay],
  [m.csv_extras_ksh, ({ extras }) => sumOfExtras(extras)],
  [m.csv_extras, ({ extras }) => extras.map((line) => extraLabel(line)).join('; ')],
  [m.csv_total_ksh, ({ status, finalAmount }) => (status === 'cancelled' ? 0 : finalAmount), 'total'],
  [m.csv_cancelled_ksh, ({ status, finalAmount }) => (status === 'cancelled' ? finalAmount : 0), 'total'],
  [m.csv_extra_charges, ({ extraCharges }) => extraCharges, 'total'],
  [m.csv_price_charged_ksh, ({ price }) => price, 'total'],
  [m.csv_cancellation_fee_ksh, ({ cancellationFee }) => cancellationFee, 'total'],
  [m.csv_charges_ksh, ({ charges }) => charges, 'total'],
  [m.csv_fines_ksh, ({ fines }) => fines, 'total'],
  [m.csv_revenue_ksh, ({ revenue }) => revenue, 'total'],
  [m.csv_from_deposit_ksh, ({ fromDeposit }) => fromDeposit, 'total'],
  [m.csv_paid_ksh, ({ paid }) => paid, 'total'],
  [m.csv_received_ksh, ({ received }) => received, 'total'],
  [m.csv_given_back_ksh, ({ givenBack }) => givenBack, 'total'],
  [m.csv_to_give_back_ksh, ({ toGiveBack }) => toGiveBack, 'total'],
  [m.csv_owed_ksh, ({ owed }) => owed, 'total'],
  [m.csv_payment_code, ({ paymentDetails }) => paymentDetails.transactionId],
  [m.csv_cancelled_because, ({ cancellationReason }) => cancellationReason],
  [m.csv_booked_by, ({ bookedBy }) => bookedBy],
  [m.csv_booked_at, ({ createdAt }) => timeCell(createdAt)],
]

const PAGE_SIZE = 25

type ReadDeps = Pick<AppDeps, 'db' | 'clock' | 'config'>

/** A page of bookings for staff, and how many wait in each queue. */
export async function listAdminBookings(
  { db, clock, config }: ReadDeps,
  { queue = 'all', page, limit, ...filter }: FilterInput<AdminBookingFilter> & PageInput,
) {
  const now = clock.now()
  const [list, counts] = await Promise.all([
    readPage(
      { page, limit },
      {
        size: PAGE_SIZE,
        find: (range) => findAdminBookingPage(db, { ...filter, queue, ...range }, now),
        read: async (ids) => present(await findAdminBookingsByIds(db, ids), now, config.publicUrl),
      },
    ),
    countBookingQueues(db, now),
  ])
  return { ...list, counts }
}

function present(rows: readonly AdminBookingRow[], now: Date, publicUrl: string): AdminBooking[] {
  return rows.map((row) => toAdminBooking(row, now, publicUrl))
}

export async function readAdminBooking(
  { db, clock, config }: ReadDeps,
  bookingId: string,
): Promise<AdminBooking> {
  const row = await findAdminBooking(db, bookingId)
  if (!row) throw new AppError('booking_not_found')
  return toAdminBooking(row, clock.now(), config.publicUrl)
}

/** Where the money of a booking is, and what would go back of it. */
export async function readBookingMoney(
  { db, clock }: Pick<AppDeps, 'db' | 'clock'>,
  bookingId: string,
): Promise<AdminBookingMoney> {
  const row = await findAdminBooking(db, bookingId)
  if (!row) throw new AppError('booking_not_found')
  const [paid, { owed }, dueAtHandover, noShow, refunds] = await Promise.all([
    amountPaid(db, row),
    findOwed(db, 'booking', bookingId),
    findDueAtHandover(db, bookingId),
    refundIfCancelled(db, row, clock.now()),
    sumRefundsOf(db, { payableType: 'booking', payableId: bookingId }),
  ])
  const back = { owedBack: refunds.due, wentBack: refunds.sent + refunds.moved }
  return { paid, owed, dueAtHandover, ...back, backIfCancelled: paid, backIfNoShow: noShow.refund }
}

/** The history of a booking, oldest event first. */
export async function readBookingHistory({ db }: ReadDeps, bookingId: string): Promise<StaffBookingEvent[]> {
  const booking = await findBooking(db, bookingId)
  if (!booking) throw new AppError('booking_not_found')
  return readHistory(db, booking)
}

function unpaidConfirmationOf(row: AdminBookingRow): AdminBooking['unpaidConfirmation'] {
  const { requester_id, requester_name, request_note, request_amount, requested_at } = row
  if (
    row.status !== 'pending' ||
    !requester_id ||
    !requester_name ||
    !requested_at ||
    request_amount === null
  )
    return null
  return {
    byId: requester_id,
    by: requester_name,
    note: request_note ?? '',
    amount: request_amount,
    at: requested_at.toISOString(),
  }
}

/** Until when what ended a booking may be taken back; the car and the money are looked at when it is. */
function undoUntilOf(row: AdminBookingRow, now: Date): string | null {
  const { status, handover, handover_return, ended_at, ends_at } = row
  const isReturned = handover !== null && handover_return !== null
  const isEnded =
    (status === 'cancelled' && ends_at > now) || (status === 'completed' && (handover === null || isReturned))
  if (!isEnded || !ended_at) return null
  const until = new Date(ended_at.getTime() + UNDO_HOURS * 3_600_000)
  return until < now ? null : until.toISOString()
}

/** What is known of the loss of the car; once the car came back, neither a loss nor a request means anything any more. */
function lossOf(row: AdminBookingRow): AdminBooking['loss'] {
  const { loss_by_id: byId, loss_by_name: by, loss_reason: reason, loss_at, loss_confirmed_at } = row
  if (!byId || !by || !reason || !loss_at || row.returned_at) return null
  if (row.status !== 'active' && !loss_confirmed_at) return null
  return {
    byId,
    by,
    reason,
    at: loss_at.toISOString(),
    confirmedAt: loss_confirmed_at?.toISOString() ?? null,
    withdrawal: withdrawalOf(row),
  }
}

function withdrawalOf(row: AdminBookingRow): NonNullable<AdminBooking['loss']>['withdrawal'] {
  const { withdrawal_by_id: byId, withdrawal_by_name: by, withdrawal_reason: reason, withdrawal_at: at } = row
  return byId && by && reason && at ? { byId, by, reason, at: at.toISOString() } : null
}

export function toAdminBooking(row: AdminBookingRow, now: Date, publicUrl: string): AdminBooking {
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
    numberPlate: row.number_plate,
    owed: row.owed,
    handover: row.handover === null ? null : handoverDocument.read(row.handover),
    handoverReturn: row.handover_return === null ? null : returnDocument.read(row.handover_return),
    extraCharges: row.extra_charges,
    late,
    notHandedOver: row.status === 'confirmed' && row.ends_at < now,
    unpaidConfirmation: unpaidConfirmationOf(row),
    loss: lossOf(row),
    undoUntil: undoUntilOf(row, now),
    reach: row.reach,
    updatedAt: row.updated_at.toISOString(),
  }
}

const NO_MONEY: BookingMoney = {
  revenue: 0,
  price: 0,
  cancellationFee: 0,
  charges: 0,
  fines: 0,
  fromDeposit: 0,
  paid: 0,
  received: 0,
  givenBack: 0,
  toGiveBack: 0,
}

type TableDeps = Pick<AppDeps, 'db' | 'clock' | 'config'>

/** The bookings that match staff's filter as a CSV table. */
export function adminBookingsCsv(
  { db, clock, config }: TableDeps,
  callerRole: Role,
  { queue = 'all', ...filter }: FilterInput<AdminBookingFilter>,
) {
  const now = clock.now()
  return csvTable({
    role: callerRole,
    name: 'bookings',
    filters: { queue, ...filter },
    now,
    columns,
    find: async (limit) => (await findAdminBookingPage(db, { ...filter, queue, limit, offset: 0 }, now)).keys,
    read: async (ids) => {
      const [rows, money] = await Promise.all([findAdminBookingsByIds(db, ids), findMoneyOf(db, ids)])
      return present(rows, now, config.publicUrl).map((row) => ({
        ...row,
        ...(money.get(row._id) ?? NO_MONEY),
      }))
    },
  })
}
