import { index, type RouteConfig, route } from '@react-router/dev/routes'
import { sections } from './sections.ts'

/** Every page of the admin app: the pages of `sections.ts`, and those below them. The server sends the same shell for all of them. */
export default [
  route('admin', 'admin-page.tsx', { id: 'admin' }, [
    index('today/today-page.tsx'),
    ...sections.flatMap(({ path, page }) => (page ? [route(path, page)] : [])),
    route('bookings/:bookingId', 'bookings/booking-page.tsx'),
    route('listings', 'listings/listings-page.tsx', [
      index('listings/no-listing-page.tsx'),
      route(':listingId', 'listings/listing-review-page.tsx'),
    ]),
    route('fleet/new', 'fleet/new-car-page.tsx'),
    route('fleet/:carId', 'fleet/edit-car-page.tsx'),
    route('orders/:orderId', 'orders/order-desk-page.tsx'),
    route('catalogue/new', 'catalogue/new-product-page.tsx'),
    route('catalogue/:productId', 'catalogue/edit-product-page.tsx'),
    route('catalogue/list/:shelf', 'catalogue/shelf-page.tsx'),
    route('catalogue/list/:shelf/new', 'catalogue/new-entry-page.tsx'),
    route('catalogue/list/:shelf/:entryId', 'catalogue/edit-entry-page.tsx'),
    route('holds', 'holds/holds-page.tsx'),
    route('people/:accountId', 'people/person-page.tsx'),
    route('audit/access', 'audit/access-page.tsx'),
    route('payments/:paymentId', 'payments/payment-page.tsx'),
    route('*', 'not-found-page.tsx'),
  ]),
] satisfies RouteConfig
