import type { RouteKey } from '@twende/contract/routes.ts'
import { accountRows } from './account-rows.ts'
import { bookingRows } from './booking-rows.ts'
import { calendarLinkRows } from './calendar-link-rows.ts'
import { carRows } from './car-rows.ts'
import { fineRows } from './fine-rows.ts'
import type { AccessRow } from './fixtures.ts'
import { listingRows } from './listing-rows.ts'
import { paymentRows } from './payment-rows.ts'
import { shopRows } from './shop-rows.ts'

/** The access matrix in parts, each proven by a test file of its own so that they run beside each other. */
export const accessParts = {
  accounts: accountRows,
  bookings: { ...bookingRows, ...calendarLinkRows, ...fineRows },
  cars: carRows,
  payments: paymentRows,
  listings: listingRows,
  shop: shopRows,
}
export type AccessPart = keyof typeof accessParts

/** The whole matrix: a route without a row does not compile. */
export const accessRows: Record<RouteKey, AccessRow> = {
  ...accountRows,
  ...bookingRows,
  ...calendarLinkRows,
  ...fineRows,
  ...carRows,
  ...paymentRows,
  ...listingRows,
  ...shopRows,
}
