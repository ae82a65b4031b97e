import * as z from 'zod/mini'
import { storedDocument } from '../stored-document.ts'
import { DailyPrice } from './booking.ts'
import { PriceSnapshot } from './price-snapshot.ts'

const StoredPeriod = z.object({
  startDate: z.string(),
  endDate: z.string(),
  pickupTime: z.string(),
  dropoffTime: z.string(),
  finalAmount: z.int(),
})

/** From what to what a booking was changed; its history keeps it. */
const BookingChangeRecord = z.object({ from: StoredPeriod, to: StoredPeriod })
export type BookingChangeRecord = z.output<typeof BookingChangeRecord>
export const bookingChangeDocument = /* @__PURE__ */ storedDocument(
  'change of a booking',
  BookingChangeRecord,
)

/** A change that is made once its difference is paid, as its payment keeps it. */
const UnpaidChange = z.extend(BookingChangeRecord, { price: PriceSnapshot })
export type UnpaidChange = z.output<typeof UnpaidChange>
export const unpaidChangeDocument = /* @__PURE__ */ storedDocument('unpaid change of a booking', UnpaidChange)

/** What a change of a booking would make of its price, in whole shillings. */
export const ChangePreview = z.object({
  pricePerDay: z.int(),
  totalDays: z.int(),
  totalAmount: z.int(),
  insuranceCost: z.int(),
  discount: z.int(),
  finalAmount: z.int(),
  dailyPrices: z.array(DailyPrice),
  discountPercent: z.int(),
  /** What the booking costs until it is changed. */
  bookedAmount: z.int(),
  /** What is to be paid before the change is made. */
  due: z.int(),
  /** What goes back. */
  refund: z.int(),
  /** When the booking was changed last. */
  updatedAt: z.string(),
})
export type ChangePreview = z.output<typeof ChangePreview>
