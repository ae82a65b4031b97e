import type { ExtraLine } from '@twende/contract/bookings/booked-extras.ts'
import { cancellationTermsText } from '@twende/contract/bookings/cancellation-format.ts'
import { DISPUTE_HOURS, type DisputeDecision } from '@twende/contract/bookings/condition/charge-dispute.ts'
import { chargeLabel } from '@twende/contract/bookings/condition/condition-format.ts'
import { extraLabel } from '@twende/contract/bookings/extra-format.ts'
import { keepReasonLabels } from '@twende/contract/bookings/kept-deposit-format.ts'
import { showDay, showInstant } from '@twende/contract/calendar-day.ts'
import { showKsh } from '@twende/contract/money.ts'
import type { RefundWay } from '@twende/contract/payments/payment-choices.ts'
import { showPhone } from '@twende/contract/payments/phone-number.ts'
import { m } from '@twende/messages'
import type { PlaceNames } from '../../content/place-names.ts'
import type { NotificationKind, TextsOf } from '../notification-kinds.ts'
import type { BookingParams } from '../notification-params.ts'

type BookingKind = Extract<NotificationKind, `booking_${string}`>

export const bookingTexts: TextsOf<BookingKind> = {
  booking_requested: (params, places) => ({
    subject: m.mail_booking_requested_subject({ reference: params.reference, car: params.carName }),
    paragraphs: [
      m.mail_booking_requested(),
      rental(params, places),
      nextStep(params),
      cancellationTermsText(params.cancellation),
    ],
    ...pageOf(params),
  }),

  booking_confirmed: (params, places) => ({
    subject: m.mail_booking_confirmed_subject({ reference: params.reference }),
    paragraphs: [
      m.mail_booking_confirmed({ car: params.carName }),
      rental(params, places),
      m.mail_booking_bring_documents(),
      cancellationTermsText(params.cancellation),
      params.bookingId === null ? '' : m.mail_booking_change_online(),
    ],
    ...pageOf(params),
  }),

  booking_renumbered: (params, places) => ({
    subject: m.mail_booking_renumbered_subject({ reference: params.reference }),
    paragraphs: [
      m.mail_booking_renumbered({
        car: params.carName,
        before: params.formerReference,
        reference: params.reference,
      }),
      rental(params, places),
    ],
    ...pageOf(params),
  }),

  booking_cancelled: (params, places) => ({
    subject: m.mail_booking_cancelled_subject({ reference: params.reference }),
    paragraphs: [
      m.mail_booking_cancelled(),
      rental(params, places),
      cancellationReason(params),
      params.refund > 0 ? refundFollows(params.refund, params.refundWay) : '',
      params.inReview ? m.mail_cancelled_looked_at({ amount: showKsh(params.inReview) }) : '',
    ],
    ...pageOf(params),
  }),

  booking_expired: (params, places) => ({
    subject: m.mail_booking_expired_subject({ reference: params.reference }),
    paragraphs: [m.mail_booking_expired(), rental(params, places), m.mail_booking_expired_again()],
    ...pageOf(params),
  }),

  booking_changed: (params, places) => ({
    subject: m.mail_booking_changed_subject({ reference: params.reference }),
    paragraphs: [
      params.formerCar === undefined
        ? m.mail_booking_changed({ car: params.carName })
        : m.mail_booking_changed_car({ car: params.carName, before: params.formerCar }),
      rental(params, places),
      params.paid > 0 ? m.mail_booking_changed_paid({ amount: showKsh(params.paid) }) : '',
      params.refund > 0 ? refundFollows(params.refund, params.refundWay) : '',
      params.isOut ? '' : cancellationTermsText(params.cancellation),
    ],
    ...pageOf(params),
  }),

  booking_pickup_reminder: (params, places) => ({
    subject: m.mail_booking_pickup_subject({ car: params.carName, at: pickupOf(params) }),
    paragraphs: [
      m.mail_booking_pickup({ car: params.carName, at: pickupOf(params) }),
      rental(params, places),
      m.mail_booking_bring_documents(),
      m.mail_booking_pickup_change(),
      params.bookingId === null ? '' : m.mail_booking_cancel(),
    ],
    ...pageOf(params),
  }),

  booking_papers_missing: (params) => ({
    subject: m.mail_booking_papers_subject({ reference: params.reference }),
    paragraphs: [
      m.mail_booking_papers({ car: params.carName, at: pickupOf(params) }),
      m.mail_booking_papers_send(),
    ],
    ...pageOf(params),
  }),

  booking_return_reminder: (params, places) => ({
    subject: m.mail_booking_return_subject({ car: params.carName, at: dropoffOf(params) }),
    paragraphs: [
      m.mail_booking_return({ car: params.carName, at: dropoffOf(params) }),
      rental(params, places),
      m.mail_booking_return_fuel(),
      params.bookingId === null ? m.mail_booking_return_longer() : m.mail_booking_return_longer_online(),
    ],
    ...pageOf(params),
  }),

  booking_agreement_made: (params) => ({
    subject: m.mail_booking_agreement_made_subject({ reference: params.reference }),
    paragraphs: [m.mail_booking_agreement_made({ car: params.carName })],
    ...pageOf(params),
  }),

  booking_return_report_made: (params) => ({
    subject: m.mail_booking_return_report_made_subject({ reference: params.reference }),
    paragraphs: [m.mail_booking_return_report_made({ car: params.carName })],
    ...pageOf(params),
  }),

  booking_addendum_to_accept: (params) => ({
    subject: m.mail_booking_addendum_subject({ reference: params.reference }),
    paragraphs: addendumOf(params),
    page: { label: m.mail_booking_addendum_page(), path: params.path },
  }),

  booking_driver_withdrawn: (params) => {
    const drivers = params.drivers.join(', ')
    const { carName: car, isOut, isStopped } = params
    const withdrawn = isOut ? m.mail_booking_driver_withdrawn_out : m.mail_booking_driver_withdrawn_stopped
    return {
      subject: m.mail_booking_driver_withdrawn_subject({ reference: params.reference }),
      paragraphs: [
        m.mail_booking_driver_withdrawn({ car, drivers }),
        m.mail_booking_driver_withdrawn_reason({ reason: params.reason }),
        (isStopped ? withdrawn : m.mail_booking_driver_withdrawn_others)({ car, drivers }),
        params.bookingId === null
          ? m.mail_booking_driver_withdrawn_bring()
          : m.mail_booking_driver_withdrawn_send(),
        params.path === null ? '' : m.mail_booking_driver_withdrawn_accept(),
      ],
      ...(params.bookingId === null && params.path !== null
        ? { page: { label: m.mail_booking_addendum_page(), path: params.path } }
        : pageOf(params)),
    }
  },

  booking_charge_decided: (params) => {
    const charge = chargeLabel(params.charge)
    const amount = showKsh(params.charge.amount)
    const withdrawn = showKsh(params.withdrawn ?? params.charge.amount)
    const { subject, text } = {
      kept: { subject: m.mail_booking_charge_kept_subject, text: m.mail_booking_charge_kept },
      part: { subject: m.mail_booking_charge_reduced_subject, text: m.mail_booking_charge_reduced },
      all: { subject: m.mail_booking_charge_withdrawn_subject, text: m.mail_booking_charge_withdrawn },
    }[extentOf(params, params.charge.amount)]
    return {
      subject: subject({ reference: params.reference }),
      paragraphs: [
        text({ charge, amount, withdrawn, car: params.carName }),
        ...whereMoneyIs(params),
        answerOf(params),
      ],
      ...pageOf(params),
    }
  },

  booking_kept_part_decided: (params) => {
    const amount = showKsh(params.amount)
    const withdrawn = showKsh(params.withdrawn)
    const reason = keepReasonLabels[params.reason]()
    const { subject, text } = {
      kept: { subject: m.mail_booking_kept_part_kept_subject, text: m.mail_booking_kept_part_kept },
      part: { subject: m.mail_booking_kept_part_back_subject, text: m.mail_booking_kept_part_back_part },
      all: { subject: m.mail_booking_kept_part_back_subject, text: m.mail_booking_kept_part_back },
    }[extentOf(params, params.amount)]
    return {
      subject: subject({ reference: params.reference, withdrawn }),
      paragraphs: [
        text({ amount, withdrawn, reason, car: params.carName }),
        ...whereMoneyIs(params),
        params.owed ? m.mail_booking_deposit_released_owed({ amount: showKsh(params.owed) }) : '',
        answerOf(params),
      ],
      ...pageOf(params),
    }
  },

  booking_deposit_kept: (params) => ({
    subject: m.mail_booking_deposit_kept_subject({
      reference: params.reference,
      amount: showKsh(params.amount),
    }),
    paragraphs: [
      m.mail_booking_deposit_kept({
        amount: showKsh(params.amount),
        car: params.carName,
        reason: keepReasonLabels[params.reason](),
      }),
      params.words,
      params.paidOwed ? m.mail_booking_deposit_kept_owed({ amount: showKsh(params.paidOwed) }) : '',
      params.held > 0
        ? m.mail_booking_deposit_kept_rest({ amount: showKsh(params.held) })
        : m.mail_booking_deposit_kept_no_rest(),
      params.bookingId === null || params.reason === 'owed' ? '' : m.mail_booking_deposit_kept_photos(),
      params.bookingId === null || params.reason === 'owed'
        ? m.mail_booking_deposit_kept_question()
        : m.mail_booking_deposit_kept_dispute({ hours: DISPUTE_HOURS }),
    ],
    ...pageOf(params),
  }),

  booking_fine_charged: (params) => ({
    subject: m.mail_booking_fine_subject({
      reference: params.reference,
      amount: showKsh(params.amount),
      at: showInstant(params.offenceAt),
    }),
    paragraphs: [
      m.mail_booking_fine({
        amount: showKsh(params.amount),
        car: params.carName,
        plate: params.plate,
        at: showInstant(params.offenceAt),
      }),
      params.paperReference && m.mail_booking_fine_paper_reference({ reference: params.paperReference }),
      m.mail_booking_fine_terms(),
      params.bookingId === null ? '' : m.mail_booking_fine_paper(),
      params.bookingId === null
        ? m.mail_booking_deposit_kept_question()
        : m.mail_booking_deposit_kept_dispute({ hours: DISPUTE_HOURS }),
    ],
    ...pageOf(params),
  }),

  booking_fine_decided: (params) => {
    const amount = showKsh(params.amount)
    const withdrawn = showKsh(params.withdrawn)
    const { subject, text } = {
      kept: { subject: m.mail_booking_fine_kept_subject, text: m.mail_booking_fine_kept },
      part: { subject: m.mail_booking_fine_reduced_subject, text: m.mail_booking_fine_reduced },
      all: { subject: m.mail_booking_fine_withdrawn_subject, text: m.mail_booking_fine_disputed_withdrawn },
    }[extentOf(params, params.amount)]
    const at = showInstant(params.offenceAt)
    return {
      subject: subject({ reference: params.reference, amount, withdrawn }),
      paragraphs: [
        text({ amount, withdrawn, plate: params.plate, at }),
        ...whereMoneyIs(params),
        answerOf(params),
      ],
      ...pageOf(params),
    }
  },

  booking_fine_withdrawn: (params) => ({
    subject: m.mail_booking_fine_withdrawn_subject({
      reference: params.reference,
      amount: showKsh(params.amount),
    }),
    paragraphs: [
      m.mail_booking_fine_withdrawn({
        amount: showKsh(params.amount),
        plate: params.plate,
        at: showInstant(params.offenceAt),
      }),
      ...whereMoneyIs(params),
      params.reason,
    ],
    ...pageOf(params),
  }),

  booking_return_taken_back: (params) => ({
    subject: params.goesOn
      ? m.mail_booking_return_taken_back_subject({ reference: params.reference })
      : m.mail_booking_return_taken_back_not_back_subject({ reference: params.reference }),
    paragraphs: [
      params.goesOn
        ? m.mail_booking_return_taken_back({ car: params.carName, at: dropoffOf(params) })
        : m.mail_booking_return_taken_back_not_back({ car: params.carName }),
      ...(params.charged > 0
        ? [
            params.hasDeposit && params.goesOn
              ? m.mail_booking_return_taken_back_charges_deposit({ amount: showKsh(params.charged) })
              : m.mail_booking_return_taken_back_charges({ amount: showKsh(params.charged) }),
          ]
        : []),
      ...(params.hasDeposit && params.goesOn ? [m.mail_booking_return_taken_back_deposit()] : []),
      params.reason,
    ],
    ...pageOf(params),
  }),

  booking_car_lost: ({ carName: car, reference, owed, held, returnBy, phone, ...params }) => ({
    subject: m.mail_booking_car_lost_subject({ reference }),
    paragraphs: [
      m.mail_booking_car_lost({ car }),
      m.mail_booking_car_lost_call({ phone: showPhone(phone) }),
      held > 0 && returnBy !== null
        ? m.mail_booking_car_lost_deposit({ amount: showKsh(held), day: showDay(returnBy) })
        : '',
      owed > 0 ? m.mail_booking_car_lost_owed({ amount: showKsh(owed) }) : '',
    ],
    ...pageOf(params),
  }),

  booking_loss_withdrawn: ({ owed, held, phone, ...params }) => ({
    subject: m.mail_booking_loss_withdrawn_subject({ reference: params.reference }),
    paragraphs: [
      m.mail_booking_loss_withdrawn({ car: params.carName, at: dropoffOf(params) }),
      m.mail_booking_loss_withdrawn_call({ phone: showPhone(phone) }),
      held > 0 ? m.mail_booking_loss_withdrawn_deposit({ amount: showKsh(held) }) : '',
      owed > 0 ? m.mail_booking_car_lost_owed({ amount: showKsh(owed) }) : '',
    ],
    ...pageOf(params),
  }),

  booking_deposit_released: (params) => ({
    subject: m.mail_booking_deposit_released_subject({ reference: params.reference }),
    paragraphs: [
      m.mail_booking_deposit_released({ amount: showKsh(params.amount), car: params.carName }),
      params.isHeld ? m.mail_booking_deposit_released_held() : m.mail_booking_deposit_released_back(),
      params.owed > 0 ? m.mail_booking_deposit_released_owed({ amount: showKsh(params.owed) }) : '',
      params.reason,
    ],
    ...pageOf(params),
  }),

  booking_overdue: (params, places) => ({
    subject: m.mail_booking_overdue_subject({ reference: params.reference, car: params.carName }),
    paragraphs: [
      m.mail_booking_overdue({ car: params.carName, at: dropoffOf(params) }),
      rental(params, places),
      m.mail_booking_overdue_next(),
      m.mail_booking_overdue_returned(),
    ],
    ...pageOf(params),
  }),
}

