import { DEFAULT_PICKUP_TIME, HOURLY_TIMES } from '@twende/contract/business-constants.ts'
import { normaliseKenyanPhone, showPhone } from '@twende/contract/payments/phone-number.ts'
import type { StaySearch } from '../../links.ts'

/** Everything a person chooses or types in the booking wizard, as it stands in the fields. */
export type Choices = {
  startDate: string
  endDate: string
  pickupTime: string
  dropoffTime: string
  pickupLocation: string
  dropoffLocation: string
  firstName: string
  lastName: string
  /** `yes`: the customer has one name only, and so no last name. */
  oneName: string
  email: string
  phone: string
  licenseNumber: string
  address: string
  specialRequests: string
  /** Extras: `yes`, a number as text, or empty for none. */
  chauffeur: string
  additionalDrivers: string
  childSeats: string
  extraKm: string
  delivery: string
  deliveryAddress: string
  collection: string
  collectionAddress: string
  paymentMethod: 'mpesa' | 'whatsapp'
  mpesaNumber: string
}

export type ChoiceName = keyof Choices

export const noChoices: Choices = {
  startDate: '',
  endDate: '',
  pickupTime: DEFAULT_PICKUP_TIME,
  dropoffTime: DEFAULT_PICKUP_TIME,
  pickupLocation: '',
  dropoffLocation: '',
  firstName: '',
  lastName: '',
  oneName: '',
  email: '',
  phone: '',
  licenseNumber: '',
  address: '',
  specialRequests: '',
  chauffeur: '',
  additionalDrivers: '',
  childSeats: '',
  extraKm: '',
  delivery: '',
  deliveryAddress: '',
  collection: '',
  collectionAddress: '',
  paymentMethod: 'mpesa',
  mpesaNumber: '',
}

/** Reads choices kept earlier; whatever is missing or of another kind becomes empty. */
export function readChoices(saved: unknown): Choices {
  if (typeof saved !== 'object' || saved === null) return noChoices
  const values = new Map<string, unknown>(Object.entries(saved))
  const texts = Object.entries(noChoices).map(([name, empty]) => {
    const value = values.get(name)
    return [name, typeof value === 'string' ? value.slice(0, 2000) : empty]
  })
  const read: Choices = { ...noChoices, ...Object.fromEntries(texts) }
  return {
    ...read,
    pickupTime: readTime(read.pickupTime),
    dropoffTime: readTime(read.dropoffTime),
    paymentMethod: read.paymentMethod === 'whatsapp' ? 'whatsapp' : 'mpesa',
  }
}

function readTime(text: string | undefined): string {
  return text !== undefined && HOURLY_TIMES.includes(text) ? text : DEFAULT_PICKUP_TIME
}

/** What is brought to an address, or collected there, was offered for the place that was chosen then. */
function withoutOtherPlaces(before: Choices, now: Choices): Choices {
  return {
    ...now,
    delivery: now.pickupLocation === before.pickupLocation ? now.delivery : '',
    collection: now.dropoffLocation === before.dropoffLocation ? now.collection : '',
  }
}

/** The chosen extras as they are asked for; undefined where none are chosen. */
export function chosenExtras(choices: Choices) {
  const extras = {
    chauffeur: choices.chauffeur === 'yes',
    additionalDrivers: Number(choices.additionalDrivers),
    childSeats: Number(choices.childSeats),
    deliveryToAddress: choices.delivery === 'yes',
    collectionFromAddress: choices.collection === 'yes',
    extraKm: Number(choices.extraKm),
  }
  return Object.values(extras).some(Boolean) ? extras : undefined
}

/** What a quote is asked for. */
export function quoteBody(carId: string, choices: Choices) {
  const { startDate, endDate, pickupTime, dropoffTime, pickupLocation, dropoffLocation } = choices
  return {
    carId,
    startDate,
    endDate,
    pickupTime,
    dropoffTime,
    pickupLocation: pickupLocation || undefined,
    dropoffLocation: dropoffLocation || undefined,
    extras: chosenExtras(choices),
  }
}

/** Takes a change over. An M-Pesa number that was only the phone's follows the phone. */
export function changeChoices(choices: Choices, some: Partial<Choices>): Choices {
  const changed = withoutOtherPlaces(choices, { ...choices, ...some })
  if (changed.phone === choices.phone || some.mpesaNumber !== undefined) return changed
  const followed = choices.mpesaNumber === '' || isSamePhone(choices.mpesaNumber, choices.phone)
  return followed ? { ...changed, mpesaNumber: kenyanPhone(changed.phone) } : changed
}

function isSamePhone(a: string, b: string): boolean {
  const phone = normaliseKenyanPhone(a)
  return phone !== undefined && phone === normaliseKenyanPhone(b)
}

function kenyanPhone(text: string): string {
  return normaliseKenyanPhone(text) ? showPhone(text) : ''
}

/** The rental period chosen in the fleet wins over the one kept. */
export function withPeriod(choices: Choices, period: StaySearch): Choices {
  const { startDate, endDate } = period
  if (!startDate || !endDate) return choices
  return {
    ...choices,
    startDate,
    endDate,
    pickupTime: readTime(period.pickupTime ?? choices.pickupTime),
    dropoffTime: readTime(period.dropoffTime ?? choices.dropoffTime),
  }
}

/** Who books and from which number they pay: what carries over to another booking, which begins with M-Pesa as the first did. */
export function forAnotherBooking(choices: Choices): Choices {
  const { startDate, endDate, pickupTime, dropoffTime, specialRequests, paymentMethod } = noChoices
  const { chauffeur, additionalDrivers, childSeats, extraKm, delivery, collection } = noChoices
  const extras = { chauffeur, additionalDrivers, childSeats, extraKm, delivery, collection }
  const rental = { startDate, endDate, pickupTime, dropoffTime, specialRequests, paymentMethod }
  return { ...choices, ...extras, ...rental }
}
