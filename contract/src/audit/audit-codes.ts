import { m } from '@twende/messages'
import { rightLabels, roleLabels } from '../accounts/account-rules.ts'
import { bookingStatusLabels, paymentWord } from '../bookings/booking-status-format.ts'
import { CHARGE_KINDS } from '../bookings/condition/charges.ts'
import { chargeKindLabel } from '../bookings/condition/condition-format.ts'
import { equipmentLabels, markLabels, positionLabels } from '../bookings/condition/condition-labels.ts'
import { extraKindLabel } from '../bookings/extra-format.ts'
import { keepReasonLabels } from '../bookings/kept-deposit-format.ts'
import { costKindLabels } from '../cars/car-cost-routes.ts'
import { documentKindLabels } from '../cars/car-cover.ts'
import { listingLabel, listingWarningLabels } from '../listings/listing-labels.ts'
import { LISTING_STATUSES } from '../listings/listing-status.ts'
import { settledByLabels } from '../payments/desk-payment.ts'
import { PAYMENT_STATUSES } from '../payments/payment.ts'
import { payableTypeLabels, paymentMethodLabels, refundMethodLabels } from '../payments/payment-choices.ts'
import { EXTRA_KINDS } from '../prices/extra.ts'
import { ORDER_STATUSES, orderLabel } from '../shop/order-status.ts'

type Words = Readonly<Record<string, () => string>>

const paymentWords = wordsOf(PAYMENT_STATUSES, paymentWord)
const fuelWords: Words = {
  petrol: m.car_label_petrol,
  electric: m.car_label_electric,
  hybrid: m.car_label_hybrid,
  diesel: m.car_label_diesel,
}

/** Codes in words, by the field that has them; those of a thing that has its own come first. */
const codeWords: ReadonlyMap<string, Words> = new Map<string, Words>([
  ['role', roleLabels],
  ['old_role', roleLabels],
  ['new_role', roleLabels],
  ['rights', rightLabels],
  ['bookings.status', bookingStatusLabels],
  ['payment_status', paymentWords],
  ['payments.status', paymentWords],
  ['payments.method', paymentMethodLabels],
  ['payable_type', payableTypeLabels],
  ['refunds.method', refundMethodLabels],
  ['orders.status', wordsOf(ORDER_STATUSES, orderLabel)],
  [
    'listings.status',
    wordsOf(LISTING_STATUSES, (status) =>
      status === 'suspended' ? m.admin_listings_status_suspended() : listingLabel(status),
    ),
  ],
  ['listings.warnings', listingWarningLabels],
  [
    'condition',
    {
      excellent: m.car_label_excellent,
      good: m.car_label_good,
      fair: m.car_label_fair,
      'needs repair': m.car_label_needs_repair,
    },
  ],
  [
    'ownership',
    {
      first: m.car_label_first_owner,
      second: m.car_label_second_owner,
      third: m.car_label_third_owner,
      'fourth+': m.car_label_fourth_owner,
    },
  ],
  ['fuel_type', fuelWords],
  ['fuelType', fuelWords],
  ['transmission', { automatic: m.car_label_automatic, manual: m.car_label_manual }],
  ['kept_deposit_parts.reason', keepReasonLabels],
  [
    'driver_checks.reason',
    {
      photo_unreadable: m.driver_reason_photo_unreadable,
      details_differ: m.driver_reason_details_differ,
      licence_expired: m.driver_reason_licence_expired,
      class_insufficient: m.driver_reason_class_insufficient,
      too_young: m.driver_reason_too_young,
      not_genuine: m.driver_reason_not_genuine,
    },
  ],
  ['condition_photos.position', positionLabels],
  ['charges.kind', wordsOf(CHARGE_KINDS, chargeKindLabel)],
  ['marks.kind', markLabels],
  ['equipment', equipmentLabels],
  ['car_documents.kind', documentKindLabels],
  ['car_costs.kind', costKindLabels],
  ['extras.kind', wordsOf(EXTRA_KINDS, extraKindLabel)],
  [
    'left_pieces.ended_as',
    {
      shelf: m.admin_orders_piece_shelf,
      damaged: m.admin_orders_piece_damaged,
      missing: m.admin_orders_piece_missing,
    },
  ],
  ['media_type', { 'image/webp': m.admin_audit_file_picture, 'application/pdf': m.admin_audit_file_paper }],
  ['paid_by', settledByLabels],
  ['chargesPaidBy', settledByLabels],
])

function wordsOf<Code extends string>(codes: readonly Code[], label: (code: Code) => string): Words {
  return Object.fromEntries(codes.map((code) => [code, () => label(code)]))
}

/** A code of a field in words; what has no words of its own is read without its underscores. */
export function codeLabel(code: string, subject: string, field: string): string {
  const words = codeWords.get(`${subject}.${field}`) ?? codeWords.get(field)
  if (words && Object.hasOwn(words, code)) return words[code]?.() ?? code
  const other = /^[a-z]+(?:[_-][a-z]+)+$/.test(code) ? code.replaceAll(/[_-]/g, ' ') : code
  return CODED.has(field) ? m.admin_audit_code({ code, other }) : other
}

/** Fields of which codes are told by one word each, whatever has them. */
const CODED: ReadonlySet<string> = new Set([
  'cancelled_by',
  'channel',
  'channels',
  'decision',
  'effect',
  'forward_error',
  'kind',
  'method',
  'muted',
  'outcome',
  'payment_method',
  'problem',
  'reason',
  'status',
  'why',
])
