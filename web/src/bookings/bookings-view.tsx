import type { Booking } from '@twende/contract/bookings/booking.ts'
import type { Reply } from '@twende/ui/api/call.ts'
import { LinkButton } from '@twende/ui/controls/button.tsx'
import { classes } from '@twende/ui/controls/classes.ts'
import { EmptyState } from '@twende/ui/controls/page-states.tsx'
import { WhenOpen } from '@twende/ui/controls/when-open.tsx'
import { Pagination } from '@twende/ui/list/pagination.tsx'
import { later } from '@twende/ui/loading/later.ts'
import { CalendarSearch } from 'lucide-react'
import { useState } from 'react'
import { useNavigation, useRevalidator } from 'react-router'
import { links } from '../links.ts'
import { BookingCard, type BookingDoors } from './booking-card.tsx'
import { BookingsHeading } from './bookings-heading.tsx'
import { type BookingsSearch, bookingsHref, countFilters } from './bookings-search.ts'
import { BookingsStats } from './bookings-stats.tsx'
import { BookingsToolbar } from './bookings-toolbar.tsx'
import { cancelBooking } from './cancel-booking.tsx'

type LoadedBookings = Pick<Reply<'GET /api/booking/user'>, 'bookings' | 'pagination'> &
  Pick<Reply<'GET /api/booking/stats'>, 'stats'> & { search: BookingsSearch }

const DetailsDialog = later(() => import('./details-dialog.tsx').then((m) => m.DetailsDialog))
const PayDialog = later(() => import('./pay-dialog.tsx').then((m) => m.PayDialog))
const ReviewDialog = later(() => import('./review-dialog.tsx').then((m) => m.ReviewDialog))

type Open = { what: 'details' | 'pay' | 'review'; bookingId: string }

/** The bookings of the signed-in person. */
export function BookingsView(props: LoadedBookings & { onRefresh: () => void }) {
  const { search, stats, bookings, pagination, onRefresh } = props
  const [open, setOpen] = useState<Open>()
  const revalidator = useRevalidator()
  const busy = useNavigation().state === 'loading'
  const show = (what: Open['what']) => (booking: Booking) => setOpen({ what, bookingId: booking._id })
  const doors: BookingDoors = {
    onDetails: show('details'),
    onPay: show('pay'),
    onReview: show('review'),
    onCancel: async (booking) => {
      if (await cancelBooking(booking)) onRefresh()
    },
    onHoldEnd: onRefresh,
  }
  return (
    <>
      <BookingsHeading onRefresh={onRefresh} refreshing={revalidator.state === 'loading'} />
      <BookingsStats stats={stats} search={search} />
      <BookingsToolbar search={search} />
      <div
        aria-busy={busy}
        className={classes('mt-6 grid gap-4 transition-opacity duration-150', busy && 'opacity-60')}
      >
        {bookings.length === 0 && <NoBookings search={search} />}
        {bookings.map((booking) => (
          <BookingCard key={booking._id} booking={booking} doors={doors} />
        ))}
      </div>
      <Pagination
        page={pagination.page}
        pages={pagination.pages}
        hrefFor={(page) => bookingsHref(search, { page })}
        label="Pages of bookings"
      />
      <Dialogs open={open} bookings={bookings} doors={doors} onClose={() => setOpen(undefined)} />
    </>
  )
}

type DialogsProps = {
  open: Open | undefined
  bookings: readonly Booking[]
  doors: BookingDoors
  onClose: () => void
}

function Dialogs({ open, bookings, doors, onClose }: DialogsProps) {
  const [last, setLast] = useState(open)
  if (open && open !== last) setLast(open)
  const booking = bookings.find(({ _id }) => _id === last?.bookingId)
  if (!booking) return null
  const is = (what: Open['what']) => open?.what === what
  return (
    <>
      <WhenOpen open={is('details')}>
        <DetailsDialog booking={booking} open={is('details')} doors={doors} onClose={onClose} />
      </WhenOpen>
      <WhenOpen open={is('pay')}>
        <PayDialog booking={booking} open={is('pay')} onChange={doors.onHoldEnd} onClose={onClose} />
      </WhenOpen>
      <WhenOpen open={is('review')}>
        <ReviewDialog booking={booking} open={is('review')} onDone={doors.onHoldEnd} onClose={onClose} />
      </WhenOpen>
    </>
  )
}

function NoBookings({ search }: { search: BookingsSearch }) {
  const narrowed = countFilters(search) > 0 || search.search !== ''
  return (
    <EmptyState
      icon={<CalendarSearch />}
      title="No bookings found"
      action={
        narrowed ? (
          <LinkButton variant="secondary" to={links.myBookings()}>
            Clear Filters
          </LinkButton>
        ) : (
          <LinkButton to={links.rent()}>Find a car</LinkButton>
        )
      }
    >
      {narrowed ? 'Nothing of yours matches this search.' : 'Your first trip will show up here.'}
    </EmptyState>
  )
}
