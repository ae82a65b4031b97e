import { ApiError } from '@twende/contract/http/call.ts'
import { m } from '@twende/messages'
import { call } from '@twende/ui/api/call.ts'
import { SectionHeading } from '@twende/ui/controls/layout.tsx'
import { LoadingNote, Skeleton } from '@twende/ui/controls/skeleton.tsx'
import { lazyWithRetry } from '@twende/ui/loading/lazy-with-retry.ts'
import { Suspense, useState } from 'react'
import { loadOwn, OwnFrame, OwnPage } from '../../accounts/own-page.tsx'
import { ownPage, ownPageLinks } from '../../accounts/own-page-styles.ts'
import { pageMeta } from '../../frame/page-meta.ts'
import { links } from '../../links.ts'
import type { Route } from './+types/booking-page'

export { ownPage as handle, ownPageLinks as links }

const BookingView = lazyWithRetry(() => import('./booking-view.tsx').then((module) => module.BookingView))

const failed = { unreachable: m.booking_page_load_failed, refused: m.booking_page_load_failed }

export const clientLoader = ({ params: { bookingId } }: Route.ClientLoaderArgs) =>
  loadOwn(failed, async () => ({ found: await findBooking(bookingId) }))

async function findBooking(bookingId: string) {
  try {
    const { data, timeline } = await call('GET /api/booking/:bookingId', { params: { bookingId } })
    return { booking: data, timeline }
  } catch (error) {
    // An address that cannot be one of a booking is invalid.
    if (error instanceof ApiError && (error.code === 'booking_not_found' || error.code === 'invalid')) return
    throw error
  }
}

export const meta: Route.MetaFunction = ({ matches, params: { bookingId = '' } }) =>
  pageMeta({
    title: m.booking_page_title(),
    description: m.booking_page_description(),
    path: links.myBooking(bookingId),
    hidden: true,
    matches,
  })

export function HydrateFallback() {
  return (
    <OwnFrame>
      <BookingPageSkeleton />
    </OwnFrame>
  )
}

/** Everything about one booking of the signed-in person. */
export default function BookingPage({ loaderData, params: { bookingId } }: Route.ComponentProps) {
  const [last, setLast] = useState(loaderData)
  if (loaderData.state !== 'refused' && last !== loaderData) setLast(loaderData)
  // What was loaded before stays in sight when loading it again fails.
  const isKnown = last.state === 'here' && last.found?.booking._id === bookingId
  return (
    <OwnPage
      loaded={loaderData.state === 'refused' && isKnown ? last : loaderData}
      heading={<SectionHeading as="h1" title={m.booking_page_title()} />}
      waiting={<BookingPageSkeleton />}
      prompt={m.booking_page_login()}
      kept={m.booking_page_login_hint()}
    >
      {({ found }, refresh) => (
        <Suspense fallback={<BookingPageSkeleton />}>
          <BookingView found={found} refresh={refresh} />
        </Suspense>
      )}
    </OwnPage>
  )
}

/** The page before its booking is there. */
function BookingPageSkeleton() {
  return (
    <div aria-busy="true">
      <h1 className="sr-only">{m.booking_page_title()}</h1>
      <LoadingNote>{m.booking_page_loading()}</LoadingNote>
      <Skeleton className="h-6 w-40 max-w-full" />
      <Skeleton className="mt-4 h-24 rounded-lg" />
      <div className="mt-6 grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <Skeleton className="h-64 rounded-lg" />
        <Skeleton className="h-64 rounded-lg" />
      </div>
    </div>
  )
}
