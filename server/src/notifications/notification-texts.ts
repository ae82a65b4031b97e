import { showDay, showInstant } from '@twende/contract/calendar-day.ts'
import { showKsh } from '@twende/contract/money.ts'
import { greeting } from './greeting.ts'

/** Every email we write, in one place. Plain text, short, and nothing in it that a stranger may not read. */
export type NotificationKind =
  | 'recovery_code'
  | 'password_changed'
  | 'account_deleted'
  | 'second_factor_added'
  | 'second_factor_removed'
  | 'second_factor_reset'
  | 'recovery_code_used'
  | 'booking_requested'
  | 'booking_confirmed'
  | 'booking_cancelled'
  | 'booking_expired'
  | 'refund_sent'
  | 'refund_owed'
  | 'payment_received'
  | 'listing_verified'
  | 'listing_rejected'
  | 'listing_edit_approved'
  | 'listing_edit_refused'
  | 'listing_suspended'
  | 'listing_payment_refused'
  | 'listing_ending'
  | 'listing_expired'
  | 'order_placed'
  | 'order_paid'
  | 'order_shipped'
  | 'order_delivered'
  | 'order_cancelled'
  | 'order_expired'

export type NotificationText = { kind: NotificationKind; subject: string; body: string }

export type BookingFacts = {
  /** What we call the customer. */
  name: string
  /** `BK1234`. */
  reference: string
  carName: string
  startDate: string
  pickupTime: string
  pickupLocation: string
  endDate: string
  dropoffTime: string
  dropoffLocation: string
  finalAmount: number
  /** What cancelling costs from when on. */
  cancelling: string
}

export function recoveryCodeText(facts: {
  name: string
  code: string
  expiresAt: Date
  link: string
}): NotificationText {
  return {
    kind: 'recovery_code',
    subject: 'Your Twende code',
    body: letter(facts.name, [
      `Your code to set a new password is ${facts.code}.`,
      `It works once, until ${showInstant(facts.expiresAt.toISOString())} Nairobi time. Nobody from Twende will ever ask you for it.`,
      `If the code does not work, open this link within an hour: ${facts.link}`,
      'If you did not ask for this code, you can ignore this message. Your password stays as it is.',
    ]),
  }
}

export function passwordChangedText(facts: {
  name: string
  at: Date
  /** From the devices that were logged in: all of them, or all but the one that changed it. */
  loggedOut?: 'everywhere' | 'elsewhere'
}): NotificationText {
  const next =
    facts.loggedOut === 'elsewhere'
      ? 'Every other device has been logged out.'
      : 'You have been logged out everywhere, so please log in again with the new one.'
  return {
    kind: 'password_changed',
    subject: 'Your password was changed',
    body: letter(facts.name, [
      `The password of your Twende account was changed on ${showInstant(facts.at.toISOString())} Nairobi time. ${next}`,
      'If this was not you, choose "Forgot password" on the login page now, and tell us by replying to this message.',
    ]),
  }
}

export function accountDeletedText(facts: { name: string; at: Date }): NotificationText {
  return {
    kind: 'account_deleted',
    subject: 'Your Twende account is deleted',
    body: letter(facts.name, [
      `Your Twende account was deleted on ${showInstant(facts.at.toISOString())} Nairobi time, with your cars for sale and everything you told us about yourself.`,
      'Records of payments stay with us, without your name, for as long as the tax law asks for them.',
      'If this was not you, please reply to this message at once. Asante for having been with us.',
    ]),
  }
}

/** `heldUntil` is when an unpaid booking gives its car back; without `keeps`, the car is held for nobody until it is paid. */
export function bookingRequestedText(
  facts: BookingFacts & { heldUntil: Date; keeps?: boolean; method: 'mpesa' | 'whatsapp' },
): NotificationText {
  const until = showInstant(facts.heldUntil.toISOString())
  const price = showKsh(facts.finalAmount)
  const byMpesa =
    facts.keeps === false
      ? `Pay ${price} by M-Pesa by ${until} to confirm it. The car is not held for you before you have paid.`
      : `We are holding the car for you until ${until}. Pay ${price} by M-Pesa before then to confirm it.`
  const next =
    facts.method === 'mpesa'
      ? byMpesa
      : `We are holding the car for you until ${until}. Finish the booking with us on WhatsApp before then.`
  return {
    kind: 'booking_requested',
    subject: `Booking ${facts.reference}: ${facts.carName}`,
    body: letter(facts.name, ['We have your booking.', trip(facts), next, facts.cancelling]),
  }
}

