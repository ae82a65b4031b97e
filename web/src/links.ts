import { type AddressSearch, withSearch } from '@twende/ui/address.ts'

/** Every address of the public site; no other file spells one out. */

/** Filters, sort and page of `/rent` and `/allvehicles`. */
export type FleetSearch = {
  search?: string | undefined
  category?: string | undefined
  seats?: string | undefined
  transmission?: string | undefined
  fuel?: string | undefined
  location?: string | undefined
  minPrice?: number | undefined
  maxPrice?: number | undefined
  startDate?: string | undefined
  endDate?: string | undefined
  pickupTime?: string | undefined
  dropoffTime?: string | undefined
  show?: 'free' | 'all' | undefined
  sort?: string | undefined
  page?: number | undefined
}

/** Filters, sort and page of `/buy`. */
export type SaleSearch = {
  search?: string | undefined
  category?: string | undefined
  seats?: string | undefined
  transmission?: string | undefined
  fuel?: string | undefined
  location?: string | undefined
  minPrice?: number | undefined
  maxPrice?: number | undefined
  minYear?: number | undefined
  maxYear?: number | undefined
  minMileage?: number | undefined
  maxMileage?: number | undefined
  sort?: string | undefined
  page?: number | undefined
}

/** The dates a visitor chose in the fleet, carried to the car's page and the booking wizard. */
export type StaySearch = Pick<FleetSearch, 'startDate' | 'endDate' | 'pickupTime' | 'dropoffTime'>

/** What `/book` and `/purchase` expect in the navigation state. */
export type CarState = { carId: string }

export const links = {
  home: '/',
  rent: (search: FleetSearch = {}) => withSearch('/rent', search),
  allVehicles: (search: FleetSearch = {}) => withSearch('/allvehicles', search),
  rentCar: (carId: string, stay: StaySearch = {}) => withSearch(`/rent/${encodeURIComponent(carId)}`, stay),
  buy: (search: SaleSearch = {}) => withSearch('/buy', search),
  buyCar: (listingId: string) => `/buy/${encodeURIComponent(listingId)}`,
  /** A file of the API, so a link to it is an `<a>` with a full load. */
  saleAgreement: (listingId: string, language: string) =>
    withSearch(`/api/sell/agreement/${encodeURIComponent(listingId)}`, { language }),
  /** Navigate with `state: { carId } satisfies CarState`. */
  book: (stay: StaySearch = {}) => withSearch('/book', stay),
  /** Navigate with `state: { carId } satisfies CarState`. */
  purchase: '/purchase',
  sell: '/sell',
  sellCar: '/sell-car',
  listings: '/listings',
  myBookings: (search: AddressSearch = {}) => withSearch('/mybookings', search),
  myBooking: (bookingId: string) => `/mybookings/${encodeURIComponent(bookingId)}`,
  addendum: (token: string) => `/addendum/${encodeURIComponent(token)}`,
  checkAgreement: (number: string) => `/check/${encodeURIComponent(number)}`,
  myOrders: '/myorders',
  account: '/account',
  /** The admin app: another app, so a link to it is an `<a>` with a full load. */
  admin: '/admin',
  aboutUs: '/aboutus',
  contactUs: '/contactus',
  services: '/services',
  shop: (search: { search?: string | undefined; category?: string | undefined } = {}) =>
    withSearch('/shop', search),
  products: '/product',
  product: (productId: string) => `/product/${encodeURIComponent(productId)}`,
  search: (query = '') => withSearch('/search', { query }),
  cart: '/cart',
  order: '/order',
  placeOrder: '/placeorder',
  payOrder: (orderId: string) => withSearch('/placeorder', { orderId }),
  verify: (search: { success?: boolean | undefined; orderId?: string | undefined } = {}) =>
    withSearch('/verify', search),
  terms: '/terms',
  privacy: '/privacy',
} as const
