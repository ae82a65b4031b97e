import { randomUUID } from 'node:crypto'
import type { ExtraChoices } from '@twende/contract/bookings/booked-extras.ts'
import type { Booking } from '@twende/contract/bookings/booking.ts'
import {
  GUIDED_POSITIONS,
  type Mark,
  type ReportKind,
} from '@twende/contract/bookings/condition/condition-report.ts'
import { nairobiDay } from '@twende/contract/calendar-day.ts'
import type * as z from 'zod/mini'
import { photoBlob } from './camera.ts'
import { call, carNamed, type Stay, stayIn } from './market.ts'
import { approveByApi, confirmByApi } from './papers.ts'
import { moveHandoverBack } from './past-days.ts'
import { firstAdminToken, newPerson, type Person, preparerToken } from './people.ts'
import { postForm } from './post-form.ts'

/** A rental as a journey finds it, and its pages for the customer and for staff. */
export type Rental = { customer: Person; booking: Booking; stay: Stay; ownPage: string; deskPage: string }

type Wish = {
  customer: string
  car: string
  /** The first day that will do; where others have the car then, the next days on which it is free. */
  daysAhead: number
  days?: number
  /** Child seats, a chauffeur, an address. */
  extras?: Partial<z.input<typeof ExtraChoices>> & { deliveryAddress?: string }
}

const FIRST_DAYS_TRIED = 12

/** The first stay from this day on for which nobody has the car: journeys and runs before may have taken some. */
export async function freeStay(carName: string, daysAhead: number, days: number): Promise<Stay> {
  const { _id: carId } = await carNamed(carName)
  for (let tried = 0; tried <= FIRST_DAYS_TRIED; tried += 1) {
    const stay = stayIn(daysAhead + tried * (days + 1), days)
    const body = { carId, ...stay, pickupLocation: 'Nairobi', dropoffLocation: 'Nairobi' }
    const { data } = await call('POST /api/booking/quote', { body })
    if (data.free) return stay
  }
  throw new Error(`There are no days on which ${carName} is free.`)
}

/** A booking that waits for its money, to be paid in a chat. */
export async function pendingRental({ customer: name, car, daysAhead, days = 2, extras = {} }: Wish) {
  const [customer, { _id: carId }] = await Promise.all([newPerson(name), carNamed(car)])
  const [firstName = '', lastName = ''] = name.split(' ')
  const { email, phone, token } = customer
  for (let tried = 0; ; tried += 1) {
    const stay = stayIn(daysAhead + tried * (days + 1), days)
    const body = {
      carId,
      ...stay,
      pickupLocation: 'Nairobi',
      dropoffLocation: 'Nairobi',
      customerInfo: { firstName, lastName, email, phone },
      paymentMethod: 'whatsapp' as const,
      extras,
    }
    try {
      const { data } = await call('POST /api/booking/create', { body }, { token })
      return rentalOf(customer, data, stay)
    } catch (refusal) {
      const isTaken = refusal instanceof Error && 'code' in refusal && refusal.code === 'car_taken'
      if (!isTaken || tried === FIRST_DAYS_TRIED) throw refusal
    }
  }
}

function rentalOf(customer: Person, booking: Booking, stay: Stay): Rental {
  const [ownPage, deskPage] = [`/mybookings/${booking._id}`, `/admin/bookings/${booking._id}`]
  return { customer, booking, stay, ownPage, deskPage }
}

/** A booking that was paid in cash. */
export async function confirmedRental(wish: Wish): Promise<Rental> {
  const rental = await pendingRental(wish)
  await confirmByApi(rental.booking._id)
  return rental
}

/** The same, and its customer may drive. */
export async function rentalWithPapers(wish: Wish): Promise<Rental> {
  const rental = await confirmedRental(wish)
  await approveByApi(rental.booking._id, rental.customer)
  return rental
}

export async function takeDepositByApi({ booking }: Rental) {
  const params = { bookingId: booking._id }
  const staff = { token: await firstAdminToken() }
  await call('POST /api/admin/booking/:bookingId/deposit/take', { params, body: { paidBy: 'cash' } }, staff)
}

/** A rental whose car is out with a full tank and 42,000 km, its deposit taken in cash. */
export async function rentalOut(wish: Wish): Promise<Rental> {
  const rental = await rentalWithPapers(wish)
  await takeDepositByApi(rental)
  const params = { bookingId: rental.booking._id }
  const staff = { token: await firstAdminToken() }
  const report = await makeReport(rental, 'handover', [])
  // Cars of the demo have other kilometres.
  const body = { km: 42_000, kmConfirmed: true, fuel: 8, report }
  await call('POST /api/admin/booking/:bookingId/handover', { params, body }, staff)
  return rental
}

