import { showInstant } from '@twende/contract/calendar-day.ts'
import { m } from '@twende/messages'
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
    subject: m.mail_listing_verified_subject({ car: carName }),
    paragraphs: [
      m.mail_listing_verified({ car: carName }),
      expiresAt
        ? m.mail_listing_seen_until({ until: showInstant(expiresAt) })
        : m.mail_listing_seen_when_paid(),
    ],
  }),

  listing_rejected: ({ carName, reason }) => ({
    subject: m.mail_listing_rejected_subject({ car: carName }),
    paragraphs: [
      m.mail_listing_rejected({ car: carName }),
      m.mail_reason({ reason }),
      m.mail_listing_rejected_next(),
    ],
  }),

  listing_edit_approved: ({ carName }) => ({
    subject: m.mail_listing_edit_approved_subject({ car: carName }),
    paragraphs: [m.mail_listing_edit_approved({ car: carName })],
  }),

  listing_edit_refused: ({ carName, reason }) => ({
    subject: m.mail_listing_edit_refused_subject({ car: carName }),
    paragraphs: [
      m.mail_listing_edit_refused({ car: carName }),
      m.mail_reason({ reason }),
      m.mail_listing_edit_refused_next(),
    ],
  }),

  listing_suspended: ({ carName, reason }) => ({
    subject: m.mail_listing_suspended_subject({ car: carName }),
    paragraphs: [
      m.mail_listing_suspended({ car: carName }),
      m.mail_reason({ reason }),
      m.mail_listing_suspended_next(),
    ],
  }),

  listing_payment_refused: ({ carName, reason }) => ({
    subject: m.mail_listing_payment_refused({ car: carName }),
    paragraphs: [
      m.mail_listing_payment_refused_text({ car: carName }),
      m.mail_reason({ reason }),
      m.mail_listing_payment_refused_next(),
    ],
  }),

  listing_ending: ({ carName, expiresAt, days }) => ({
    subject: m.mail_listing_ending_subject({ car: carName, days }),
    paragraphs: [
      expiresAt
        ? m.mail_listing_ending_until({ car: carName, days, until: showInstant(expiresAt) })
        : m.mail_listing_ending({ car: carName, days }),
      m.mail_listing_ending_next(),
    ],
  }),

  listing_expired: ({ carName }) => ({
    subject: m.mail_listing_expired_subject({ car: carName }),
    paragraphs: [m.mail_listing_expired({ car: carName }), m.mail_listing_expired_next()],
  }),
}
