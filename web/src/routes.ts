import { index, type RouteConfig, route } from '@react-router/dev/routes'

/** Every page on one screen; specification, section 2. */
export default [
  index('home/home-page.tsx'),
  route('rent', 'cars/fleet-page.tsx', { id: 'rent' }),
  route('allvehicles', 'cars/fleet-page.tsx', { id: 'allvehicles' }),
  route('rent/:carId', 'cars/car-page.tsx'),
  route('book', 'bookings/book-page.tsx'),
  route('mybookings', 'bookings/my-bookings-page.tsx'),
  route('*', 'frame/not-found-page.tsx'),
] satisfies RouteConfig
