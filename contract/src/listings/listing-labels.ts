import { showKsh } from '../money.ts'
import type { ListingWarning, ReportReason } from './listing-choices.ts'
import type { ListingEvent } from './listing-history.ts'
import type { ListingNextStep } from './listing-next-step.ts'

/** The words for the codes of listings. */

const statusLabels = new Map<string, string>([
  ['active', 'Active'],
  ['pending_payment', 'Pending Payment'],
  ['expired', 'Expired'],
  ['sold', 'Sold'],
])

/** The badge of a listing; whatever has no badge of its own is a Draft (specification, section 4). */
export function listingLabel(status: string): string {
  return statusLabels.get(status) ?? 'Draft'
}

export const reportReasonLabels: Record<ReportReason, string> = {
  sold: 'It is already sold',
  price: 'The price is wrong',
  'not-owner': 'The seller does not own the car',
  deposit: 'The seller asks for money before a viewing',
  photos: 'The photos are not of this car',
  duplicate: 'It is listed more than once',
  other: 'Something else',
}

export const listingWarningLabels: Record<ListingWarning, string> = {
  asks_for_money: 'The description speaks of money to be sent.',
  contact_in_description: 'The description holds a link, an email or a phone number.',
  price_far_below_similar: 'The price is far below that of similar cars.',
  mileage_high_for_year: 'The mileage is very high for the year.',
  mileage_low_for_year: 'The mileage is very low for the year.',
  pictures_of_another_seller: 'Another seller shows the same pictures.',
  mileage_lower_than_verified: 'The mileage is lower than when the car was checked.',
}

/** One line of the history of a listing; a `note` is given where the event itself says more than its title. */
export function listingEventText(event: ListingEvent): { title: string; note: string } {
  const title = eventTitle(event)
  switch (event.code) {
    case 'edited':
      return { title, note: event.fields.length > 0 ? `To be checked: ${event.fields.join(', ')}` : '' }
    case 'reported':
      return { title, note: event.reason }
    case 'changes_omitted':
      return { title, note: 'Further changes on this day are not listed.' }
    default:
      return { title, note: '' }
  }
}

function eventTitle(event: ListingEvent): string {
  switch (event.code) {
    case 'edit_approved':
      return `Changes approved: ${event.fields.join(', ')}`
    case 'edit_refused':
      return `Changes refused: ${event.fields.join(', ')}`
    case 'paid':
      return `Paid ${showKsh(event.amount)}: ${count(event.months, 'month')}`
    case 'went_live':
      return `Went live for ${count(event.months, 'month')}`
    case 'extended':
      return `Extended by ${count(event.days, 'day')}`
    case 'payment_overdue':
      return `Not paid for within ${event.days} days`
    default:
      return titles[event.code]
  }
}

const titles = {
  listed: 'Listed',
  resubmitted: 'Paid for again',
  edited: 'Edited',
  marked_sold: 'Marked as sold',
  marked_available: 'Marked as available',
  edit_withdrawn: 'Changes withdrawn',
  deleted: 'Deleted',
  verified: 'Verified',
  rejected: 'Not verified',
  suspended: 'Suspended',
  restored: 'Restored',
  expired: 'The paid time is over',
  changes_omitted: 'Changed very often',
  reported: 'Reported to staff',
} as const

/** What a seller reads about a listing that is not simply on sale. */
export function nextStepText(step: ListingNextStep): string {
  switch (step.code) {
    case 'not_paid':
      return 'Not on sale yet. Pay for a period and we will check the car.'
    case 'payment_not_received':
      return 'We have not received a payment yet. Pay, or send its M-Pesa message.'
    case 'payment_refused':
      return withReason('Payment not accepted', step.reason)
    case 'payment_in_review':
      return 'We are checking your payment.'
    case 'in_review':
      return 'We are checking the car. Buyers see it as soon as it is verified.'
    case 'not_verified':
      return withReason('Not verified', step.reason)
    case 'suspended':
      return withReason('Taken off the market', step.reason)
    case 'expired':
      return 'The paid period is over. Renew to put the car on sale again.'
    case 'ends_soon': {
      const left = step.days === 1 ? 'Less than a day is left' : `${step.days} days are left`
      return `${left}. Renew now and the months are added to the end.`
    }
  }
}

function withReason(title: string, reason: string): string {
  return reason === '' ? `${title}.` : `${title}: ${reason}`
}

function count(number: number, unit: string): string {
  return number === 1 ? `1 ${unit}` : `${number} ${unit}s`
}
