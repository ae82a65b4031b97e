import type { BookingQueue } from '@twende/contract/bookings/admin-booking.ts'
import { BOOKING_STATUSES, type BookingStatus } from '@twende/contract/bookings/booking-status.ts'
import { isDay } from '@twende/contract/calendar-day.ts'
import { addressReader } from '@twende/ui/list/address-reader.ts'
import { links } from '../links.ts'

export type DeskSearch = {
  queue: BookingQueue
  status?: BookingStatus | undefined
  search?: string | undefined
  carId?: string | undefined
  accountId?: string | undefined
  fromDay?: string | undefined
  toDay?: string | undefined
  page?: number | undefined
}

/** The queues as tabs; the first is what an address without one means. */
export const deskTabs = [
  { queue: 'toConfirm', label: 'To confirm' },
  { queue: 'pickups', label: 'Pickups' },
  { queue: 'returns', label: 'Returns' },
  { queue: 'overdue', label: 'Overdue' },
  { queue: 'notHandedOver', label: 'Not handed over' },
  { queue: 'all', label: 'All' },
] as const satisfies readonly { queue: BookingQueue; label: string }[]

export function readDeskSearch(query: URLSearchParams): DeskSearch {
  const { text, oneOf, id, page } = addressReader(query)
  const day = (name: string) => {
    const said = text(name, 10)
    return said && isDay(said) ? said : undefined
  }
  return {
    queue: deskTabs.find((tab) => tab.queue === query.get('queue'))?.queue ?? 'toConfirm',
    status: oneOf('status', BOOKING_STATUSES),
    search: text('search', 100),
    carId: id('carId'),
    accountId: id('accountId'),
    fromDay: day('fromDay'),
    toDay: day('toDay'),
    page: page(),
  }
}

/** The address of a list of bookings, or of one booking looked at from there. */
export function deskHref({ queue, page, ...search }: DeskSearch, bookingId?: string): string {
  const filters = {
    queue: queue === 'toConfirm' ? undefined : queue,
    ...search,
    page: page === 1 ? undefined : page,
  }
  return bookingId === undefined ? links.bookings(filters) : links.booking(bookingId, filters)
}
