import type { BookingQueue } from '@twende/contract/bookings/admin-booking.ts'
import { BOOKING_STATUSES } from '@twende/contract/bookings/booking-status.ts'
import { bookingStatusLabels } from '@twende/contract/bookings/booking-status-format.ts'
import { m } from '@twende/messages'
import { call } from '@twende/ui/api/call.ts'
import { NumberPlate } from '../fleet/fleet-cells.tsx'
import { pageTitle } from '../frame/page.tsx'
import { useRights } from '../frame/rights.tsx'
import { links } from '../links.ts'
import { AdminListPage, listLoader } from '../list/admin-list-page.tsx'
import { day, defineList, id, oneOf, text } from '../list/list-address.ts'
import { RowLink } from '../list/list-rows.tsx'
import type { Route } from './+types/bookings-page'
import { BookingState, CustomerName, Money, ReachCustomer, RentalPeriod } from './booking-cells.tsx'
import { carWithPlate, fleetCars } from './fleet-cars.ts'
import { NewBooking } from './new-booking.tsx'

const list = defineList({
  path: links.bookings,
  tabs: {
    name: 'queue',
    values: [
      { value: 'toConfirm', label: m.admin_bookings_tab_to_confirm, count: 'waiting' },
      { value: 'pickups', label: m.admin_bookings_tab_pickups, count: 'waiting' },
      { value: 'returns', label: m.admin_bookings_tab_returns, count: 'waiting' },
      { value: 'overdue', label: m.admin_bookings_tab_overdue, count: 'late' },
      { value: 'notHandedOver', label: m.admin_bookings_tab_not_handed_over, count: 'late' },
      { value: 'disputed', label: m.admin_bookings_tab_disputed, count: 'waiting' },
      { value: 'owed', label: m.admin_bookings_tab_owed, count: 'waiting' },
      { value: 'all', label: m.admin_bookings_tab_all },
    ],
  },
  fields: {
    status: oneOf(BOOKING_STATUSES),
    search: text,
    carId: id,
    accountId: id,
    fromDay: day,
    toDay: day,
  },
})

const empty: Readonly<Record<BookingQueue, () => string>> = {
  toConfirm: m.admin_bookings_none_to_confirm,
  pickups: m.admin_bookings_none_pickups,
  returns: m.admin_bookings_none_returns,
  overdue: m.admin_bookings_none_overdue,
  notHandedOver: m.admin_bookings_none_not_handed_over,
  disputed: m.admin_bookings_none_disputed,
  owed: m.admin_bookings_none_owed,
  all: m.admin_bookings_none_yet,
}

export const clientLoader = listLoader(list, (search) => call('GET /api/admin/bookings', { query: search }))

export const meta = () => pageTitle(m.admin_menu_bookings())

/** The bookings: what waits, in queues, and all of them. */
export default function BookingsPage({ loaderData }: Route.ComponentProps) {
  return (
    <AdminListPage
      title={m.admin_menu_bookings()}
      action={<NewBooking />}
      list={list}
      loaded={loaderData}
      shared
      searchBy={{
        label: m.admin_bookings_search_label(),
        placeholder: m.admin_bookings_search_placeholder(),
      }}
      filters={() => [
        {
          name: 'status',
          label: m.admin_bookings_status_label(),
          choices: BOOKING_STATUSES.map((value) => ({ value, label: bookingStatusLabels[value]() })),
        },
        { name: 'carId', label: m.admin_bookings_car_label(), choices: carChoices },
        { name: 'fromDay', label: m.admin_bookings_out_from(), day: true },
        { name: 'toDay', label: m.admin_bookings_out_until(), day: true },
      ]}
      csv={useRights().includes('people') ? 'GET /api/admin/bookings.csv' : undefined}
      count={m.admin_bookings_found}
      sum={loaderData.search.queue === 'owed' ? m.admin_bookings_sum_owed : m.admin_bookings_sum}
      empty={({ queue }) => empty[queue]()}
      rowName={({ bookingId }) => bookingId}
      columns={[
        {
          head: m.admin_bookings_page_title(),
          cell: (booking) => (
            <>
              <RowLink to={links.booking(booking._id, list.filters(loaderData.search))} id={booking._id}>
                {booking.bookingId}
              </RowLink>
              <span className="mb-1 flex flex-wrap items-center gap-x-2 text-sm">
                {booking.carName} {booking.numberPlate && <NumberPlate>{booking.numberPlate}</NumberPlate>}
              </span>
              <BookingState booking={booking} />
            </>
          ),
        },
        {
          head: m.admin_bookings_customer_title(),
          wide: true,
          cell: (booking) => (
            <span className="flex items-center justify-between gap-3">
              <CustomerName booking={booking} />
              <ReachCustomer booking={booking} />
            </span>
          ),
        },
        {
          head: m.admin_bookings_period_title(),
          cell: (booking) => <RentalPeriod booking={booking} />,
        },
        { head: m.admin_bookings_payment_title(), cell: (booking) => <Money booking={booking} /> },
      ]}
    />
  )
}

async function carChoices() {
  const cars = await fleetCars()
  return cars.map((car) => ({ value: car._id, label: carWithPlate(car) }))
}
