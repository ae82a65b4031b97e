import { carSnapshotDocument } from '@twende/contract/bookings/car-snapshot.ts'
import { dueReminder, isMorning } from '@twende/contract/bookings/rental-reminder.ts'
import { addDays, nairobiDay, nairobiInstant } from '@twende/contract/calendar-day.ts'
import { isQuiet } from '@twende/contract/notifications/quiet-hours.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { AppDeps } from '../../deps.ts'
import type { Notification } from '../../notifications/notification-kinds.ts'
import { notifyStaff } from '../../notifications/queue-notification.ts'
import { findPapersToCheck, findRentalsToRemind, lockUnchangedRental } from '../booking-read-store.ts'
import { findYardMoves, type YardRow } from '../yard/yard-store.ts'

const HOUR_MS = 3_600_000
/** Papers are checked before the pickups of so long ahead. */
const PAPERS_MS = 24 * HOUR_MS
/** A mail lists no more cars of one kind; the page that it links to lists all. */
const LISTED = 30

type RemindDeps = Pick<AppDeps, 'db' | 'clock' | 'logger'>

/**
 * Reminds staff of the cars that go out and come back today, once each morning; of a car that is late by one hour and by six, and then each day until it is back;
 * and of papers of a driver that wait for a check before a pickup within a day. Each once, and not in the night. One
 * that fails is logged and tried again at the next run; the others are sent.
 */
export async function remindStaff({ db, clock, logger }: RemindDeps): Promise<void> {
  const now = clock.now()
  if (isQuiet(now)) return
  for (const remind of [remindOfDay, remindOfLateCars, remindOfPapers]) {
    await remind(db, now).catch((error: unknown) => logger.error({ err: error }, 'staff was not reminded'))
  }
}

async function remindOfDay(db: AppDeps['db'], now: Date): Promise<void> {
  if (!isMorning(now)) return
  const day = nairobiDay(now)
  const window = { from: nairobiInstant(day, '00:00'), until: nairobiInstant(addDays(day, 1), '00:00') }
  const moves = await findYardMoves(db, { ...window, now, overdue: false })
  const pickups = moves.filter(({ kind, status }) => kind === 'pickup' && status === 'confirmed')
  const returns = moves.filter(
    ({ kind, status }) => kind === 'return' && (status === 'confirmed' || status === 'active'),
  )
  if (pickups.length + returns.length === 0) return
  const lists = {
    day,
    out: pickups.length,
    back: returns.length,
    pickups: pickups.slice(0, LISTED).map(listedMove),
    returns: returns.slice(0, LISTED).map(listedMove),
  }
  await inTransaction(db, (tx) =>
    notifyStaff(tx, (name) => ({ kind: 'yard_day', params: { name, ...lists } }), day, now),
  )
}

function listedMove({ at, car_snapshot, number_plate, place, reference }: YardRow) {
  const car = carSnapshotDocument.read(car_snapshot).name
  return { at: at.toISOString(), car, plate: number_plate ?? '', place, reference }
}

async function remindOfLateCars(db: AppDeps['db'], now: Date): Promise<void> {
  const rentals = await findRentalsToRemind(db, { from: now, until: now })
  for (const rental of rentals) {
    const reminder = dueReminder(rental, now)
    if (reminder?.kind !== 'overdue') continue
    const { hours } = reminder
    await inTransaction(db, async (tx) => {
      const booking = await lockUnchangedRental(tx, rental)
      if (!booking) return
      const params = {
        bookingId: booking.id,
        reference: booking.reference,
        carName: carSnapshotDocument.read(booking.car_snapshot).name,
        endDate: booking.end_date,
        dropoffTime: booking.dropoff_time,
        hours,
      }
      const event = `${booking.id} ${booking.ends_at.toISOString()} ${hours}`
      const late = (name: string): Notification => ({ kind: 'yard_late_car', params: { name, ...params } })
      await notifyStaff(tx, late, event, now)
    })
  }
}

async function remindOfPapers(db: AppDeps['db'], now: Date): Promise<void> {
  const waiting = await findPapersToCheck(db, { from: now, until: new Date(now.getTime() + PAPERS_MS) })
  for (const { id: bookingId, car_snapshot, startsAt, ...papers } of waiting) {
    const params = { bookingId, carName: carSnapshotDocument.read(car_snapshot).name, ...papers }
    const event = `${bookingId} ${papers.driverId} ${startsAt.toISOString()}`
    const wait = (name: string): Notification => ({
      kind: 'yard_papers_waiting',
      params: { name, ...params },
    })
    await inTransaction(db, (tx) => notifyStaff(tx, wait, event, now))
  }
}