export function bookingConfirmedText(facts: BookingFacts): NotificationText {
  return {
    kind: 'booking_confirmed',
    subject: `Booking ${facts.reference} is confirmed`,
    body: letter(facts.name, [
      `Your ${facts.carName} is confirmed. Safari njema!`,
      trip(facts),
      'Please bring your national ID or passport and your driving licence to the pickup.',
      facts.cancelling,
    ]),
  }
}

/** `refund` is what goes back to the customer; 0 if nothing was paid or nothing is due. */
export function bookingCancelledText(
  facts: BookingFacts & { reason: string; refund: number },
): NotificationText {
  const money =
    facts.refund > 0
      ? `We will send ${showKsh(facts.refund)} back to your M-Pesa, and write to you when it is done.`
      : ''
  return {
    kind: 'booking_cancelled',
    subject: `Booking ${facts.reference} is cancelled`,
    body: letter(facts.name, [
      'Your booking is cancelled.',
      trip(facts),
      facts.reason ? `Reason: ${facts.reason}` : '',
      money,
    ]),
  }
}

export function bookingExpiredText(facts: BookingFacts): NotificationText {
  return {
    kind: 'booking_expired',
    subject: `Booking ${facts.reference}: payment not received in time`,
    body: letter(facts.name, [
      'We did not receive your payment in time, so the car is open to others again.',
      trip(facts),
      'If you still want it, please book it again. If you have paid, reply to this message with the M-Pesa code and we will sort it out.',
    ]),
  }
}

export function refundSentText(facts: {
  name: string
  reference: string
  amount: number
  /** Null when M-Pesa did not carry it; then `note` says how it was given back. */
  receipt: string | null
  note?: string
}): NotificationText {
  const sent = showKsh(facts.amount)
  return {
    kind: 'refund_sent',
    subject: `Your refund for ${facts.reference}`,
    body: letter(facts.name, [
      facts.receipt === null
        ? `We have given ${sent} back to you for ${facts.reference}: ${facts.note}.`
        : `We have sent ${sent} back to your M-Pesa for ${facts.reference}. The M-Pesa code is ${facts.receipt}.`,
    ]),
  }
}

/** A payment that came too late, a second time, or could not be used for a `reason`. `thing` is what it was for, as in "booking BK1234". */
export function refundOwedText(facts: {
  name: string
  thing: string
  amount: number
  why: 'paid_too_late' | 'paid_twice' | 'given_back'
  reason?: string | undefined
}): NotificationText {
  const what = {
    paid_twice: `You paid twice for ${facts.thing}.`,
    paid_too_late: `Your payment for ${facts.thing} reached us, but too late to be used for it.`,
    given_back: `Your payment for ${facts.thing} reached us and could not be used: ${facts.reason ?? ''}`,
  }[facts.why]
  return {
    kind: 'refund_owed',
    subject: `We owe you ${showKsh(facts.amount)}`,
    body: letter(facts.name, [
      what,
      `We will send ${showKsh(facts.amount)} back to your M-Pesa, and write to you when it is done.`,
    ]),
  }
}

/** `purpose` continues "for", as in "booking BK1234" or "your listing of a Toyota Prado". */
export function paymentReceivedText(facts: {
  name: string
  amount: number
  receipt: string
  purpose: string
}): NotificationText {
  return {
    kind: 'payment_received',
    subject: `We received ${showKsh(facts.amount)}`,
    body: letter(facts.name, [
      `Asante! We received ${showKsh(facts.amount)} for ${facts.purpose}. The M-Pesa code is ${facts.receipt}.`,
    ]),
  }
}

function trip(facts: BookingFacts): string {
  return [
    `Booking: ${facts.reference}`,
    `Car: ${facts.carName}`,
    `Pickup: ${showDay(facts.startDate)}, ${facts.pickupTime}, ${facts.pickupLocation}`,
    `Drop-off: ${showDay(facts.endDate)}, ${facts.dropoffTime}, ${facts.dropoffLocation}`,
    `Total: ${showKsh(facts.finalAmount)}`,
  ].join('\n')
}

export function letter(name: string, paragraphs: string[]): string {
  return [greeting(name), ...paragraphs.filter(Boolean), 'Twende'].join('\n\n').concat('\n')
}
