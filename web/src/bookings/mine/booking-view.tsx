import type { Booking, BookingEvent } from '@twende/contract/bookings/booking.ts'
import { isChangeable } from '@twende/contract/bookings/booking-change.ts'
import { purchasePaymentLabel } from '@twende/contract/bookings/booking-status-format.ts'
import { bookingTerms } from '@twende/contract/bookings/cancellation-format.ts'
import { showInstant } from '@twende/contract/calendar-day.ts'
import { showKsh } from '@twende/contract/money.ts'
import { showPhone } from '@twende/contract/payments/phone-number.ts'
import { m } from '@twende/messages'
import { serverNow } from '@twende/ui/api/server-clock.ts'
import { useSettings } from '@twende/ui/api/settings.ts'
import { AgreementList, useAgreements } from '@twende/ui/bookings/agreement-list.tsx'
import { isCancellable, mayOnlyExtend, statusOf } from '@twende/ui/bookings/booking-format.ts'
import { Badge } from '@twende/ui/controls/badge.tsx'
import { Button, LinkButton } from '@twende/ui/controls/button.tsx'
import { Facts } from '@twende/ui/controls/facts.tsx'
import { Breadcrumbs } from '@twende/ui/controls/layout.tsx'
import { EmptyState } from '@twende/ui/controls/page-states.tsx'
import { WhenOpen } from '@twende/ui/controls/when-open.tsx'
import { lazyWithRetry } from '@twende/ui/loading/lazy-with-retry.ts'
import { useRevalidateEvery } from '@twende/ui/loading/use-revalidate-every.ts'
import { Picture } from '@twende/ui/pictures/picture.tsx'
import { CalendarPlus, CalendarSearch, Phone, Printer } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { CatalogName } from '../../content/catalog-name.ts'
import { links } from '../../links.ts'
import { PeriodFacts, PriceLines } from '../booking-facts.tsx'
import { BookingReceipt } from '../booking-receipt.tsx'
import { ChatAboutBooking, downloadCalendarFile } from '../booking-tools.tsx'
import { BookingSection, type BookingSectionProps } from './booking-section.tsx'
import { BookingTimeline } from './booking-timeline.tsx'
import { cancelBooking } from './cancel-booking.tsx'
import { ConditionSection } from './condition-section.tsx'
import { DepositSection } from './deposit-section.tsx'
import { DetailsSection } from './details-section.tsx'
import { DriversSection, useDrivers } from './drivers-section.tsx'
import { FinesSection } from './fines-section.tsx'
import { NextStepPanel } from './next-step-panel.tsx'

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
          <Badge tone={statusOf(booking).tone}>{statusOf(booking).label}</Badge>
          <span className="text-sm text-soft">
            {m.my_bookings_payment({ payment: purchasePaymentLabel(booking) })}
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

/** The rental agreement and the return report, to download. */
function AgreementSection({ booking }: BookingSectionProps) {
  // A change of the return makes an addendum.
  const known = useAgreements(booking._id, `${booking.status} ${booking.endDate}`)
  if (!known.isShown) return null
  const first = known.agreements?.data[0]
  return (
    <BookingSection title={m.agreement_list_title()}>
      <AgreementList bookingId={booking._id} known={known} />
      {first && (
        <p className="mt-4 text-sm">
          <Link to={links.checkAgreement(first.number)} className="underline underline-offset-4">
            {m.agreement_list_check()}
          </Link>
        </p>
      )}
    </BookingSection>
  )
}

/** What was paid for a booking, what goes back, and the receipt to print. */
function PaymentSection({ booking }: BookingSectionProps) {
  const { mpesaNumber, paymentAmount, paymentDate, transactionId } = booking.paymentDetails
  return (
    <BookingSection
      title={m.booking_page_payment()}
      action={
        booking.paymentStatus === 'paid' && (
          <Button
            variant="secondary"
            size="sm"
            icon={<Printer aria-hidden="true" className="size-5" />}
            onClick={() => window.print()}
          >
            {m.booking_page_print_receipt()}
          </Button>
        )
      }
    >
      <Facts
        wide
        rows={[
          [m.common_status(), purchasePaymentLabel(booking)],
          [
            paymentAmount === booking.finalAmount
              ? m.my_bookings_cancel_paid()
              : m.booking_page_last_payment(),
            paymentAmount === null ? null : showKsh(paymentAmount),
          ],
          [m.my_bookings_paid_on(), paymentDate && showInstant(paymentDate)],
          [m.my_bookings_mpesa_code(), transactionId],
          [m.my_bookings_mpesa_number(), transactionId && showPhone(mpesaNumber)],
        ]}
      />
      <Refund booking={booking} />
      <BookingReceipt booking={booking} />
    </BookingSection>
  )
}

function Refund({ booking: { paymentStatus } }: { booking: Booking }) {
  if (paymentStatus === 'refunding')
    return <p className="mt-3 text-soft">{m.booking_page_refund_under_way()}</p>
  if (paymentStatus === 'refunded') return <p className="mt-3 text-soft">{m.booking_page_refund_sent()}</p>
  return null
}

/** How to reach us about a booking, and how to put it into a calendar. */
function HelpSection({ booking, timeline }: BookingSectionProps) {
  const { whatsappNumber } = useSettings()
  const isOver = booking.status === 'cancelled' || booking.status === 'completed'
  return (
    <BookingSection title={m.booking_page_help()}>
      <p className="text-soft">{m.booking_page_help_hint({ reference: booking.bookingId })}</p>
      <div className="mt-4 flex flex-wrap gap-2">
        <ChatAboutBooking booking={booking} variant="secondary" />
        <LinkButton
          variant="secondary"
          size="sm"
          href={`tel:+${whatsappNumber}`}
          icon={<Phone aria-hidden="true" className="size-5" />}
        >
          {m.booking_page_call()}
        </LinkButton>
        {!isOver && (
          <Button
            variant="secondary"
            size="sm"
            icon={<CalendarPlus aria-hidden="true" className="size-5" />}
            onClick={() => void downloadCalendarFile(booking, timeline.length)}
          >
            {m.my_bookings_add_to_calendar()}
          </Button>
        )}
      </div>
    </BookingSection>
  )
}
