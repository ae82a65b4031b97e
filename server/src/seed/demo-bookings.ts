import { BookingRequest } from '@twende/contract/bookings/booking.ts'
import { FULL_TANK } from '@twende/contract/bookings/condition/condition-report.ts'
import { DEFAULT_PICKUP_TIME } from '@twende/contract/business-constants.ts'
import { addDays, nairobiDay, nairobiInstant } from '@twende/contract/calendar-day.ts'
import { needsSecondPerson } from '@twende/contract/payments/payment-choices.ts'
import type { DemoBooking } from '../../demo/bookings.ts'
import type { DemoPerson } from '../../demo/people.ts'
import { randomInteger } from '../basic-deps.ts'
import { cancelBooking } from '../bookings/cancel-booking.ts'
import { confirmBooking } from '../bookings/confirm-booking.ts'
import { readAdminDeposit } from '../bookings/deposit/read-deposit.ts'
import { settleDeposit } from '../bookings/deposit/return-deposit.ts'
import { takeDeposit } from '../bookings/deposit/take-deposit.ts'
import { expireHolds } from '../bookings/expire-holds.ts'
import { handOverCar, returnCar } from '../bookings/hand-over-and-return.ts'
import { requestBooking } from '../bookings/request-booking.ts'
import { reviewBooking } from '../bookings/review-booking.ts'
import type { AppDeps } from '../deps.ts'
import { withKey, withoutKey } from '../http/idempotency.ts'
import type { IdempotencyKey } from '../http/idempotency-store.ts'
import { settlePayment } from '../payments/collections/settle-payment.ts'
import { reportDemoMoney } from '../payments/providers/mpesa/report-demo-money.ts'
import { randomReceipt } from '../payments/providers/mpesa/simulator/daraja-ids.ts'
import { markRefundPaid } from '../payments/refunds/mark-refund-paid.ts'
import { addDemoDriver } from './demo-drivers.ts'
import { findDueRefund } from './demo-market-store.ts'
import { demoReport } from './demo-reports.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const DRIVEN: readonly DemoBooking['ends'][] = ['completed', 'active']

export type DemoBookingInput = {
  demo: DemoBooking
  key: IdempotencyKey
  /** Dates of the demo data count from the day of this instant. */
  now: Date
  carId: string
  pickupLocation: string
  customer: DemoPerson
  customerId: string
  staffId: string
  /** Pictures of the car in `server/demo/pictures`, front view first. */
  pictures: readonly string[]
}

/** Creates a booking through the same use cases as real requests, with the clock set to the time of each step. */
export async function createDemoBooking(deps: AppDeps, input: DemoBookingInput): Promise<void> {
  const { demo, customerId: accountId, now } = input
  const request = requestOf(input)
  const pickup = nairobiInstant(request.startDate, request.pickupTime)
  const dropoff = nairobiInstant(request.endDate, request.dropoffTime)
  const booked = demo.ends === 'pending' ? now : bookedAt(deps, demo, request.startDate)
  const at = (instant: Date, minutes = 0): AppDeps =>
    atInstant(deps, new Date(instant.getTime() + minutes * MINUTE_MS))

  const then = at(booked)
  const { booking, payment } = await requestBooking(then, accountId, request, withKey(then, input.key))
  const bookingId = booking._id
  if (demo.ends === 'pending') return
  if (demo.ends === 'expired') {
    const declined = { kind: 'not_paid', failure: 'cancelled' } as const
    if (payment) await settlePayment(at(booked, 1), payment._id, declined)
    await expireHolds(at(booked, 16))
    return
  }
  const receipt = randomReceipt(booked, deps.random)
  if (payment) {
    const paid = { kind: 'paid', receipt, amountReceived: booking.finalAmount } as const
    await settlePayment(at(booked, 1), payment._id, paid)
  } else {
    const confirming = {
      bookingId,
      accountId: input.staffId,
      note: '',
      paidBy: 'mpesa',
      code: receipt,
    } as const
    await confirmBooking(at(booked, 25), confirming)
    await reportDemoMoney(at(booked, 25), {
      code: receipt,
      amount: booking.finalAmount,
      name: input.customer.name,
      reference: booking.bookingId,
    })
  }
  if (demo.ends === 'cancelled') {
    await cancelBooking(at(booked, 2 * 24 * 60), { bookingId, accountId, reason: '' })
  }
  if (demo.ends === 'cancelled') return
  const checkedBy = DRIVEN.includes(demo.ends) ? input.staffId : undefined
  await addDemoDriver(at(booked, 45), { booking, accountId, name: input.customer.name, checkedBy })
  if (!DRIVEN.includes(demo.ends)) return
  await drive(deps, input, bookingId, { pickup, dropoff })
  if (demo.ends === 'active' || !demo.review) return
  const [rating, comment] = demo.review
  await reviewBooking(at(dropoff, 20 * 60), { bookingId, accountId, rating, comment })
}

