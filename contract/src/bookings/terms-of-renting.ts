import { m } from '@twende/messages'
import { policyPoints, showMinutes } from './cancellation-format.ts'
import type { CancellationPolicy } from './cancellation-policy.ts'
import type { RentalTerms } from './rental-terms.ts'

/** A paragraph, or the points of a list. */
export type Passage = string | readonly string[]
export type TermsSection = { id: string; title: string; body: readonly Passage[] }

/** What holds for a rented car, on the page of terms and in the agreement of a rental. */
export const termsOfRenting = (
  cancellation: CancellationPolicy,
  { depositDays, lateMinutes }: Pick<RentalTerms, 'depositDays' | 'lateMinutes'>,
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
    body: [m.terms_return_text({ late: showMinutes(lateMinutes) })],
  },
]
