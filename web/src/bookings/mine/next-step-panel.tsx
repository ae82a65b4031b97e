import type { Booking } from '@twende/contract/bookings/booking.ts'
import { bookingChat, longerRentalChat } from '@twende/contract/bookings/booking-message.ts'
import { showDay, showInstant } from '@twende/contract/calendar-day.ts'
import { showKsh } from '@twende/contract/money.ts'
import { m } from '@twende/messages'
import { serverNow } from '@twende/ui/api/server-clock.ts'
import { useSettings } from '@twende/ui/api/settings.ts'
import { ownCancellation } from '@twende/ui/cancellation-words.ts'
import { Button, LinkButton } from '@twende/ui/controls/button.tsx'
import { WhenOpen } from '@twende/ui/controls/when-open.tsx'
import { lazyWithRetry } from '@twende/ui/loading/lazy-with-retry.ts'
import { useState } from 'react'
import { useCatalogNames } from '../../content/catalog-name.ts'
import { links } from '../../links.ts'
import { HoldCountdown } from '../../payments/countdown.tsx'
import type { BookingSectionProps } from './booking-section.tsx'
import { DRIVERS_ID, type Drivers } from './drivers-section.tsx'
import { type NextStep, nextStepOf, type PapersNeeded, papersNeeded } from './next-step.ts'

const PayDialog = lazyWithRetry(() => import('./pay-dialog.tsx').then((module) => module.PayDialog))

const ReviewDialog = lazyWithRetry(() => import('./review-dialog.tsx').then((module) => module.ReviewDialog))

type NextStepPanelProps = BookingSectionProps & {
  /** Undefined until they are loaded. */
  drivers: Drivers | undefined
}

/** What the customer does next about a booking: one sentence, and the one button for it; and which papers are needed. */
export function NextStepPanel({ booking, timeline, refresh, drivers }: NextStepPanelProps) {
  const [open, setOpen] = useState(false)
  const nameOf = useCatalogNames()
  const step = nextStepOf(booking, serverNow())
  const papers = papersNeeded(booking, drivers)
  const close = () => setOpen(false)
  return (
    <section aria-label={m.booking_page_next()} className="panel p-5">
      <p className="kicker mb-2">{m.booking_page_next()}</p>
      <p className="figures max-w-2xl text-lg font-semibold">
        {sentenceOf(step, booking, (place) => nameOf('location', place))}
      </p>
      {step.code === 'cancelled' && booking.cancellationReason && (
        <p className="mt-2 text-soft">{ownCancellation(booking)}</p>
      )}
      {booking.holdExpiresAt && (
        <HoldCountdown
          until={booking.holdExpiresAt}
          message={booking.keepsCar ? m.book_hold_car_kept : m.book_hold_car_open}
          onEnd={refresh}
          className="mt-2"
        />
      )}
      {papers && <PapersPart needed={papers} />}
      <StepAction step={step} booking={booking} changes={timeline.length} onOpen={() => setOpen(true)} />
      <WhenOpen open={open && step.code === 'review'}>
        <ReviewDialog booking={booking} open={open} onDone={refresh} onClose={close} />
      </WhenOpen>
      {/* Stays open when the payment arrives, to say so. */}
      <WhenOpen open={open && step.code !== 'review'}>
        <PayDialog booking={booking} open={open} onChange={refresh} onClose={close} />
      </WhenOpen>
    </section>
  )
}