/** Hands the car over and, unless the rental is under way, takes it back, each with its report. */
async function drive(
  deps: AppDeps,
  { demo, now, staffId: accountId, customer, pictures }: DemoBookingInput,
  bookingId: string,
  { pickup, dropoff }: { pickup: Date; dropoff: Date },
): Promise<void> {
  const km = randomInteger(deps.random, 28_000, 96_000)
  const report = { bookingId, accountId, pictures, signerName: customer.name }
  const handing = { bookingId, accountId }
  const deposit = await readAdminDeposit(deps, bookingId, accountId)
  if (deposit) await takeDeposit(atInstant(deps, pickup), { ...handing, paidBy: 'cash', code: '', note: '' })
  const leaving = atInstant(deps, new Date(pickup.getTime() + 5 * MINUTE_MS))
  const handover = await demoReport(leaving, { ...report, kind: 'handover' })
  // The rentals of a car are not made in the order of their days.
  const state = { fuel: FULL_TANK, note: '', kmConfirmed: true }
  await handOverCar(leaving, { ...handing, condition: { km, ...state, report: handover } }, withoutKey(deps))
  if (demo.ends === 'active') return
  const driven = demo.days * randomInteger(deps.random, 60, 190)
  const coming = atInstant(deps, new Date(dropoff.getTime() - 10 * MINUTE_MS))
  const returned = await demoReport(coming, { ...report, kind: 'return' })
  const condition = { km: km + driven, ...state, report: returned }
  await returnCar(coming, { ...handing, condition }, withoutKey(deps))
  if (!deposit) return
  await settleDeposit(atInstant(deps, dropoff), handing)
  const nextDay = new Date(dropoff.getTime() + DAY_MS)
  if (nextDay > now) return
  const refund = await findDueRefund(deps.db, deposit._id)
  // A large one waits for a second person.
  if (!refund || needsSecondPerson(refund.amount)) return
  await markRefundPaid(atInstant(deps, nextDay), {
    refundId: refund.id,
    accountId,
    paidBy: 'cash',
    code: '',
    otherCodes: [],
    note: 'Cash, signed for',
  })
}

function atInstant(deps: AppDeps, instant: Date): AppDeps {
  return { ...deps, clock: { now: () => instant } }
}

/** A time between 7:00 and 22:00 on the day of booking. */
function bookedAt({ random }: Pick<AppDeps, 'random'>, demo: DemoBooking, startDate: string): Date {
  const morning = nairobiInstant(addDays(startDate, -demo.ahead), '07:00')
  return new Date(morning.getTime() + randomInteger(random, 0, 15 * 60) * MINUTE_MS)
}

function requestOf({ demo, now, carId, pickupLocation, customer }: DemoBookingInput): BookingRequest {
  const [firstName = '', lastName = ''] = customer.name.split(' ')
  const startDate = addDays(nairobiDay(now), demo.starts)
  return BookingRequest.parse({
    carId,
    startDate,
    endDate: addDays(startDate, demo.days),
    pickupTime: demo.pickupTime ?? DEFAULT_PICKUP_TIME,
    dropoffTime: DEFAULT_PICKUP_TIME,
    pickupLocation,
    dropoffLocation: demo.dropoff ?? pickupLocation,
    customerInfo: {
      firstName,
      lastName,
      email: customer.email,
      phone: customer.phone,
    },
    paymentMethod: demo.pays,
    paymentDetails: { mpesaNumber: demo.pays === 'mpesa' ? customer.phone : '' },
    specialRequests: demo.wish,
  })
}
