import { fullName } from '@twende/contract/accounts/full-name.ts'
import type { AdminBooking } from '@twende/contract/bookings/admin-booking.ts'
import { purchasePaymentLabel } from '@twende/contract/bookings/booking-status-format.ts'
import { nairobiInstant, showInstant } from '@twende/contract/calendar-day.ts'
import { showKsh } from '@twende/contract/money.ts'
import { chatNumber, showPhone } from '@twende/contract/payments/phone-number.ts'
import { whatsappChat } from '@twende/contract/whatsapp.ts'
import { m } from '@twende/messages'
import { useSession } from '@twende/ui/accounts/session.ts'
import { dropoffWords, pickupWords, statusOf } from '@twende/ui/bookings/booking-format.ts'
import { daysInWords } from '@twende/ui/cars/car-format.ts'
import type { BadgeTone } from '@twende/ui/controls/badge.tsx'
import { classes } from '@twende/ui/controls/classes.ts'
import { Sentence } from '@twende/ui/controls/sentence.tsx'
import { Ban, Banknote, Clock3, MessageCircle, Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import { timeAgo } from '../frame/format-time.ts'
import { StatusBadge } from '../frame/status-badge.tsx'

type Shown = { booking: AdminBooking }

/** Where a booking stands, whether it is late, and whether its customer was banned since. */
export function BookingState({ booking }: Shown) {
  const { status, late, holdExpiresAt, account } = booking
  const isLive = status === 'pending' || status === 'confirmed' || status === 'active'
  return (
    <span className="flex flex-wrap items-center gap-1.5">
      <StatusBadge tone={statusOf(booking).tone}>{statusOf(booking).label}</StatusBadge>
      {late && (
        <StatusBadge tone="clay" icon={<Clock3 aria-hidden="true" />}>
          {lateWords({ status, ...instantsOf(booking) })}
        </StatusBadge>
      )}
      {isLive && account.banned && (
        <StatusBadge tone="clay" icon={<Ban aria-hidden="true" />}>
          {m.admin_bookings_customer_banned()}
        </StatusBadge>
      )}
      {status === 'pending' && holdExpiresAt && (
        <span className="figures text-sm text-soft">
          {m.admin_bookings_held_until({ time: showInstant(holdExpiresAt).slice(-5) })}
        </span>
      )}
    </span>
  )
}

/** When a booking's stay begins and ends. */
export function instantsOf({ startDate, pickupTime, endDate, dropoffTime }: AdminBooking) {
  return {
    startsAt: nairobiInstant(startDate, pickupTime).toISOString(),
    endsAt: nairobiInstant(endDate, dropoffTime).toISOString(),
  }
}

const round =
  'relative z-10 grid size-11 shrink-0 place-items-center rounded-md border border-line bg-card hover:border-ink'

/** Ways to reach the customer, with the words ready. */
export function ReachCustomer({ booking }: Shown) {
  const { phone } = booking.customerInfo
  const name = fullName(booking.customerInfo)
  return (
    <span className="flex gap-2">
      <a
        href={`tel:${phone.replace(/[^\d+]/g, '')}`}
        aria-label={m.admin_bookings_call_label({ name })}
        className={round}
      >
        <Phone aria-hidden="true" className="size-5" />
      </a>
      <a
        href={customerChat(booking)}
        target="_blank"
        rel="noreferrer"
        aria-label={m.admin_bookings_whatsapp_label({ name })}
        className={round}
      >
        <MessageCircle aria-hidden="true" className="size-5 text-acacia" />
      </a>
    </span>
  )
}

export function CustomerName({ booking: { customerInfo } }: Shown) {
  return (
    <span className="min-w-0">
      <span className="block font-medium break-words">{fullName(customerInfo)}</span>
      <span className="figures block text-sm text-soft">{showPhone(customerInfo.phone)}</span>
    </span>
  )
}

export function RentalPeriod({ booking }: Shown) {
  return (
    <span className="figures block text-sm">
      <span className="block">{pickupWords(booking)}</span>
      <span className="block">
        <Sentence
          text={m.admin_bookings_until({ time: dropoffWords(booking) })}
          marks={{ soft: (text) => <span className="text-soft">{text}</span> }}
        />
      </span>
    </span>
  )
}

const paymentTones: Readonly<Record<string, BadgeTone>> = {
  paid: 'acacia',
  pending: 'sunrise',
  processing: 'sunrise',
  partial: 'sunrise',
  review: 'clay',
  refunding: 'clay',
}

/** Of what was cancelled, nothing is awaited. */
export const paymentTone = ({ status, paymentStatus }: AdminBooking): BadgeTone | undefined =>
  status === 'cancelled' && paymentStatus === 'pending' ? 'neutral' : paymentTones[paymentStatus]

export function Money({ booking }: Shown) {
  const { finalAmount, extraCharges, totalDays, owed } = booking
  return (
    <span className="flex flex-col items-start gap-1">
      <span className="figures font-semibold whitespace-nowrap">
        {showKsh(finalAmount + extraCharges)}
        <span className="text-sm font-normal text-soft"> {daysInWords(totalDays)}</span>
      </span>
      <StatusBadge tone={paymentTone(booking)} icon={<Banknote aria-hidden="true" />}>
        <Sentence
          text={m.admin_bookings_payment_status({ status: purchasePaymentLabel(booking) })}
          marks={{ hidden: (text) => <span className="sr-only">{text}</span> }}
        />
      </StatusBadge>
      {owed > 0 && (
        <span className="figures text-sm whitespace-nowrap text-clay-deep">
          {m.admin_bookings_owes({ amount: showKsh(owed) })}
        </span>
      )}
    </span>
  )
}

/** The chat with a booking's customer, with what is usually written now. */
function customerChat(booking: AdminBooking): string {
  const { phone } = booking.customerInfo
  return whatsappChat(chatNumber(phone), customerMessage(booking))
}

/** What staff usually writes to the customer of a booking with this status. */
export function customerMessage(booking: AdminBooking): string {
  const { status, carIsLost, late, pickupLocation, dropoffLocation } = booking
  const about = {
    name: booking.customerInfo.firstName,
    reference: booking.bookingId,
    car: booking.carName,
  }
  switch (status) {
    case 'pending':
      return pendingMessage(booking, about)
    case 'confirmed':
      return late
        ? m.admin_bookings_chat_ready(about)
        : m.admin_bookings_chat_expected({ ...about, time: pickupWords(booking), place: pickupLocation })
    case 'active':
      return late
        ? m.admin_bookings_chat_overdue({ ...about, time: dropoffWords(booking) })
        : m.admin_bookings_chat_return({ ...about, time: dropoffWords(booking), place: dropoffLocation })
    case 'completed':
      return carIsLost ? m.admin_bookings_chat_lost(about) : m.admin_bookings_chat_completed(about)
    case 'cancelled':
      return m.admin_bookings_chat_cancelled(about)
  }
}

function pendingMessage(
  { paymentStatus, finalAmount, paidInPart }: AdminBooking,
  about: { name: string; reference: string; car: string },
): string {
  if (paymentStatus === 'review') return m.admin_bookings_chat_checked(about)
  const total = { ...about, amount: showKsh(finalAmount) }
  if (paidInPart === 0) return m.admin_bookings_chat_pending(total)
  return m.admin_bookings_chat_part({ ...total, left: showKsh(finalAmount - paidInPart) })
}

/** Since when a booking is late, as staff says it. */
function lateWords({ status, startsAt, endsAt }: { status: string; startsAt: string; endsAt: string }) {
  return status === 'active'
    ? m.admin_bookings_late_return({ ago: timeAgo(endsAt) })
    : m.admin_bookings_late_pickup({ ago: timeAgo(startsAt) })
}

type PriceLineProps = {
  ksh: number
  /** What the price is for. */
  children: ReactNode
  /** What it is made of. */
  lines?: readonly { label: string; amount: number }[]
}

/** The price of what is chosen in a form, as it changes. */
export function PriceLine({ ksh, children, lines = [] }: PriceLineProps) {
  const row = 'flex justify-between gap-4'
  return (
    <div role="status" className="figures rounded-md bg-sand px-4 py-3">
      <p className={row}>
        <span>{children}</span>
        <strong className="shrink-0">{showKsh(ksh)}</strong>
      </p>
      {lines.map(({ label, amount }) => (
        <p key={label} className={classes(row, 'text-sm text-soft')}>
          <span>{label}</span>
          <span className="shrink-0">{showKsh(amount)}</span>
        </p>
      ))}
    </div>
  )
}

type Withdrawal = NonNullable<NonNullable<AdminBooking['loss']>['withdrawal']>

const withdrawalWords = ({ by: name, byId, reason }: Withdrawal, staffId: string | undefined) =>
  byId === staffId
    ? m.admin_bookings_loss_withdrawal_asked_own({ reason })
    : m.admin_bookings_loss_withdrawal_asked({ name, reason })

/** That the car is lost, that somebody asked to declare it so, or asked to withdraw that. */
export function LossNote({ loss }: { loss: NonNullable<AdminBooking['loss']> }) {
  const { by: name, byId, reason, confirmedAt, withdrawal } = loss
  const staffId = useSession()?.owner?.id
  const asked =
    byId === staffId
      ? m.admin_bookings_loss_asked_own({ reason })
      : m.admin_bookings_loss_asked({ name, reason })
  const notes = [
    confirmedAt ? m.admin_bookings_loss_confirmed({ at: showInstant(confirmedAt), reason }) : asked,
    ...(withdrawal ? [withdrawalWords(withdrawal, staffId)] : []),
  ]
  return (
    <div className="mt-4 space-y-2 rounded-md bg-clay-tint px-4 py-3 text-clay-deep">
      {notes.map((text) => (
        <p key={text}>
          <Sentence text={text} marks={{ b: (marked) => <strong>{marked}</strong> }} />
        </p>
      ))}
    </div>
  )
}