/** Where the money of something that is withdrawn is now. Of mails that were stored before it is not known. */
function whereMoneyIs({
  decision,
  back,
  heldAgain,
}: {
  decision?: DisputeDecision
  back?: number | undefined
  heldAgain?: number | undefined
}): string[] {
  if (decision === 'kept') return []
  if (back === undefined || heldAgain === undefined) return [m.mail_withdrawn_money()]
  if (back + heldAgain === 0) return [m.mail_withdrawn_nothing()]
  return [
    back > 0 ? m.mail_withdrawn_back({ amount: showKsh(back) }) : '',
    heldAgain > 0 ? m.mail_withdrawn_held({ amount: showKsh(heldAgain) }) : '',
  ]
}

type Decided = { decision: DisputeDecision; withdrawn?: number | undefined; answer: string }

/** How much of what was disputed staff withdrew. */
function extentOf({ decision, withdrawn }: Decided, amount: number): 'kept' | 'part' | 'all' {
  if (decision === 'kept') return 'kept'
  return (withdrawn ?? amount) < amount ? 'part' : 'all'
}

const answerOf = ({ answer }: Decided) => answer && m.mail_booking_charge_answer({ answer })

const pickupOf = ({ startDate, pickupTime }: BookingParams) => `${showDay(startDate)}, ${pickupTime}`
const dropoffOf = ({ endDate, dropoffTime }: BookingParams) => `${showDay(endDate)}, ${dropoffTime}`
type AddendumParams = BookingParams & { addsDriver: boolean; leaving: readonly string[] }

