import { BookingRequest } from '@twende/contract/bookings/booking.ts'
import { DEFAULT_PICKUP_TIME } from '@twende/contract/business-constants.ts'
import { addDays, nairobiDay, nairobiInstant } from '@twende/contract/calendar-day.ts'
import type { DemoPerson } from '../../demo/people.ts'
import type { DemoStay } from '../../demo/stays.ts'
import { cancelBooking } from '../bookings/cancel-booking.ts'
import { confirmBooking } from '../bookings/confirm-booking.ts'
import { expireHolds } from '../bookings/expire-holds.ts'
import { handOverCar, returnCar } from '../bookings/hand-over-and-return.ts'
import { requestBooking } from '../bookings/request-booking.ts'
import { reviewBooking } from '../bookings/review-booking.ts'

import type { AppDeps } from '../deps.ts'
import { settlePayment } from '../payments/collections/settle-payment.ts'
import { drawReceipt } from './draw-receipt.ts'
import { drawNumber } from './seeded-random.ts'

const MINUTE_MS = 60_000
const HAPPENED_BEFORE: readonly DemoStay['ends'][] = ['completed', 'active']

export type PlayedStay = {
  stay: DemoStay
  key: string
  /** The day the offsets of the stay count from is that of this instant. */
  now: Date
  carId: string
  pickupLocation: string
  customer: DemoPerson
  customerId: string
  staffId: string
}

/** Plays a rental through the same verbs that people use, with the clock moved to when each happened. */
export async function playStay(deps: AppDeps, played: PlayedStay): Promise<void> {
  const { stay, customerId: accountId, now } = played
  const request = requestOf(played)
  const pickup = nairobiInstant(request.startDate, request.pickupTime)
  const dropoff = nairobiInstant(request.endDate, request.dropoffTime)
  const booked = stay.ends === 'pending' ? now : bookedAt(deps, stay, request.startDate)
  const at = (instant: Date, minutes = 0): AppDeps =>
    atInstant(deps, new Date(instant.getTime() + minutes * MINUTE_MS))

  const { booking, payment } = await requestBooking(at(booked), accountId, request, played.key)
  const bookingId = booking._id
  if (stay.ends === 'pending') return
  if (stay.ends === 'expired') {
    const declined = {
      kind: 'not_paid',
      resultCode: '1032',
      resultDesc: 'Request cancelled by user',
    } as const
    if (payment) await settlePayment(at(booked, 1), payment._id, declined)
    await expireHolds(at(booked, 16))
    return
  }
  const receipt = drawReceipt(booked, deps.random)
  if (payment) {
    const paid = { kind: 'paid', receipt, amountReceived: booking.finalAmount } as const
    await settlePayment(at(booked, 1), payment._id, paid)
  } else {
    const note = `Paid by M-Pesa, ${receipt}`
    const confirming = { bookingId, accountId: played.staffId, note, paidBy: 'cash', code: '' } as const
    await confirmBooking(at(booked, 25), confirming)
  }
  if (stay.ends === 'cancelled') {
    await cancelBooking(at(booked, 2 * 24 * 60), { bookingId, accountId, reason: '' })
  }
  if (!HAPPENED_BEFORE.includes(stay.ends)) return
  const km = drawNumber(deps.random, 28_000, 96_000)
  const handing = { bookingId, accountId: played.staffId }
  await handOverCar(at(pickup, 5), { ...handing, condition: { km, fuel: 'full', note: '' } })
  if (stay.ends === 'active') return
  const driven = stay.days * drawNumber(deps.random, 60, 190)
  await returnCar(at(dropoff, -10), { ...handing, condition: { km: km + driven, fuel: 'full', note: '' } })
  if (!stay.review) return
  const [rating, comment] = stay.review
  await reviewBooking(at(dropoff, 20 * 60), { bookingId, accountId, rating, comment })
}

function atInstant(deps: AppDeps, instant: Date): AppDeps {
  return { ...deps, clock: { now: () => instant } }
}

/** Some time between breakfast and bed. */
function bookedAt({ random }: Pick<AppDeps, 'random'>, stay: DemoStay, startDate: string): Date {
  const morning = nairobiInstant(addDays(startDate, -stay.ahead), '07:00')
  return new Date(morning.getTime() + drawNumber(random, 0, 15 * 60) * MINUTE_MS)
}

function requestOf({ stay, now, carId, pickupLocation, customer }: PlayedStay): BookingRequest {
  const [firstName = '', lastName = ''] = customer.name.split(' ')
  const startDate = addDays(nairobiDay(now), stay.starts)
  return BookingRequest.parse({
    carId,
    startDate,
    endDate: addDays(startDate, stay.days),
    pickupTime: stay.pickupTime ?? DEFAULT_PICKUP_TIME,
    dropoffTime: DEFAULT_PICKUP_TIME,
    pickupLocation,
    dropoffLocation: stay.dropoff ?? pickupLocation,
    customerInfo: {
      firstName,
      lastName,
      email: customer.email,
      phone: customer.phone,
    },
    paymentMethod: stay.pays,
    paymentDetails: { mpesaNumber: stay.pays === 'mpesa' ? customer.phone : '' },
    specialRequests: stay.wish,
  })
}
