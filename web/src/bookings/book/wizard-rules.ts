import {
  earliestReturn,
  firstPickupDay,
  isRentable,
  pickupHours,
} from '@twende/contract/bookings/rental-period.ts'
import { LONGEST_RENTAL_DAYS } from '@twende/contract/business-constants.ts'
import { daysBetween, isDay } from '@twende/contract/calendar-day.ts'
import { normaliseKenyanPhone, normalisePhone } from '@twende/contract/payments/phone-number.ts'
import { m } from '@twende/messages'
import type { ChoiceName, Choices } from './booking-choices.ts'

export type Step = 1 | 2 | 3 | 4
/** A step one fills in; the fourth only confirms. */
export type FormStep = 1 | 2 | 3

export const stepTitles: Readonly<Record<Step, () => string>> = {
  1: m.book_step_dates,
  2: m.book_step_customer,
  3: m.book_step_payment,
  4: m.book_step_confirmation,
}

export const fieldLabels = (): Readonly<Record<ChoiceName, string>> => ({
  startDate: m.book_pickup_date_label(),
  endDate: m.book_dropoff_date_label(),
  pickupTime: m.book_pickup_time_label(),
  dropoffTime: m.book_dropoff_time_label(),
  pickupLocation: m.book_pickup_location_label(),
  dropoffLocation: m.book_dropoff_location_label(),
  firstName: m.book_first_name_label(),
  lastName: m.book_last_name_label(),
  oneName: m.common_one_name_only(),
  email: m.common_email(),
  phone: m.book_phone_label(),
  licenseNumber: m.book_licence_label(),
  address: m.book_address_label(),
  specialRequests: m.book_requests_label(),
  chauffeur: m.book_extras_chauffeur(),
  additionalDrivers: m.book_extras_drivers_label(),
  childSeats: m.book_extras_seats_label(),
  extraKm: m.book_extras_km_label(),
  delivery: m.book_extras_delivery_address_label(),
  deliveryAddress: m.book_extras_delivery_address_label(),
  collection: m.book_extras_collection_address_label(),
  collectionAddress: m.book_extras_collection_address_label(),
  paymentMethod: m.book_method_label(),
  mpesaNumber: m.book_mpesa_label(),
})

const required = {
  1: ['startDate', 'endDate', 'pickupLocation', 'dropoffLocation'],
  2: ['firstName', 'lastName', 'email', 'phone'],
  3: ['mpesaNumber'],
} as const satisfies Record<FormStep, readonly ChoiceName[]>

/** The required fields of a step that are still empty, in their order on screen. */
export function missingFields(step: FormStep, choices: Choices): readonly ChoiceName[] {
  if (step === 3 && choices.paymentMethod !== 'mpesa') return []
  const needed: readonly ChoiceName[] =
    step === 2 ? [...required[2], ...neededAddresses(choices)] : required[step]
  return needed.filter((name) => choices[name].trim() === '' && !(name === 'lastName' && choices.oneName))
}

function neededAddresses({ delivery, collection }: Choices): readonly ChoiceName[] {
  return [
    ...(delivery === 'yes' ? (['deliveryAddress'] as const) : []),
    ...(collection === 'yes' ? (['collectionAddress'] as const) : []),
  ]
}

type Problems = Readonly<Partial<Record<ChoiceName, string>>>

/** What is wrong with the filled fields of a step, by field, beyond the contract's schema. The server judges again. */
export function fieldProblems(step: FormStep, choices: Choices, now: Date): Problems {
  if (step === 1) return periodProblems(choices, now)
  if (step === 2) return phoneProblem(choices.phone)
  return choices.paymentMethod === 'mpesa' ? mpesaProblems(choices.mpesaNumber) : {}
}

/** The furthest step one may stand on with these choices. */
export function furthestStep(choices: Choices, now: Date): FormStep {
  const done = (step: FormStep) =>
    missingFields(step, choices).length === 0 && Object.keys(fieldProblems(step, choices, now)).length === 0
  if (!done(1)) return 1
  return done(2) ? 3 : 2
}

/** Whether the rental period is complete and may be asked for, so that its price can be asked. */
export function isWholePeriod(choices: Choices, now: Date): boolean {
  return (
    choices.startDate !== '' &&
    choices.endDate !== '' &&
    Object.keys(periodProblems(choices, now)).length === 0
  )
}

function periodProblems(choices: Choices, now: Date): Problems {
  const { startDate, endDate, pickupTime, dropoffTime } = choices
  const today = firstPickupDay(now)
  const problems: { startDate?: string; endDate?: string } = {}
  if (startDate && (!isDay(startDate) || startDate < today)) {
    problems.startDate = m.book_pickup_date_error()
  }
  if (endDate && (!isDay(endDate) || endDate < earliestReturn(startDate || undefined, today))) {
    problems.endDate = m.book_dropoff_date_error()
  }
  if (!startDate || !endDate || problems.startDate || problems.endDate) return problems
  if (daysBetween(startDate, endDate) > LONGEST_RENTAL_DAYS) {
    return { endDate: m.book_rental_too_long({ days: LONGEST_RENTAL_DAYS }) }
  }
  if (startDate === today && !pickupHours(today, now).includes(pickupTime))
    return { pickupTime: m.book_pickup_time_over() }
  if (isRentable({ startDate, endDate, pickupTime, dropoffTime }, now)) return {}
  return { startDate: m.book_too_far_ahead() }
}

function phoneProblem(typed: string): Problems {
  const phone = typed.trim()
  return phone && normalisePhone(phone) === undefined ? { phone: m.book_phone_error() } : {}
}

function mpesaProblems(number: string): Problems {
  if (number.trim() === '' || normaliseKenyanPhone(number) !== undefined) return {}
  return {
    mpesaNumber: m.book_mpesa_error(),
  }
}
