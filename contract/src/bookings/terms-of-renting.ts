import { m } from '@twende/messages'
import { policyPoints } from './cancellation-format.ts'
import type { CancellationPolicy } from './cancellation-policy.ts'

/** A paragraph, or the points of a list. */
export type Passage = string | readonly string[]
export type TermsSection = { id: string; title: string; body: readonly Passage[] }

/**
 * What holds for a rented car, on the page of terms and in the agreement of a rental. A deposit is sent back within
 * `depositDays` working days.
 */
export const termsOfRenting = (
  cancellation: CancellationPolicy,
  depositDays: number,
): readonly TermsSection[] => [
  {
    id: 'cancelling',
    title: m.terms_cancel_title(),
    body: [
      m.terms_cancel_how(),
      policyPoints(cancellation),
      m.terms_cancel_one_day(),
      m.terms_cancel_terms(),
      m.terms_cancel_no_show(),
      m.terms_cancel_refund(),
    ],
  },
  {
    id: 'driving',
    title: m.terms_driving_title(),
    body: [m.terms_driving_who(), m.terms_driving_not()],
  },
  {
    id: 'deposit-and-fuel',
    title: m.terms_deposit_title(),
    body: [
      m.terms_deposit_text(),
      m.terms_deposit_return({ days: depositDays }),
      m.terms_deposit_fuel(),
      m.terms_deposit_insurance(),
      m.terms_deposit_fines(),
    ],
  },
  {
    id: 'returning',
    title: m.terms_return_title(),
    body: [m.terms_return_text()],
  },
]
