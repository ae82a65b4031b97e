import type { PersonalData } from '../accounts/personal-data.ts'
import { findBookingPage } from './booking-read-store.ts'
import { clearCustomerDetails, findLiveReferences } from './booking-store.ts'
import { toBooking } from './present-booking.ts'

const ALL = 100_000

/** A person's rentals and what they wrote about them. */
export const personalBookings: PersonalData = {
  async tell({ db, clock, config }, accountId) {
    const now = clock.now()
    const { keys } = await findBookingPage(db, accountId, { limit: ALL, offset: 0 }, now)
    return keys.map((row) => toBooking(row, now, config.publicUrl))
  },
  async openBusiness(tx, { accountId, now }) {
    const [reference] = await findLiveReferences(tx, accountId, now)
    if (reference === undefined) return undefined
    return `Booking ${reference} is still under way. Cancel it in My Bookings, or come back when it is over.`
  },
  async forget(tx, { accountId }) {
    await clearCustomerDetails(tx, accountId)
  },
}