function sentenceOf(step: NextStep, booking: Booking, placeName: (place: string) => string): string {
  const { finalAmount, paidInPart } = booking
  const amount = showKsh(finalAmount - paidInPart)
  const pickup = { time: booking.pickupTime, place: placeName(booking.pickupLocation) }
  const dropoff = { time: booking.dropoffTime, place: placeName(booking.dropoffLocation) }
  const pickupDay = showDay(booking.startDate)
  const dropoffDay = showDay(booking.endDate)
  switch (step.code) {
    case 'pay':
      if (paidInPart > 0)
        return m.booking_page_next_pay_rest({
          paid: showKsh(paidInPart),
          total: showKsh(finalAmount),
          amount,
        })
      if (step.until === null) return m.booking_page_next_pay_open({ amount })
      return m.booking_page_next_pay({ amount, until: showInstant(step.until) })
    case 'arrange':
      if (step.until === null) return m.booking_page_next_arrange_open()
      return m.booking_page_next_arrange({ until: showInstant(step.until) })
    case 'pickUp':
      if (step.when === 'today') return m.booking_page_next_pickup_today(pickup)
      if (step.when === 'tomorrow') return m.booking_page_next_pickup_tomorrow(pickup)
      return m.booking_page_next_pickup({ day: pickupDay, ...pickup })
    case 'bringBack':
      if (step.when === 'today') return m.booking_page_next_bring_back_today(dropoff)
      if (step.when === 'tomorrow') return m.booking_page_next_bring_back_tomorrow(dropoff)
      return m.booking_page_next_bring_back({ day: dropoffDay, ...dropoff })
    case 'pickUpLate':
      return m.booking_page_next_pickup_late({ day: pickupDay, ...pickup })
    case 'overdue':
      return m.booking_page_next_overdue({ day: dropoffDay, time: dropoff.time })
    default:
      return plainSentences[step.code]()
  }
}

const plainSentences = {
  paymentChecked: m.booking_page_next_payment_checked,
  carLost: m.booking_page_next_car_lost,
  review: m.booking_page_next_review,
  reviewed: m.booking_page_next_reviewed,
  expired: m.booking_page_next_expired,
  cancelled: m.booking_page_next_cancelled,
} as const

const papersSentences: Record<PapersNeeded, () => string> = {
  missing: m.booking_page_next_papers_missing,
  waiting: m.booking_page_next_papers_waiting,
  expire: m.booking_page_next_papers_expire,
  problem: m.booking_page_next_papers_problem,
  refused: m.booking_page_next_papers_refused,
  additional: m.booking_page_next_papers_of_additional,
}

/** Which papers are still needed, and the way to the section where they are given. */
function PapersPart({ needed }: { needed: PapersNeeded }) {
  return (
    <div className="mt-3">
      <p className={needed === 'waiting' ? 'text-soft' : 'text-clay-deep'}>{papersSentences[needed]()}</p>
      <a
        href={`#${DRIVERS_ID}`}
        className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
      >
        {m.booking_page_next_papers_button()}
      </a>
    </div>
  )
}

type StepActionProps = { step: NextStep; booking: Booking; changes: number; onOpen: () => void }

function StepAction({ step, booking, changes, onOpen }: StepActionProps) {
  const { whatsappNumber } = useSettings()
  const chat = { target: '_blank', rel: 'noopener noreferrer' }
  switch (step.code) {
    case 'pay':
      return (
        <Button className="mt-4" onClick={onOpen}>
          {m.my_bookings_pay_now()}
        </Button>
      )
    case 'arrange':
      return (
        <LinkButton className="mt-4" href={bookingChat(whatsappNumber, booking)} {...chat}>
          {m.book_open_whatsapp()}
        </LinkButton>
      )
    case 'pickUp':
      return (
        <Button className="mt-4" onClick={() => void addToCalendar(booking, changes)}>
          {m.my_bookings_add_to_calendar()}
        </Button>
      )
    case 'bringBack':
      return (
        <LinkButton className="mt-4" href={longerRentalChat(whatsappNumber, booking)} {...chat}>
          {m.booking_page_next_longer()}
        </LinkButton>
      )
    case 'pickUpLate':
    case 'overdue':
    case 'carLost':
      return (
        <LinkButton className="mt-4" href={`tel:+${whatsappNumber}`}>
          {m.booking_page_call()}
        </LinkButton>
      )
    case 'review':
      return (
        <Button className="mt-4" onClick={onOpen}>
          {m.my_bookings_write_review()}
        </Button>
      )
    case 'reviewed':
    case 'expired':
    case 'cancelled':
      return (
        <LinkButton className="mt-4" to={links.rentCar(booking.carId)}>
          {m.book_again()}
        </LinkButton>
      )
    case 'paymentChecked':
      return null
  }
}

async function addToCalendar(booking: Booking, changes: number): Promise<void> {
  const { downloadCalendarFile } = await import('../booking-tools.tsx')
  await downloadCalendarFile(booking, changes)
}
