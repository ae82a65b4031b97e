import { index, type RouteConfig, route } from '@react-router/dev/routes'

const openingSoon = [
  'shop',
  'product',
  'product/:productId',
  'search',
]

/** Every page on one screen; specification, section 2. */
export default [
  index('home/home-page.tsx'),
  route('rent', 'cars/fleet-page.tsx', { id: 'rent' }),
  route('allvehicles', 'cars/fleet-page.tsx', { id: 'allvehicles' }),
  route('rent/:carId', 'cars/car-page.tsx'),
  route('buy', 'listings/buy-page.tsx'),
  route('buy/:listingId', 'listings/listing-page.tsx'),
  route('purchase', 'listings/purchase-page.tsx'),
  route('book', 'bookings/book-page.tsx'),
  route('sell', 'listings/sell-page.tsx', { id: 'sell' }),
  route('sell-car', 'listings/sell-page.tsx', { id: 'sell-car' }),
  route('mybookings', 'bookings/my-bookings-page.tsx'),
  route('listings', 'listings/my-listings-page.tsx'),
  route('cart', 'shop/cart-page.tsx'),
  route('order', 'shop/place-order-page.tsx', { id: 'order' }),
  route('placeorder', 'shop/place-order-page.tsx', { id: 'placeorder' }),
  route('verify', 'shop/verify-page.tsx'),
  route('myorders', 'shop/my-orders-page.tsx'),
  route('services', 'content/services-page.tsx'),
  route('aboutus', 'content/about-page.tsx'),
  route('contactus', 'content/contact-page.tsx'),
  route('terms', 'legal/terms-page.tsx'),
  route('privacy', 'legal/privacy-page.tsx'),
  route('account', 'accounts/account-page.tsx'),
  ...openingSoon.map((path) => route(path, 'frame/opening-soon-page.tsx', { id: `soon ${path}` })),
  route('admin', 'admin/admin-page.tsx', { id: 'admin' }, [
    index('admin/admin-home-page.tsx'),
    route('listings', 'admin/listings/listings-page.tsx', [
      index('admin/listings/no-listing-page.tsx'),
      route(':listingId', 'admin/listings/listing-review-page.tsx'),
    ]),
  ]),
  route('*', 'frame/not-found-page.tsx'),
] satisfies RouteConfig