function addendumOf(params: AddendumParams): string[] {
  const { carName: car, addsDriver, leaving } = params
  if (!addsDriver && leaving.length === 0)
    return [m.mail_booking_addendum({ car, at: dropoffOf(params) }), m.mail_booking_addendum_accept()]
  return [
    addsDriver ? m.mail_booking_addendum_driver({ car }) : '',
    leaving.length > 0 ? m.mail_booking_addendum_driver_gone({ car, drivers: leaving.join(', ') }) : '',
    m.mail_booking_addendum_driver_accept(),
  ]
}

const pageOf = ({ bookingId }: Pick<BookingParams, 'bookingId'>) =>
  bookingId === null ? {} : { page: { label: m.mail_booking_page(), path: `/mybookings/${bookingId}` } }

type Requested = { heldUntil: string; keepsCar: boolean; method: 'mpesa' | 'whatsapp'; finalAmount: number }

function nextStep({ heldUntil, keepsCar, method, finalAmount }: Requested): string {
  const until = showInstant(heldUntil)
  const price = showKsh(finalAmount)
  if (method === 'whatsapp') {
    return m.mail_booking_held_whatsapp({ until })
  }
  return keepsCar ? m.mail_booking_held_mpesa({ until, price }) : m.mail_booking_not_held({ until, price })
}

