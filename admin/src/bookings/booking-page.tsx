import { ApiError } from '@twende/contract/http/call.ts'
import { m } from '@twende/messages'
import { call } from '@twende/ui/api/call.ts'
import { LinkButton } from '@twende/ui/controls/button.tsx'
import { EmptyState, ErrorState } from '@twende/ui/controls/page-states.tsx'
import { SHARED_WORK_MS, useRevalidateEvery } from '@twende/ui/loading/use-revalidate-every.ts'
import { SearchX } from 'lucide-react'
import { Suspense } from 'react'
import { Await, useRevalidator } from 'react-router'
import { Page, PageSkeleton, pageTitle } from '../frame/page.tsx'
import { links } from '../links.ts'
import type { Route } from './+types/booking-page'
import { BookingSheet } from './booking-sheet.tsx'

export function clientLoader({ params: { bookingId } }: Route.ClientLoaderArgs) {
  const asked = askFor(bookingId)
  asked.catch(() => {})
  return { asked }
}

async function askFor(bookingId: string) {
  try {
    const params = { bookingId }
    const [loaded, { data }, { data: charges }, { data: fines }, drivers] = await Promise.all([
      call('GET /api/admin/booking/:bookingId', { params }),
      call('GET /api/admin/booking/:bookingId/deposit', { params }),
      call('GET /api/admin/booking/:bookingId/charges', { params }),
      call('GET /api/admin/booking/:bookingId/fines', { params }),
      call('GET /api/admin/booking/:bookingId/drivers', { params }),
    ])
    return { loaded, deposit: data.deposit, charges, fines, drivers }
  } catch (error) {
    if (error instanceof ApiError && (error.status === 404 || error.code === 'invalid')) return null
    throw error
  }
}

export const meta = () => pageTitle(m.admin_bookings_page_title())

/** One booking: all about it, and what may be done with it. */
export default function BookingPage({ loaderData, params: { bookingId } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  useRevalidateEvery(SHARED_WORK_MS)
  return (
    <Page width="reading" back={{ to: links.bookings(), label: m.admin_menu_bookings() }}>
      <Suspense key={bookingId} fallback={<PageSkeleton />}>
        <Await
          resolve={loaderData.asked}
          errorElement={
            <ErrorState message={m.admin_bookings_load_one_failed()} onRetry={() => void revalidate()} />
          }
        >
          {(found) => (found ? <BookingSheet {...found} /> : <NoBooking />)}
        </Await>
      </Suspense>
    </Page>
  )
}

function NoBooking() {
  return (
    <div className="panel">
      <EmptyState
        as="h1"
        icon={<SearchX />}
        title={m.admin_bookings_missing_title()}
        action={<LinkButton to={links.bookings()}>{m.admin_bookings_missing_button()}</LinkButton>}
      >
        {m.admin_bookings_missing_text()}
      </EmptyState>
    </div>
  )
}
