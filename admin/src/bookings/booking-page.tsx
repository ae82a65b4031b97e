import { ApiError } from '@twende/contract/http/call.ts'
import { call } from '@twende/ui/api/call.ts'
import { LinkButton } from '@twende/ui/controls/button.tsx'
import { EmptyState, ErrorState } from '@twende/ui/controls/page-states.tsx'
import { LoadingNote, Skeleton } from '@twende/ui/controls/skeleton.tsx'
import { ArrowLeft, SearchX } from 'lucide-react'
import { Suspense } from 'react'
import { Await, Link, useLocation, useRevalidator } from 'react-router'
import { links } from '../links.ts'
import { pageTitle } from '../page-title.ts'
import { useFreshLook } from '../use-fresh-look.ts'
import type { Route } from './+types/booking-page'
import { BookingSheet } from './booking-sheet.tsx'
import { deskHref, readDeskSearch } from './desk-search.ts'

export function clientLoader({ params: { bookingId } }: Route.ClientLoaderArgs) {
  const asked = askFor(bookingId)
  asked.catch(() => {})
  return { asked }
}

async function askFor(bookingId: string) {
  try {
    return await call('GET /api/admin/booking/:bookingId', { params: { bookingId } })
  } catch (error) {
    if (error instanceof ApiError && (error.status === 404 || error.code === 'invalid')) return null
    throw error
  }
}

/** A booking with its story and its money. */
export const meta = () => pageTitle('Booking')

/** One booking: all about it, and what may be done with it. */
export default function BookingPage({ loaderData, params: { bookingId } }: Route.ComponentProps) {
  const { search } = useLocation()
  const { revalidate } = useRevalidator()
  useFreshLook()
  return (
    <div className="mx-auto max-w-5xl">
      <Link
        to={deskHref(readDeskSearch(new URLSearchParams(search)))}
        className="mb-3 inline-flex min-h-11 items-center gap-2 font-semibold"
      >
        <ArrowLeft aria-hidden="true" className="size-5" />
        Bookings
      </Link>
      <Suspense key={bookingId} fallback={<BookingSkeleton />}>
        <Await
          resolve={loaderData.asked}
          errorElement={
            <ErrorState message="Failed to load this booking" onRetry={() => void revalidate()} />
          }
        >
          {(looked) => (looked ? <BookingSheet looked={looked} /> : <NoBooking />)}
        </Await>
      </Suspense>
    </div>
  )
}

function NoBooking() {
  return (
    <div className="panel">
      <EmptyState
        as="h1"
        icon={<SearchX />}
        title="There is no such booking"
        action={<LinkButton to={links.bookings()}>To the bookings</LinkButton>}
      >
        The address may be incomplete.
      </EmptyState>
    </div>
  )
}

function BookingSkeleton() {
  return (
    <div className="grid gap-5">
      <LoadingNote>Loading the booking</LoadingNote>
      <Skeleton className="h-24 max-w-md" />
      <div className="grid gap-5 lg:grid-cols-2">
        <Skeleton className="h-56 rounded-lg" />
        <Skeleton className="h-56 rounded-lg" />
      </div>
      <Skeleton className="h-40 rounded-lg" />
    </div>
  )
}
