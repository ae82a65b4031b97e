import { BOOKING_STATUSES, type BookingStatus } from '@twende/contract/bookings/booking-status.ts'
import { BOOKINGS_PAGE_SIZE } from '@twende/contract/business-constants.ts'
import { m } from '@twende/messages'
import { links } from '../../links.ts'

/** The date ranges of the filter, with their labels; specification, section 9. */
export const rangeLabels = {
  upcoming: m.my_bookings_range_upcoming,
  past: m.my_bookings_range_past,
  thisWeek: m.my_bookings_range_this_week,
  thisMonth: m.my_bookings_range_this_month,
} as const
export type BookingRange = keyof typeof rangeLabels

/** What My Bookings shows, as it stands in the address. */
export type BookingsSearch = {
  search: string
  status: BookingStatus | undefined
  range: BookingRange | undefined
  page: number
}

export function readBookingsSearch(query: URLSearchParams): BookingsSearch {
  const page = Number(query.get('page'))
  const range = query.get('range')
  return {
    search: (query.get('search') ?? '').slice(0, 100),
    status: BOOKING_STATUSES.find((status) => status === query.get('status')),
    range: isRange(range) ? range : undefined,
    page: Number.isInteger(page) && page > 0 ? page : 1,
  }
}

function isRange(text: string | null): text is BookingRange {
  return text !== null && Object.hasOwn(rangeLabels, text)
}

/** The address of a narrowed list; any change but of the page goes to its first page. */
export function bookingsHref(search: BookingsSearch, change: Partial<BookingsSearch> = {}): string {
  const { page, ...filters } = { ...search, page: 1, ...change }
  return links.myBookings({ ...filters, page: page > 1 ? page : undefined })
}

export function bookingsQuery({ search, status, range, page }: BookingsSearch) {
  return {
    page,
    limit: BOOKINGS_PAGE_SIZE,
    ...(search.trim() && { search: search.trim() }),
    ...(status && { status }),
    ...(range && { range }),
  }
}

export function countFilters({ status, range }: BookingsSearch): number {
  return Number(status !== undefined) + Number(range !== undefined)
}
