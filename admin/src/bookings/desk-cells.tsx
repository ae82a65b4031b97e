import type { AdminBooking } from '@twende/contract/bookings/admin-booking.ts'
import { nairobiInstant, showInstant } from '@twende/contract/calendar-day.ts'
import { showKsh } from '@twende/contract/money.ts'
import { showPhone } from '@twende/contract/payments/phone-number.ts'
import { dropoffWords, paymentWord, pickupWords, statusTones } from '@twende/ui/bookings/booking-words.ts'
import { capitalised, daysInWords } from '@twende/ui/cars/car-words.ts'
import type { BadgeTone } from '@twende/ui/controls/badge.tsx'
import { Ban, Banknote, Clock3, MessageCircle, Phone } from 'lucide-react'
import { StatusBadge } from '../status-badge.tsx'
import { customerChat, lateWords } from './customer-words.ts'

type Shown = { booking: AdminBooking }

/** Where a booking stands, whether it is late, and whether its customer was banned since. */
export function BookingState({ booking }: Shown) {
  const { status, late, holdExpiresAt, account } = booking
  const isLive = status === 'pending' || status === 'confirmed' || status === 'active'
  return (
    <span className="flex flex-wrap items-center gap-1.5">
      <StatusBadge tone={statusTones[status]}>{capitalised(status)}</StatusBadge>
      {late && (
        <StatusBadge tone="clay" icon={<Clock3 aria-hidden="true" />}>
          {lateWords({ status, ...instantsOf(booking) })}
        </StatusBadge>
      )}
      {isLive && account.banned && (
        <StatusBadge tone="clay" icon={<Ban aria-hidden="true" />}>
          Customer is banned
        </StatusBadge>
      )}
      {status === 'pending' && holdExpiresAt && (
        <span className="figures text-sm text-soft">held until {showInstant(holdExpiresAt).slice(-5)}</span>
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
  const { firstName, lastName, phone } = booking.customerInfo
  const name = `${firstName} ${lastName}`
  return (
    <span className="flex gap-2">
      <a href={`tel:${phone.replace(/[^\d+]/g, '')}`} aria-label={`Call ${name}`} className={round}>
        <Phone aria-hidden="true" className="size-5" />
      </a>
      <a
        href={customerChat(booking)}
        target="_blank"
        rel="noreferrer"
        aria-label={`WhatsApp ${name}`}
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
      <span className="block truncate font-medium">
        {customerInfo.firstName} {customerInfo.lastName}
      </span>
      <span className="figures block text-sm text-soft">{showPhone(customerInfo.phone)}</span>
    </span>
  )
}

export function Stay({ booking }: Shown) {
  return (
    <span className="figures block text-sm">
      <span className="block">{pickupWords(booking)}</span>
      <span className="block">
        <span className="text-soft">to</span> {dropoffWords(booking)}
      </span>
    </span>
  )
}

export const paymentTones: Readonly<Record<string, BadgeTone>> = {
  paid: 'acacia',
  pending: 'sunrise',
  processing: 'sunrise',
  partial: 'sunrise',
  review: 'clay',
  refunding: 'clay',
}

export function Money({ booking }: Shown) {
  const { finalAmount, extraCharges, totalDays, paymentStatus } = booking
  return (
    <span className="flex flex-col items-start gap-1">
      <span className="figures font-semibold whitespace-nowrap">
        {showKsh(finalAmount + extraCharges)}
        <span className="text-sm font-normal text-soft"> {daysInWords(totalDays)}</span>
      </span>
      <StatusBadge tone={paymentTones[paymentStatus]} icon={<Banknote aria-hidden="true" />}>
        <span className="sr-only">Payment: </span>
        {paymentWord(paymentStatus)}
      </StatusBadge>
    </span>
  )
}
