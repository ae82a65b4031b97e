import type { Booking, BookingStats } from '@twende/contract/bookings/booking.ts'
import { withBookingDefaults } from '@twende/contract/bookings/booking-defaults.ts'
import { bookingStatusLabels } from '@twende/contract/bookings/booking-status-format.ts'
import { m } from '@twende/messages'
import { call, type Reply } from '@twende/ui/api/call.ts'
import { Button, LinkButton } from '@twende/ui/controls/button.tsx'
import { classes } from '@twende/ui/controls/classes.ts'
import { SectionHeading } from '@twende/ui/controls/layout.tsx'
import { EmptyState } from '@twende/ui/controls/page-states.tsx'
import { LoadingNote, Skeleton } from '@twende/ui/controls/skeleton.tsx'
import { WhenOpen } from '@twende/ui/controls/when-open.tsx'
import { Pagination } from '@twende/ui/list/pagination.tsx'
import { lazyWithRetry, retry } from '@twende/ui/loading/lazy-with-retry.ts'
import { CalendarSearch, RotateCw } from 'lucide-react'
import { useState } from 'react'
import { Link, useNavigation, useRevalidator } from 'react-router'
import { loadOwn, OwnFrame, OwnPage } from '../../accounts/own-page.tsx'
import { ownPage, ownPageLinks } from '../../accounts/own-page-styles.ts'
import { pageMeta } from '../../frame/page-meta.ts'
import { links } from '../../links.ts'
import type { Route } from './+types/my-bookings-page'
import { type BookingActions, BookingCard } from './booking-card.tsx'
import {
  type BookingsSearch,
  bookingsHref,
  bookingsQuery,
  countFilters,
  readBookingsSearch,
} from './bookings-search.ts'
import { BookingsToolbar } from './bookings-toolbar.tsx'

export { ownPage as handle, ownPageLinks as links }

const shown = ['active', 'confirmed', 'completed', 'pending', 'cancelled'] as const

const DetailsDialog = lazyWithRetry(() =>
  import('./details-dialog.tsx').then((module) => module.DetailsDialog),
)

const PayDialog = lazyWithRetry(() => import('./pay-dialog.tsx').then((module) => module.PayDialog))

const ReviewDialog = lazyWithRetry(() => import('./review-dialog.tsx').then((module) => module.ReviewDialog))

async function load(request: Request) {
  const search = readBookingsSearch(new URL(request.url).searchParams)
  const [{ bookings, pagination }, figures] = await Promise.all([
    call('GET /api/booking/user', { query: bookingsQuery(search) }),
    // The bookings are there without them.
    call('GET /api/booking/stats', {}).catch(() => undefined),
  ])
  return { search, stats: figures?.stats, bookings: bookings.map(withBookingDefaults), pagination }
}

export const clientLoader = ({ request }: Route.ClientLoaderArgs) =>
  loadOwn({ unreachable: m.account_bookings_load_failed, refused: m.account_bookings_fetch_failed }, () =>
    load(request),
  )

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    title: m.my_bookings_title(),
    description: m.my_bookings_description(),
    path: links.myBookings(),
    hidden: true,
    matches,
  })

export function HydrateFallback() {
  return (
    <OwnFrame>
      <BookingsSkeleton />
    </OwnFrame>
  )
}

export default function MyBookingsPage({ loaderData }: Route.ComponentProps) {
  return (
    <OwnPage
      loaded={loaderData}
      heading={<BookingsHeading />}
      waiting={<BookingsSkeleton />}
      prompt={m.my_bookings_login()}
      kept={m.my_bookings_login_hint()}
    >
      {(loaded, refresh) => <BookingsView {...loaded} onRefresh={refresh} />}
    </OwnPage>
  )
}

/** My Bookings before its bookings are there. */
function BookingsSkeleton() {
  return (
    <div aria-busy="true">
      <BookingsHeading onRefresh={() => {}} refreshing />
      <LoadingNote>{m.my_bookings_loading()}</LoadingNote>
      <Skeleton className="mt-6 h-37.5 rounded-lg sm:h-19.5" />
      <div className="mt-6 flex gap-3">
        <Skeleton className="h-12 max-w-xl flex-1 rounded-md" />
        <Skeleton className="h-12 w-29 rounded-md" />
      </div>
      <div className="mt-6 grid gap-4">
        {['a', 'b', 'c'].map((card) => (
          <CardSkeleton key={card} />
        ))}
      </div>
    </div>
  )
}

function CardSkeleton() {
  return (
    <div className="panel grid grid-cols-[6.5rem_minmax(0,1fr)] gap-4 p-4 sm:grid-cols-[12rem_minmax(0,1fr)] sm:p-5 lg:grid-cols-[14rem_minmax(0,1fr)_11rem] lg:gap-x-6">
      <Skeleton className="aspect-[4/3] rounded-md" />
      <div className="grid content-start gap-3">
        <Skeleton className="h-6 w-24 rounded-full" />
        <Skeleton className="h-6 w-40 max-w-full" />
        <Skeleton className="hidden h-5 w-64 max-w-full sm:block" />
        <Skeleton className="hidden h-5 w-32 sm:block" />
      </div>
      <div className="col-span-full grid grid-cols-2 content-between gap-4 border-t border-line pt-4 sm:col-span-1 sm:col-start-2 lg:col-start-3 lg:grid-cols-1 lg:border-t-0 lg:pt-0">
        <Skeleton className="h-12 w-28 lg:justify-self-end" />
        <Skeleton className="h-11 w-28 justify-self-end rounded-md lg:w-full" />
      </div>
    </div>
  )
}

