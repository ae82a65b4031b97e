import {
  duePapersReminder,
  dueReminder,
  type RentalReminder,
} from '@twende/contract/bookings/rental-reminder.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { AppDeps } from '../../deps.ts'
import type { NotificationKind } from '../../notifications/notification-kinds.ts'
import { findRentalsToRemind, lockUnchangedRental, type RentalToRemind } from '../booking-read-store.ts'
import { notifyCustomer } from '../notify-customer.ts'

/** Reminders are sent from 48 hours before a pickup, and until the car is back. */
const EARLIEST_MS = 48 * 3_600_000

const kinds = {
  pickup: 'booking_pickup_reminder',
  return: 'booking_return_reminder',
  overdue: 'booking_overdue',
  papers: 'booking_papers_missing',
} as const satisfies Record<RentalReminder['kind'], NotificationKind>

/**
 * Reminds customers of pickups and returns that are near, of returns that did not happen, and of papers that are missing, once
 * each. One that fails is logged and tried again at the next run; the others are sent.
 */
export async function remindCustomers({
  db,
  clock,
  logger,
}: Pick<AppDeps, 'db' | 'clock' | 'logger'>): Promise<void> {
  const now = clock.now()
  const rentals = await findRentalsToRemind(db, {
    from: now,
    until: new Date(now.getTime() + EARLIEST_MS),
  })
  for (const rental of rentals) {
    for (const reminder of remindersOf(rental, now)) {
      await inTransaction(db, async (tx) => {
        const booking = await lockUnchangedRental(tx, rental)
        if (!booking) return
        const kind = kinds[reminder.kind]
        await notifyCustomer(tx, booking, (params) => ({ kind, params }), now, {
          event: eventOf(rental, reminder),
        })
      }).catch((error: unknown) =>
        logger.error({ err: error, bookingId: rental.id }, 'a customer was not reminded'),
      )
    }
  }
}

function remindersOf(rental: RentalToRemind, now: Date): RentalReminder[] {
  const papers = rental.lacksPapers ? duePapersReminder(rental, now) : undefined
  return [papers, dueReminder(rental, now)].filter((reminder) => reminder !== undefined)
}

/** Names the reminder of one pickup or return: one that was moved to another time is reminded of again. */
function eventOf({ startsAt, endsAt }: RentalToRemind, { kind, hours }: RentalReminder): string {
  const at = kind === 'pickup' || kind === 'papers' ? startsAt : endsAt
  return `${at.toISOString()} ${hours}`
}