/** Takes the car of a rental back, with a scratch and half a tank, for which the customer pays in cash. */
async function returnByApi(rental: Rental) {
  const scratch = { id: randomUUID(), x: 35, y: 200, kind: 'scratch' as const, note: '' }
  const report = await makeReport(rental, 'return', [scratch])
  const charges = [
    { kind: 'fuel' as const, amount: 4_800, quantity: 4 },
    { kind: 'damage' as const, amount: 2_000, markId: scratch.id },
  ]
  const body = { km: 42_380, fuel: 4, report, charges, chargesPayment: { paidBy: 'cash' as const } }
  const params = { bookingId: rental.booking._id }
  const staff = { token: await firstAdminToken() }
  await call('POST /api/admin/booking/:bookingId/return', { params, body }, staff)
}

const signature = {
  strokes: [
    [40, 120, 90, 40, 140, 180, 200, 60, 260, 170],
    [300, 60, 420, 150],
  ],
}

/** The report of a car's condition, whose eight photos have been sent. */
async function makeReport({ customer, booking }: Rental, kind: ReportKind, marks: Mark[]) {
  const draftId = randomUUID()
  const params = { bookingId: booking._id, kind }
  const token = await preparerToken()
  const start = 'POST /api/admin/booking/:bookingId/condition/:kind/start'
  await call(start, { params, body: { draftId } }, { token })
  const photos = GUIDED_POSITIONS.map((position) => ({ photoId: randomUUID(), position }))
  const address = `/api/admin/booking/${booking._id}/condition/${kind}/photo`
  for (const named of photos) await postForm(address, token, { draftId, ...named, photo: photoBlob() })
  const photoIds = photos.map(({ photoId }) => photoId)
  const signedAt = new Date().toISOString()
  return { draftId, photoIds, marks, equipment: [], signature, signerName: customer.name, signedAt }
}

/** Staff keeps 1,500 of the deposit for the scratch. */
async function keepByApi({ booking }: Rental) {
  await postForm(`/api/admin/booking/${booking._id}/deposit/keep`, await preparerToken(), {
    amount: '1500',
    reason: 'damage',
    words: 'The scratch on the left side',
    photo: photoBlob(),
  })
}

/** The customer disputes the charge for fuel, which is the first. */
export async function disputeFuelByApi({ customer, booking }: Rental) {
  const body = { charge: 0, reason: 'I filled the tank an hour before' }
  await call('POST /api/booking/:bookingId/dispute', { params: { bookingId: booking._id }, body }, customer)
}

/** The number plate of a car, as only staff sees it. */
async function plateOf({ carId, carName: search }: Booking): Promise<string> {
  const staff = { token: await firstAdminToken() }
  const { data } = await call('GET /api/admin/cars', { query: { search } }, staff)
  const plate = data.find(({ _id }) => _id === carId)?.numberPlate
  if (!plate) throw new Error('this car has no number plate')
  return plate
}

/** A rental whose car is out, and a moment before now at which it was. */
export async function rentalWithOffence(wish: Wish) {
  const rental = await rentalOut(wish)
  await moveHandoverBack(rental.booking._id)
  const anHourAgo = new Date(Date.now() - 3_600_000)
  const time = anHourAgo.toLocaleTimeString('en-GB', {
    timeZone: 'Africa/Nairobi',
    hour: '2-digit',
    minute: '2-digit',
  })
  return { ...rental, plate: await plateOf(rental.booking), day: nairobiDay(anHourAgo), time }
}

/**
 * A rental with all that may be left to settle: its car is back with a scratch and half a tank, 1,500 of the deposit are
 * kept for it, and a fine of 3,000 with its paper is owed.
 */
export async function rentalToSettle(wish: Wish) {
  const rental = await rentalWithOffence(wish)
  await returnByApi(rental)
  // Before the fine, which it would pay.
  await keepByApi(rental)
  const { plate, day, time, booking } = rental
  const { _id } = await postForm('/api/admin/fines', await preparerToken(), {
    plate,
    day,
    time,
    amount: '3000',
    reference: `NTSA/${booking.bookingId}`,
    paper: photoBlob(),
  })
  const fineId: string = _id
  return { ...rental, fineId }
}

/** The customer disputes a fine. */
export async function disputeFineByApi({ customer, booking }: Rental, fine: string) {
  const body = { fine, reason: 'I had parked at that time' }
  await call('POST /api/booking/:bookingId/dispute', { params: { bookingId: booking._id }, body }, customer)
}
