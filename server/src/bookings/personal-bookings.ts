import type { PersonalData } from '../accounts/personal-data.ts'
import { findBookingPage } from './booking-read-store.ts'
import { clearCustomerDetails, findLiveReferences } from './booking-store.ts'
import { toBooking } from './present-booking.ts'

const ALL = 100_000

/** A person's rentals and what they wrote about them. */
export const personalBookings: PersonalData = {
  async exportData({ db, clock, config }, accountId) {
    const now = clock.now()
    const { keys } = await findBookingPage(db, accountId, { limit: ALL, offset: 0 }, now)
    return keys.map((row) => toBooking(row, now, config.publicUrl))
  },
  async findDeletionObstacle(tx, { accountId, now }) {
    const [reference] = await findLiveReferences(tx, accountId, now)
    return reference === undefined ? undefined : { code: 'open_booking', reference }
  },
  async erase(tx, { accountId }) {
    await clearCustomerDetails(tx, accountId)
  },
}
