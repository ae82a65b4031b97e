import { m } from '@twende/messages'
import { listText } from '../list-text.ts'
import { showKsh } from '../money.ts'
import type { ReviewedField } from './edit-review.ts'
import type { ListingWarning, ReportReason } from './listing-choices.ts'
import type { ListingEvent } from './listing-history.ts'
import type { ListingNextStep } from './listing-next-step.ts'
import { paidTimeLabel } from './listing-plan.ts'

/** Labels and sentences for the codes of listings. */

const statusLabels = new Map<string, () => string>([
  ['active', m.listing_status_active],
  ['pending_payment', m.listing_status_pending_payment],
  ['expired', m.listing_status_expired],
  ['sold', m.listing_status_sold],
])

/** The badge of a listing; whatever has no badge of its own is a Draft (specification, section 4). */
export function listingLabel(status: string): string {
  return (statusLabels.get(status) ?? m.listing_status_draft)()
}

export const reportReasonLabels: Record<ReportReason, () => string> = {
  sold: m.listing_report_sold,
  price: m.listing_report_price,
  'not-owner': m.listing_report_not_owner,
  deposit: m.listing_report_deposit,
  photos: m.listing_report_photos,
  duplicate: m.listing_report_duplicate,
  other: m.listing_report_other,
}

export const listingWarningLabels: Record<ListingWarning, () => string> = {
  asks_for_money: m.listing_warning_asks_for_money,
  contact_in_description: m.listing_warning_contact,
  price_far_below_similar: m.listing_warning_price,
  mileage_high_for_year: m.listing_warning_mileage_high,
  mileage_low_for_year: m.listing_warning_mileage_low,
  pictures_of_another_seller: m.listing_warning_pictures,
  pictures_of_our_fleet: m.listing_warning_fleet_pictures,
  same_picture_twice: m.listing_warning_same_picture,
  same_car_listed: m.listing_warning_same_car,
  contact_of_banned_seller: m.listing_warning_banned_contact,
  mileage_lower_than_verified: m.listing_warning_mileage_lower,
}

/** One line of the history of a listing; a `note` is given where the event itself says more than its title. */
export function listingEventText(event: ListingEvent): { title: string; note: string } {
  const title = eventTitle(event)
  switch (event.code) {
    case 'edited':
      return {
        title,
        note:
          event.fields.length > 0
            ? m.listing_event_to_be_checked({ fields: reviewedFacts(event.fields) })
            : '',
      }
    case 'reported':
      return { title, note: reportReasonLabels[event.reason]() }
    case 'changes_omitted':
      return { title, note: m.listing_event_more_changes() }
    default:
      return { title, note: '' }
  }
}

function eventTitle(event: ListingEvent): string {
  switch (event.code) {
    case 'edit_approved':
      return m.listing_event_edit_approved({ fields: reviewedFacts(event.fields) })
    case 'edit_refused':
      return m.listing_event_edit_refused({ fields: reviewedFacts(event.fields) })
    case 'paid':
      return m.listing_event_paid({ amount: showKsh(event.amount), time: timeOf(event) })
    case 'payment_corrected':
      return m.listing_event_payment_corrected({
        receipt: event.receipt,
        from: showKsh(event.from),
        amount: showKsh(event.amount),
        time: timeOf(event),
      })
    case 'payment_undone':
      return m.listing_event_payment_undone({
        receipt: event.receipt,
        amount: showKsh(event.amount),
        time: timeOf(event),
      })
    case 'days_taken_back':
      return m.listing_event_days_taken_back({ days: event.days })
    case 'money_given_back':
      return m.listing_event_money_given_back({ amount: showKsh(event.amount) })
    case 'went_live':
      return m.listing_event_went_live({ time: timeOf(event) })
    case 'extended':
      return m.listing_event_extended({ days: event.days })
    case 'payment_overdue':
      return m.listing_event_payment_overdue({ days: event.days })
    default:
      return titles[event.code]()
  }
}

function timeOf({ months, days = 0 }: { months: number; days?: number | undefined }): string {
  return paidTimeLabel({ months, days })
}

const titles = {
  listed: m.listing_event_listed,
  resubmitted: m.listing_event_resubmitted,
  edited: m.listing_event_edited,
  marked_sold: m.listing_event_marked_sold,
  marked_available: m.listing_event_marked_available,
  edit_withdrawn: m.listing_event_edit_withdrawn,
  deleted: m.listing_event_deleted,
  verified: m.listing_event_verified,
  rejected: m.listing_event_rejected,
  suspended: m.listing_event_suspended,
  restored: m.listing_event_restored,
  reports_closed: m.listing_event_reports_closed,
  seller_name_checked: m.listing_event_seller_name_checked,
  expired: m.listing_event_expired,
  changes_omitted: m.listing_event_changes_omitted,
  reported: m.listing_event_reported,
} as const

/** What a seller reads about a listing that is not simply on sale. */
export function nextStepText(step: ListingNextStep): string {
  switch (step.code) {
    case 'not_paid':
      return m.listing_step_not_paid()
    case 'payment_not_received':
      return m.listing_step_payment_not_received()
    case 'payment_refused':
      return step.reason === ''
        ? m.listing_step_payment_refused()
        : m.listing_step_payment_refused_because({ reason: step.reason })
    case 'part_in_review':
      return `${m.listing_step_payment_in_review()} ${step.reason}`
    case 'part_paid':
      return m.listing_step_part_paid({ reason: step.reason })
    case 'money_goes_back':
      return m.listing_step_money_goes_back({ amount: showKsh(step.amount), reason: step.reason })
    case 'money_went_back':
      return m.listing_step_money_went_back({ amount: showKsh(step.amount), reason: step.reason })
    case 'payment_in_review':
      return m.listing_step_payment_in_review()
    case 'in_review':
      return m.listing_step_in_review()
    case 'not_verified':
      return step.reason === ''
        ? m.listing_step_not_verified()
        : m.listing_step_not_verified_because({ reason: step.reason })
    case 'suspended':
      return step.reason === ''
        ? m.listing_step_suspended()
        : m.listing_step_suspended_because({ reason: step.reason })
    case 'expired':
      return m.listing_step_expired()
    case 'ends_soon':
      return m.listing_step_ends_soon({ days: step.days })
  }
}

/** The reviewed facts as they stand in a sentence. */
const factLabels: Readonly<Record<ReviewedField, () => string>> = {
  name: m.edit_listing_fact_name,
  category: m.edit_listing_fact_category,
  price: m.edit_listing_fact_price,
  year: m.edit_listing_fact_year,
  mileage: m.edit_listing_fact_mileage,
  condition: m.edit_listing_fact_condition,
  ownership: m.edit_listing_fact_ownership,
  transmission: m.edit_listing_fact_transmission,
  fuelType: m.edit_listing_fact_fuel,
  seats: m.edit_listing_fact_seats,
  color: m.edit_listing_fact_color,
  location: m.edit_listing_fact_location,
  photos: m.edit_listing_fact_pictures,
  description: m.edit_listing_fact_description,
  serviceHistory: m.edit_listing_fact_service_history,
  features: m.edit_listing_fact_features,
  specs: m.edit_listing_fact_specs,
  phone: m.edit_listing_fact_phone,
  email: m.edit_listing_fact_email,
}

/** `the price, the year and the mileage`, in the language of the page. */
export function reviewedFacts(fields: readonly ReviewedField[]): string {
  return listText(
    fields.map((field) => factLabels[field]()),
    'conjunction',
  )
}
