import { showInstant } from '@twende/contract/calendar-day.ts'
import { paidTimeLabel } from '@twende/contract/listings/listing-plan.ts'
import type { MarketState } from '@twende/contract/listings/listing-status.ts'
import { showKsh } from '@twende/contract/money.ts'
import { m } from '@twende/messages'
import type { TextsOf } from '../notification-kinds.ts'
import type { ListingParams, MissingForMarket } from '../notification-params.ts'

type ListingKind =
  | 'listing_verified'
  | 'listing_rejected'
  | 'listing_edit_approved'
  | 'listing_edit_refused'
  | 'listing_suspended'
  | 'listing_restored'
  | 'listing_payment_refused'
  | 'listing_payment_corrected'
  | 'listing_ending'
  | 'listing_expired'

export const listingTexts: TextsOf<ListingKind> = {
  listing_verified: ({ carName, ...market }) => ({
    subject: m.mail_listing_verified_subject({ car: carName }),
    paragraphs: [m.mail_listing_verified({ car: carName }), whenSeen(market)],
  }),

  listing_rejected: ({ carName, reason, wasOnSale, state }) => ({
    subject: m.mail_listing_rejected_subject({ car: carName }),
    paragraphs: [
      m.mail_listing_rejected({ car: carName }),
      m.mail_reason({ reason }),
      ...(wasOnSale ? [m.mail_listing_rejected_off_market()] : []),
      state === 'unpaid' ? m.mail_listing_rejected_next_unpaid() : m.mail_listing_rejected_next(),
    ],
  }),

  listing_edit_approved: ({ carName, ...market }) => ({
    subject: m.mail_listing_edit_approved_subject({ car: carName }),
    paragraphs: [m.mail_listing_edit_approved({ car: carName }), whenSeen(market)],
  }),

  listing_edit_refused: ({ carName, reason }) => ({
    subject: m.mail_listing_edit_refused_subject({ car: carName }),
    paragraphs: [
      m.mail_listing_edit_refused({ car: carName }),
      m.mail_reason({ reason }),
      m.mail_listing_edit_refused_next(),
    ],
  }),

  listing_suspended: ({ carName, reason, wasSeen = true }) => ({
    subject: m.mail_listing_suspended_subject({ car: carName }),
    paragraphs: [
      wasSeen
        ? m.mail_listing_suspended({ car: carName })
        : m.mail_listing_suspended_unseen({ car: carName }),
      m.mail_reason({ reason }),
      m.mail_listing_suspended_next(),
    ],
  }),

  listing_restored: ({ carName, ...market }) => ({
    subject: m.mail_listing_restored_subject({ car: carName }),
    paragraphs: [
      m.mail_listing_restored({ car: carName }),
      ...(market.state === 'on_sale' ? [m.mail_listing_restored_days()] : []),
      whenSeen(market),
    ],
  }),

  listing_payment_refused: ({ carName, reason, state }) => ({
    subject: m.mail_listing_payment_refused({ car: carName }),
    paragraphs: [
      m.mail_listing_payment_refused_text({ car: carName }),
      m.mail_reason({ reason }),
      howToPay(state),
    ],
  }),

  listing_payment_corrected: ({ carName, code, from, amount, time, reason, ...market }) => ({
    subject: m.mail_listing_payment_corrected_subject({ car: carName }),
    paragraphs: [
      m.mail_listing_payment_corrected({
        car: carName,
        code,
        from: showKsh(from),
        amount: showKsh(amount),
        time: paidTimeLabel(time),
      }),
      ...(reason === '' ? [] : [m.mail_reason({ reason })]),
      whenSeen(market),
    ],
  }),

  listing_ending: ({ carName, expiresAt, days, renewalWaits }) => ({
    subject: m.mail_listing_ending_subject({ car: carName, days }),
    paragraphs: [
      expiresAt
        ? m.mail_listing_ending_until({ car: carName, days, until: showInstant(expiresAt) })
        : m.mail_listing_ending({ car: carName, days }),
      renewalWaits ? m.mail_listing_ending_renewal_waits() : m.mail_listing_ending_next(),
    ],
  }),

  listing_expired: ({ carName, renewalWaits }) => ({
    subject: m.mail_listing_expired_subject({ car: carName }),
    paragraphs: [
      m.mail_listing_expired({ car: carName }),
      renewalWaits ? m.mail_listing_expired_renewal_waits() : m.mail_listing_expired_next(),
    ],
  }),
}

/** What its seller does to pay; one that is suspended or sold cannot be paid for now. */
function howToPay(state: MarketState | undefined): string {
  if (state === 'suspended' || state === 'sold') return whyClosed[state]()
  return m.mail_listing_payment_refused_next()
}

/** Why time of a listing cannot be paid for now. */
export const whyClosed = { suspended: m.error_listing_suspended, sold: m.error_listing_sold }

type Market = Pick<ListingParams, 'state' | 'expiresAt' | 'missing' | 'asked'>

/** From when to when buyers see the car, or all that keeps them from seeing it. */
function whenSeen({ state, expiresAt, missing = [], asked }: Market): string {
  // To be looked at again is a part of what is asked.
  const steps = missing.filter((step) => step !== 'checked' || asked === undefined)
  if (steps.length > 1) {
    const todo = missing.map((step) => `– ${stepsToMarket[step](asked ?? '')}`)
    return m.mail_listing_seen_when_all({ steps: todo.join('\n') })
  }
  if (asked !== undefined) return m.mail_listing_restored_sent_back({ reason: asked })
  const known = state ?? (expiresAt === null ? 'unpaid' : 'on_sale')
  if (known === 'on_sale' && expiresAt !== null)
    return m.mail_listing_seen_until({ until: showInstant(expiresAt) })
  return whyNotSeen[known]()
}

const stepsToMarket: Readonly<Record<MissingForMarket, (asked: string) => string>> = {
  available: () => m.mail_listing_step_available(),
  paid: () => m.mail_listing_step_paid(),
  renewed: () => m.mail_listing_step_renewed(),
  changed: (reason) => m.mail_listing_step_changed({ reason }),
  checked: () => m.mail_listing_step_checked(),
}

const whyNotSeen: Readonly<Record<MarketState, () => string>> = {
  on_sale: m.mail_listing_seen_now,
  unpaid: m.mail_listing_seen_when_paid,
  unverified: m.mail_listing_seen_when_verified,
  sold: m.mail_listing_seen_when_available,
  over: m.mail_listing_seen_when_renewed,
  suspended: m.mail_listing_seen_suspended,
}
