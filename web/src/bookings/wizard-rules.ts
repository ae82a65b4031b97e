import { earliestReturn, isRentable } from '@twende/contract/bookings/rental-period.ts'
import { LONGEST_RENTAL_DAYS } from '@twende/contract/business-constants.ts'
import { daysBetween, isDay, nairobiDay } from '@twende/contract/calendar-day.ts'
import { normaliseKenyanPhone } from '@twende/contract/payments/phone-number.ts'
import type { ChoiceName, Choices } from './booking-choices.ts'

export const WIZARD_STEPS = ['Dates & Locations', 'Customer Info', 'Payment', 'Confirmation'] as const
export type Step = 1 | 2 | 3 | 4
/** A step one fills in; the fourth only confirms. */
export type FormStep = 1 | 2 | 3

export const MISSING = 'Please fill in all required fields'

export const fieldLabels: Readonly<Record<ChoiceName, string>> = {
  startDate: 'Pickup date',
  endDate: 'Dropoff date',
  pickupTime: 'Pickup time',
  dropoffTime: 'Dropoff time',
  pickupLocation: 'Pickup location',
  dropoffLocation: 'Dropoff location',
  firstName: 'First name',
  lastName: 'Last name',
  email: 'Email',
  phone: 'Phone number',
  licenseNumber: 'Driving licence number',
  address: 'Address',
  specialRequests: 'Special requests',
  paymentMethod: 'Payment method',
  mpesaNumber: 'M-Pesa number',
}

const required = {
  1: ['startDate', 'endDate', 'pickupLocation', 'dropoffLocation'],
  2: ['firstName', 'lastName', 'email', 'phone'],
  3: ['mpesaNumber'],
} as const satisfies Record<FormStep, readonly ChoiceName[]>

/** The required fields of a step that are still empty, in their order on screen. */
export function missingFields(step: FormStep, choices: Choices): readonly ChoiceName[] {
  if (step === 3 && choices.paymentMethod !== 'mpesa') return []
  return required[step].filter((name) => choices[name].trim() === '')
}

export type Problems = Readonly<Partial<Record<ChoiceName, string>>>

/** What is wrong with the filled fields of a step, by field. The server judges again. */
export function fieldProblems(step: FormStep, choices: Choices, now: Date): Problems {
  if (step === 1) return stayProblems(choices, now)
  if (step === 2) return customerProblems(choices)
  return choices.paymentMethod === 'mpesa' ? mpesaProblems(choices.mpesaNumber) : {}
}

/** The furthest step one may stand on with these choices. */
export function furthestStep(choices: Choices, now: Date): FormStep {
  const done = (step: FormStep) =>
    missingFields(step, choices).length === 0 && Object.keys(fieldProblems(step, choices, now)).length === 0
  if (!done(1)) return 1
  return done(2) ? 3 : 2
}

/** Whether the stay is complete and may be asked for, so that its price can be asked. */
export function isWholeStay(choices: Choices, now: Date): boolean {
  return (
    choices.startDate !== '' && choices.endDate !== '' && Object.keys(stayProblems(choices, now)).length === 0
  )
}

function stayProblems(choices: Choices, now: Date): Problems {
  const { startDate, endDate, pickupTime, dropoffTime } = choices
  const today = nairobiDay(now)
  const problems: { startDate?: string; endDate?: string } = {}
  if (startDate && (!isDay(startDate) || startDate < today)) {
    problems.startDate = 'Please choose a pickup date from today on'
  }
  if (endDate && (!isDay(endDate) || endDate < earliestReturn(startDate || undefined, today))) {
    problems.endDate = 'Please choose a dropoff date after the pickup date'
  }
  if (!startDate || !endDate || problems.startDate || problems.endDate) return problems
  if (daysBetween(startDate, endDate) > LONGEST_RENTAL_DAYS) {
    return { endDate: `You can rent a car for up to ${LONGEST_RENTAL_DAYS} days` }
  }
  if (isRentable({ startDate, endDate, pickupTime, dropoffTime }, now)) return {}
  return { startDate: 'You can book up to a year ahead' }
}

const longest = [
  ['firstName', 60],
  ['lastName', 60],
  ['phone', 20],
  ['licenseNumber', 40],
  ['address', 200],
  ['specialRequests', 1000],
] as const

function customerProblems(choices: Choices): Problems {
  const problems: { [name in ChoiceName]?: string } = {}
  for (const [name, max] of longest) {
    if (choices[name].trim().length > max) problems[name] = `Please use at most ${max} characters`
  }
  const email = choices.email.trim()
  if (email && !/^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(email)) {
    problems.email = 'Please enter a valid email address'
  }
  const phone = choices.phone.trim()
  if (phone && !problems.phone && phone.replace(/\D/g, '').length < 7) {
    problems.phone = 'Please enter a phone number we can call'
  }
  return problems
}

function mpesaProblems(number: string): Problems {
  if (number.trim() === '' || normaliseKenyanPhone(number) !== undefined) return {}
  return {
    mpesaNumber: 'Please enter a valid Kenyan phone number (e.g., 254712345678 or 0712345678)',
  }
}
