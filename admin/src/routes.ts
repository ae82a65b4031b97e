import { index, type RouteConfig, route } from '@react-router/dev/routes'
import { sections } from './sections.ts'

/** Every page of the admin app: the pages of `sections.ts`, and those below them. The server sends the same shell for all of them. */
export default [
  route('admin', 'frame/admin-page.tsx', { id: 'admin' }, [
    index('today/today-page.tsx'),
    ...sections.flatMap(({ path, page }) => (page ? [route(path, page)] : [])),
    route('bookings/:bookingId', 'bookings/booking-page.tsx'),
    route('bookings/:bookingId/handover', 'bookings/report/report-page.tsx', { id: 'report-handover' }),
    route('bookings/:bookingId/return', 'bookings/report/report-page.tsx', { id: 'report-return' }),
    route('bookings/:bookingId/driver', 'drivers/enter-driver-page.tsx'),
    route('drivers/:driverId', 'drivers/driver-page.tsx'),
    route('listings', 'listings/listings-page.tsx', [
      index('listings/no-listing-page.tsx'),
      route(':listingId', 'listings/listing-review-page.tsx'),
    ]),
    route('fleet/new', 'fleet/fleet-car-page.tsx', { id: 'fleet-new' }),
    route('fleet/due', 'fleet/due-page.tsx'),
    route('fleet/:carId', 'fleet/fleet-car-page.tsx'),
    route('fleet/:carId/papers', 'fleet/car-papers-page.tsx'),
    route('fleet/:carId/service', 'fleet/car-service-page.tsx'),
    route('fleet/:carId/costs', 'fleet/car-costs-page.tsx'),
    route('fleet/:carId/calendars', 'fleet/car-calendars-page.tsx'),
    route('calendar/shared', 'calendar/shared-calendars-page.tsx'),
    route('orders/sell', 'orders/sell-page.tsx'),
    route('orders/:orderId', 'orders/order-page.tsx'),
    route('catalogue/new', 'catalogue/product-page.tsx', { id: 'catalogue-new' }),
    route('catalogue/:productId', 'catalogue/product-page.tsx'),
    route('catalogue/list/:list', 'catalogue/catalog-list-page.tsx'),
    route('catalogue/list/:list/new', 'catalogue/catalog-item-page.tsx', { id: 'catalogue-list-new' }),
    route('catalogue/list/:list/:itemId', 'catalogue/catalog-item-page.tsx'),
    route('prices/calendar', 'prices/price-calendar-page.tsx'),
    route('holds', 'holds/holds-page.tsx'),
    route('people/:accountId', 'people/person-page.tsx'),
    route('audit/access', 'audit/access-page.tsx'),
    route('balances/list', 'payments/balance-items-page.tsx'),
    route('reconciliation/statement', 'payments/statement-page.tsx'),
    route('payments/:paymentId', 'payments/payment-page.tsx'),
    route('controls', 'controls/controls-page.tsx'),
    route('*', 'frame/not-found-page.tsx'),
  ]),
] satisfies RouteConfig
