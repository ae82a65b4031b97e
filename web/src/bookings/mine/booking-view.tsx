import type { Booking, BookingEvent } from '@twende/contract/bookings/booking.ts'
import { isChangeable } from '@twende/contract/bookings/booking-change.ts'
import { bookingTerms } from '@twende/contract/bookings/cancellation-format.ts'
import { m } from '@twende/messages'
import { serverNow } from '@twende/ui/api/server-clock.ts'
import {
  bookingStatusLabels,
  isCancellable,
  mayOnlyExtend,
  paymentWord,
  statusTones,
} from '@twende/ui/bookings/booking-format.ts'
import { Badge } from '@twende/ui/controls/badge.tsx'
import { Button, LinkButton } from '@twende/ui/controls/button.tsx'
import { Breadcrumbs } from '@twende/ui/controls/layout.tsx'
import { EmptyState } from '@twende/ui/controls/page-states.tsx'
import { WhenOpen } from '@twende/ui/controls/when-open.tsx'
import { lazyWithRetry } from '@twende/ui/loading/lazy-with-retry.ts'
import { useRevalidateEvery } from '@twende/ui/loading/use-revalidate-every.ts'
import { Picture } from '@twende/ui/pictures/picture.tsx'
import { CalendarSearch } from 'lucide-react'
import { useState } from 'react'
import { CatalogName } from '../../content/catalog-name.ts'
import { links } from '../../links.ts'
import { PeriodFacts, PriceLines } from '../booking-facts.tsx'
import { AgreementSection } from './agreement-section.tsx'
import { BookingSection, type BookingSectionProps } from './booking-section.tsx'
import { BookingTimeline } from './booking-timeline.tsx'
import { cancelBooking } from './cancel-booking.tsx'
import { ConditionSection } from './condition-section.tsx'
import { DepositSection } from './deposit-section.tsx'
import { DetailsSection } from './details-section.tsx'
import { DriversSection, useDrivers } from './drivers-section.tsx'
import { FinesSection } from './fines-section.tsx'
import { HelpSection } from './help-section.tsx'
import { NextStepPanel } from './next-step-panel.tsx'
import { PaymentSection } from './payment-section.tsx'

const ChangeDialog = lazyWithRetry(() => import('./change-dialog.tsx').then((module) => module.ChangeDialog))

/** How often an unpaid booking is loaded again: its payment may arrive, or its hold end. */
const UNPAID_MS = 15_000

type FoundBooking = { booking: Booking; timeline: readonly BookingEvent[] }

type BookingViewProps = { found: FoundBooking | undefined; refresh: () => void }

/** One booking, or that the account has none at this address. Import it lazily. */
export function BookingView({ found, refresh }: BookingViewProps) {
  return found ? <Found {...found} refresh={refresh} /> : <BookingMissing />
}

function BookingMissing() {
  return (
    <EmptyState
      as="h1"
      icon={<CalendarSearch />}
      title={m.booking_page_missing()}
      action={<LinkButton to={links.myBookings()}>{m.my_bookings_title()}</LinkButton>}
    >
      {m.booking_page_missing_hint()}
    </EmptyState>
  )
}

function Found({ booking, timeline, refresh }: FoundBooking & { refresh: () => void }) {
  useRevalidateEvery(booking.status === 'pending' ? UNPAID_MS : undefined)
  const drivers = useDrivers(booking)
  const props = { booking, timeline, refresh }
  return (
    <>
      <Breadcrumbs
        crumbs={[{ label: m.my_bookings_title(), to: links.myBookings() }, { label: booking.bookingId }]}
      />
      <BookingHeader booking={booking} />
      <div className="mt-6 grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <NextStepPanel {...props} drivers={drivers.drivers} />
        <aside
          aria-label={m.book_your_booking()}
          className="panel grid gap-5 p-5 lg:sticky lg:top-24 lg:col-start-2 lg:row-span-2 lg:row-start-1"
        >
          <PeriodFacts booking={booking} />
          <PriceLines price={booking} />
        </aside>
        <div className="min-w-0">
          {/* What the customer may have to do comes first; what is only there to be looked up comes last. */}
          <DriversSection {...props} loaded={drivers} />
          <DepositSection {...props} />
          <FinesSection {...props} />
          <PaymentSection {...props} />
          <ConditionSection {...props} />
          <AgreementSection {...props} />
          <ChangesSection {...props} />
          <HelpSection {...props} />
          <DetailsSection {...props} />
          <BookingSection title={m.booking_page_history()}>
            <BookingTimeline events={timeline} />
          </BookingSection>
        </div>
      </div>
    </>
  )
}

/** What the customer may still change about a booking. */
function ChangesSection({ booking, refresh }: BookingSectionProps) {
  const [changing, setChanging] = useState(false)
  const mayChange = isChangeable(booking, serverNow())
  const mayCancel = isCancellable(booking)
  if (!mayChange && !mayCancel) return null
  const cancel = async () => {
    if (await cancelBooking(booking)) refresh()
  }
  return (
    <BookingSection title={m.booking_page_changes()}>
      {mayCancel && <p className="mb-4 text-soft">{bookingTerms(booking)}</p>}
      <div className="flex flex-wrap gap-3">
        {mayChange && (
          <Button variant="secondary" size="sm" onClick={() => setChanging(true)}>
            {mayOnlyExtend(booking) ? m.booking_change_extend_button() : m.booking_change_button()}
          </Button>
        )}
        {mayCancel && (
          <Button variant="secondary" size="sm" className="text-clay-deep!" onClick={() => void cancel()}>
            {m.my_bookings_cancel_button()}
          </Button>
        )}
      </div>
      <WhenOpen open={changing}>
        <ChangeDialog booking={booking} open={changing} onDone={refresh} onClose={() => setChanging(false)} />
      </WhenOpen>
    </BookingSection>
  )
}

function BookingHeader({ booking }: { booking: Booking }) {
  return (
    <header className="mt-4 flex items-center gap-4">
      <Picture address={booking.carImage} alt="" sizes="112px" className="w-28 shrink-0 rounded-md" />
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <Badge tone={statusTones[booking.status]}>{bookingStatusLabels[booking.status]()}</Badge>
          <span className="text-sm text-soft">
            {m.my_bookings_payment({ payment: paymentWord(booking.paymentStatus) })}
          </span>
        </p>
        <h1 className="mt-2 text-2xl leading-tight">{booking.carName}</h1>
        <p className="figures text-soft">
          <CatalogName kind="vehicle" name={booking.carCategory} />
          {', '}
          {m.my_bookings_number({ reference: booking.bookingId })}
        </p>
      </div>
    </header>
  )
}
