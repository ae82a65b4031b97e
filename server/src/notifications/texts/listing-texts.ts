import { showInstant } from '@twende/contract/calendar-day.ts'
import type { TextsOf } from '../notification-kinds.ts'

type ListingKind =
  | 'listing_verified'
  | 'listing_rejected'
  | 'listing_edit_approved'
  | 'listing_edit_refused'
  | 'listing_suspended'
  | 'listing_payment_refused'
  | 'listing_ending'
  | 'listing_expired'

export const listingTexts: TextsOf<ListingKind> = {
  listing_verified: ({ carName, expiresAt }) => ({
    subject: `Your ${carName} is verified`,
    paragraphs: [
      `We have checked your ${carName}.`,
      expiresAt
        ? `Buyers see it now, until ${showInstant(expiresAt)} Nairobi time.`
        : 'Buyers will see it as soon as its payment is confirmed; the paid time starts only then.',
    ],
  }),

  listing_rejected: ({ carName, reason }) => ({
    subject: `Your ${carName} needs a change`,
    paragraphs: [
      `We looked at your ${carName} and could not verify it yet.`,
      `Reason: ${reason}`,
      'Change it under My Listings, and we will look again.',
    ],
  }),

  listing_edit_approved: ({ carName }) => ({
    subject: `The changes of your ${carName} are on show`,
    paragraphs: [`We have checked your changes of the ${carName}. Buyers see them now.`],
  }),

  listing_edit_refused: ({ carName, reason }) => ({
    subject: `We could not accept the changes of your ${carName}`,
    paragraphs: [
      `We looked at your changes of the ${carName} and could not accept them.`,
      `Reason: ${reason}`,
      'Your listing stays as it was. You can change it again under My Listings.',
    ],
  }),

  listing_suspended: ({ carName, reason }) => ({
    subject: `Your ${carName} was taken off the market`,
    paragraphs: [
      `Buyers no longer see your ${carName}.`,
      `Reason: ${reason}`,
      'If you think this is wrong, please reply to this message.',
    ],
  }),

  listing_payment_refused: ({ carName, reason }) => ({
    subject: `We could not accept the payment for your ${carName}`,
    paragraphs: [
      `We could not accept the payment for your ${carName}.`,
      `Reason: ${reason}`,
      'Open My Listings to send another M-Pesa message, or to pay from there.',
    ],
  }),

  listing_ending: ({ carName, expiresAt, days }) => {
    const left = days === 1 ? '1 day' : `${days} days`
    const until = expiresAt ? `, until ${showInstant(expiresAt)} Nairobi time` : ''
    return {
      subject: `Your ${carName} is listed for ${left} more`,
      paragraphs: [
        `Buyers see your ${carName} for ${left} more${until}.`,
        'Renew it under My Listings: the new time is added to the end, so no paid day is lost. If it is sold, please mark it as sold.',
      ],
    }
  },

  listing_expired: ({ carName }) => ({
    subject: `The listing of your ${carName} has ended`,
    paragraphs: [
      `The paid time of your ${carName} is over, and buyers no longer see it.`,
      'Renew it under My Listings to show it again.',
    ],
  }),
}
