import { type AddressSearch, withSearch } from '@twende/ui/address.ts'

/** The address of a section, by its path in `sections.ts`. */
export const section =
  (name: string) =>
  (search: AddressSearch = {}) =>
    withSearch(`/admin/${name}`, search)
const one =
  (name: string) =>
  (id: string, search: AddressSearch = {}) =>
    withSearch(`/admin/${name}/${encodeURIComponent(id)}`, search)

/** The addresses that pages of the admin app link to; no other file spells one out. */
export const links = {
  today: '/admin',
  bookings: section('bookings'),
  booking: one('bookings'),
  report: (bookingId: string, kind: 'handover' | 'return') =>
    `/admin/bookings/${encodeURIComponent(bookingId)}/${kind}`,
  drivers: section('drivers'),
  driver: one('drivers'),
  refusalList: section('refusal-list'),
  newDriver: (bookingId: string) => `/admin/bookings/${encodeURIComponent(bookingId)}/driver`,
  deposits: section('deposits'),
  fines: section('fines'),
  calendar: section('calendar'),
  sharedCalendars: '/admin/calendar/shared',
  yard: section('yard'),
  payments: section('payments'),
  payment: one('payments'),
  refunds: section('refunds'),
  balances: section('balances'),
  balanceItems: section('balances/list'),
  reconciliation: section('reconciliation'),
  statement: '/admin/reconciliation/statement',
  reports: section('reports'),
  shopReport: section('shop-report'),
  listings: section('listings'),
  listing: one('listings'),
  orders: section('orders'),
  order: one('orders'),
  sell: '/admin/orders/sell',
  catalogue: section('catalogue'),
  newProduct: '/admin/catalogue/new',
  product: one('catalogue'),
  catalogList: one('catalogue/list'),
  newCatalogItem: (list: string) => `/admin/catalogue/list/${encodeURIComponent(list)}/new`,
  catalogItem: (list: string, itemId: string) =>
    `/admin/catalogue/list/${encodeURIComponent(list)}/${encodeURIComponent(itemId)}`,
  fleet: section('fleet'),
  newCar: '/admin/fleet/new',
  car: one('fleet'),
  carsDue: section('fleet/due'),
  carCosts: (carId: string, search: AddressSearch = {}) =>
    withSearch(`/admin/fleet/${encodeURIComponent(carId)}/costs`, search),
  carPapers: (carId: string) => `/admin/fleet/${encodeURIComponent(carId)}/papers`,
  carService: (carId: string) => `/admin/fleet/${encodeURIComponent(carId)}/service`,
  carCalendars: (carId: string) => `/admin/fleet/${encodeURIComponent(carId)}/calendars`,
  prices: section('prices'),
  priceCalendar: section('prices/calendar'),
  extras: section('extras'),
  holds: section('holds'),
  people: section('people'),
  person: one('people'),
  messages: section('messages'),
  audit: section('audit'),
  access: section('audit/access'),
  settings: section('settings'),
} as const

/** Pages of the public site. It is another app: a link to it is an `<a>` with a full load, never a `<Link>`. */
export const siteLinks = {
  home: '/',
  account: '/account',
  myBooking: (bookingId: string) => `/mybookings/${encodeURIComponent(bookingId)}`,
  rentCar: (carId: string) => `/rent/${encodeURIComponent(carId)}`,
  buyCar: (listingId: string) => `/buy/${encodeURIComponent(listingId)}`,
} as const
