import { showInstant } from '@twende/contract/calendar-day.ts'
import { letter, type NotificationText } from './notification-texts.ts'

export type ListingFacts = {
  /** What we call the seller. */
  name: string
  carName: string
  /** When the paid period ends; null until it began. */
  expiresAt: Date | null
}

export function listingVerifiedText({ name, carName, expiresAt }: ListingFacts): NotificationText {
  return {
    kind: 'listing_verified',
    subject: `Your ${carName} is verified`,
    body: letter(name, [
      `We have checked your ${carName}.`,
      expiresAt
        ? `Buyers see it now, until ${showInstant(expiresAt.toISOString())} Nairobi time.`
        : 'Buyers will see it as soon as its payment is confirmed; the paid time starts only then.',
    ]),
  }
}

export function listingRejectedText({
  name,
  carName,
  reason,
}: ListingFacts & { reason: string }): NotificationText {
  return {
    kind: 'listing_rejected',
    subject: `Your ${carName} needs a change`,
    body: letter(name, [
      `We looked at your ${carName} and could not verify it yet.`,
      `Reason: ${reason}`,
      'Change it under My Listings, and we will look again.',
    ]),
  }
}

export function listingEditApprovedText({ name, carName }: ListingFacts): NotificationText {
  return {
    kind: 'listing_edit_approved',
    subject: `The changes of your ${carName} are on show`,
    body: letter(name, [`We have checked your changes of the ${carName}. Buyers see them now.`]),
  }
}

export function listingEditRefusedText({
  name,
  carName,
  reason,
}: ListingFacts & { reason: string }): NotificationText {
  return {
    kind: 'listing_edit_refused',
    subject: `We could not accept the changes of your ${carName}`,
    body: letter(name, [
      `We looked at your changes of the ${carName} and could not accept them.`,
      `Reason: ${reason}`,
      'Your listing stays as it was. You can change it again under My Listings.',
    ]),
  }
}

export function listingSuspendedText({
  name,
  carName,
  reason,
}: ListingFacts & { reason: string }): NotificationText {
  return {
    kind: 'listing_suspended',
    subject: `Your ${carName} was taken off the market`,
    body: letter(name, [
      `Buyers no longer see your ${carName}.`,
      `Reason: ${reason}`,
      'If you think this is wrong, please reply to this message.',
    ]),
  }
}

export function listingPaymentRefusedText({
  name,
  carName,
  reason,
}: ListingFacts & { reason: string }): NotificationText {
  return {
    kind: 'listing_payment_refused',
    subject: `We could not accept the payment for your ${carName}`,
    body: letter(name, [
      `We could not accept the payment for your ${carName}.`,
      `Reason: ${reason}`,
      'Open My Listings to send another M-Pesa message, or to pay from there.',
    ]),
  }
}

export function listingEndingText({
  name,
  carName,
  expiresAt,
  days,
}: ListingFacts & { days: number }): NotificationText {
  const left = days === 1 ? '1 day' : `${days} days`
  const until = expiresAt ? `, until ${showInstant(expiresAt.toISOString())} Nairobi time` : ''
  return {
    kind: 'listing_ending',
    subject: `Your ${carName} is listed for ${left} more`,
    body: letter(name, [
      `Buyers see your ${carName} for ${left} more${until}.`,
      'Renew it under My Listings: the new time is added to the end, so no paid day is lost. If it is sold, please mark it as sold.',
    ]),
  }
}

export function listingExpiredText({ name, carName }: ListingFacts): NotificationText {
  return {
    kind: 'listing_expired',
    subject: `The listing of your ${carName} has ended`,
    body: letter(name, [
      `The paid time of your ${carName} is over, and buyers no longer see it.`,
      'Renew it under My Listings to show it again.',
    ]),
  }
}