function cancellationReason({ noShow, reason }: { noShow: boolean; reason: string }): string {
  const shown = reason === '' && noShow ? m.mail_booking_no_show() : reason
  return shown && m.mail_reason({ reason: shown })
}

function rental(params: BookingParams, places: PlaceNames): string {
  const { pickupLocation, dropoffLocation } = params
  const nameOf = (place: string) => places.get(place) ?? place
  const extras = extraLines(params.extras, places)
  const facts = {
    reference: params.reference,
    car: params.carName,
    pickup: `${pickupOf(params)}, ${nameOf(pickupLocation)}`,
    dropoff: `${dropoffOf(params)}, ${nameOf(dropoffLocation)}`,
    total: showKsh(params.finalAmount),
  }
  return extras.length === 0
    ? m.mail_booking_rental(facts)
    : m.mail_booking_rental_extras({ ...facts, extras: extras.join('\n') })
}

/** Each extra with its price, its places by the names of the language. */
export function extraLines(extras: readonly ExtraLine[], places: PlaceNames): string[] {
  const nameOf = (place: string) => places.get(place) ?? place
  return extras.map((line) => `${extraLabel(line, nameOf)}, ${showKsh(line.amount)}`)
}

/** That money goes back, and how. */
export function refundFollows(refund: number, way: RefundWay | undefined): string {
  const amount = showKsh(refund)
  if (way === undefined) return m.mail_refund_follows({ amount })
  return way === 'to_payer'
    ? m.mail_refund_follows_to_payer({ amount })
    : m.mail_refund_follows_as_agreed({ amount })
}