type LoadedBookings = Pick<Reply<'GET /api/booking/user'>, 'bookings' | 'pagination'> & {
  search: BookingsSearch
  stats: BookingStats | undefined
}

type Open = { what: 'details' | 'pay' | 'review'; bookingId: string }

/** The bookings of the signed-in person. */
function BookingsView(props: LoadedBookings & { onRefresh: () => void }) {
  const { search, stats, bookings, pagination, onRefresh } = props
  const [open, setOpen] = useState<Open>()
  const revalidator = useRevalidator()
  const busy = useNavigation().state === 'loading'
  const show = (what: Open['what']) => (booking: Booking) => setOpen({ what, bookingId: booking._id })
  const actions: BookingActions = {
    onDetails: show('details'),
    onPay: show('pay'),
    onReview: show('review'),
    onCancel: async (booking) => {
      const { cancelBooking } = await retry(() => import('./cancel-booking.tsx'))
      if (await cancelBooking(booking)) onRefresh()
    },
    onHoldEnd: onRefresh,
  }
  return (
    <>
      <BookingsHeading onRefresh={onRefresh} refreshing={revalidator.state === 'loading'} />
      {stats && <BookingsStats stats={stats} search={search} />}
      <BookingsToolbar search={search} />
      <div
        aria-busy={busy}
        className={classes('mt-6 grid gap-4 transition-opacity duration-150', busy && 'opacity-60')}
      >
        {bookings.length === 0 && <NoBookings search={search} />}
        {bookings.map((booking) => (
          <BookingCard key={booking._id} booking={booking} actions={actions} />
        ))}
      </div>
      <Pagination
        page={search.page}
        pages={pagination?.pages ?? 1}
        hrefFor={(page) => bookingsHref(search, { page })}
        label={m.my_bookings_pages()}
      />
      <Dialogs open={open} bookings={bookings} actions={actions} onClose={() => setOpen(undefined)} />
    </>
  )
}

type DialogsProps = {
  open: Open | undefined
  bookings: readonly Booking[]
  actions: BookingActions
  onClose: () => void
}

function Dialogs({ open, bookings, actions, onClose }: DialogsProps) {
  const [last, setLast] = useState(open)
  if (open && open !== last) setLast(open)
  const booking = bookings.find(({ _id }) => _id === last?.bookingId)
  if (!booking) return null
  const is = (what: Open['what']) => open?.what === what
  return (
    <>
      <WhenOpen open={is('details')}>
        <DetailsDialog booking={booking} open={is('details')} actions={actions} onClose={onClose} />
      </WhenOpen>
      <WhenOpen open={is('pay')}>
        <PayDialog booking={booking} open={is('pay')} onChange={actions.onHoldEnd} onClose={onClose} />
      </WhenOpen>
      <WhenOpen open={is('review')}>
        <ReviewDialog booking={booking} open={is('review')} onDone={actions.onHoldEnd} onClose={onClose} />
      </WhenOpen>
    </>
  )
}

function NoBookings({ search }: { search: BookingsSearch }) {
  const narrowed = countFilters(search) > 0 || search.search !== ''
  return (
    <EmptyState
      icon={<CalendarSearch />}
      title={m.my_bookings_none()}
      action={
        narrowed ? (
          <LinkButton variant="secondary" to={links.myBookings()}>
            {m.my_bookings_clear_filters()}
          </LinkButton>
        ) : (
          <LinkButton to={links.rent()}>{m.my_bookings_find_car()}</LinkButton>
        )
      }
    >
      {narrowed ? m.my_bookings_none_match() : m.my_bookings_none_yet()}
    </EmptyState>
  )
}

/** How many bookings there are of each kind; each figure leads to its bookings. */
function BookingsStats({ stats, search }: { stats: BookingStats; search: BookingsSearch }) {
  return (
    <nav aria-label={m.my_bookings_by_status()} className="mt-6">
      <ul className="panel grid grid-cols-3 overflow-hidden max-[359px]:grid-cols-2 md:grid-cols-6 [&>li]:-mb-px [&>li]:-mr-px [&>li]:border-r [&>li]:border-b [&>li]:border-line">
        <Figure
          label={m.my_bookings_total()}
          count={stats.total}
          to={bookingsHref(search, { status: undefined })}
        />
        {shown.map((status) => (
          <Figure
            key={status}
            label={bookingStatusLabels[status]()}
            count={stats[status]}
            to={bookingsHref(search, { status })}
            current={search.status === status}
          />
        ))}
      </ul>
    </nav>
  )
}

type FigureProps = { label: string; count: number; to: string; current?: boolean }

function Figure({ label, count, to, current }: FigureProps) {
  return (
    <li>
      <Link
        to={to}
        preventScrollReset
        aria-current={current ? 'true' : undefined}
        className={classes(
          'flex h-full flex-col-reverse justify-end px-2.5 py-3 -outline-offset-4 hover:bg-sand',
          current && 'bg-acacia-tint',
        )}
      >
        <span className="text-xs text-soft">{label}</span>
        <span className="figures font-display text-2xl leading-tight font-bold tracking-tight">{count}</span>
      </Link>
    </li>
  )
}

type BookingsHeadingProps = { onRefresh?: (() => void) | undefined; refreshing?: boolean }

function BookingsHeading({ onRefresh, refreshing }: BookingsHeadingProps) {
  return (
    <SectionHeading
      as="h1"
      title={m.my_bookings_title()}
      action={
        onRefresh && (
          <Button
            variant="secondary"
            size="sm"
            pending={refreshing}
            icon={<RotateCw aria-hidden="true" className="size-4" />}
            onClick={onRefresh}
          >
            {m.my_bookings_refresh()}
          </Button>
        )
      }
    />
  )
}
