import { addDays } from '@twende/contract/calendar-day.ts'
import { clerk, freeCar, now, payAtDesk, type Story, today, took, voidPayment } from './month-firm.ts'
import {
  bookAtCounter,
  bookOnline,
  byBooking,
  cancelByCustomer,
  change,
  comeBack,
  dearerCar,
  extend,
  keepPart,
  leave,
  payOwed,
  recordFine,
  settleDeposit,
} from './rental-acts.ts'

/** What happens to rentals after they were paid. */
export const changedRentals: Readonly<Record<string, Story>> = {
  extended: async function* (firm) {
    const rental = await bookOnline(firm, 'stk')
    yield { days: 1, at: '08:10' }
    await leave(firm, rental)
    yield { days: 2, at: '23:59' }
    await extend(firm, rental, 1, 'card')
    yield { days: 1, at: '09:00' }
    await extend(firm, rental, 1, 'none')
    yield { days: 2, at: '17:00' }
    await comeBack(firm, rental)
    await settleDeposit(firm, rental, 'keep')
  },
  'exchanged for a dearer car': async function* (firm) {
    const rental = await bookOnline(firm, 'stk', { startsIn: 6, days: 4 })
    yield { days: 1, at: '23:59' }
    const start = addDays(today(firm), 5)
    const car = await dearerCar(firm, rental, start)
    await change(firm, rental, { car })
    yield { days: 5, at: '08:20' }
    await leave(firm, { ...rental, car })
    yield { days: 4, at: '17:00' }
    await comeBack(firm, rental)
  },
  shortened: async function* (firm) {
    const rental = await bookOnline(firm, 'stk', { startsIn: 6, days: 5 })
    yield { days: 2, at: '00:01' }
    await change(firm, rental, { days: -2 })
  },
  'cancelled in time': async function* (firm) {
    const rental = await bookOnline(firm, 'stk', { startsIn: 5 })
    yield { days: 1, at: '00:01' }
    await cancelByCustomer(firm, rental)
  },
  'cancelled too late, a part is kept': async function* (firm) {
    const rental = await bookOnline(firm, 'stk', { startsIn: 2 })
    yield { days: 1, at: '23:59' }
    await cancelByCustomer(firm, rental)
  },
  'cancelled by staff, and taken back': async function* (firm) {
    const rental = await bookAtCounter(firm, 'cash', { startsIn: 3 })
    yield { days: 1, at: '23:50' }
    const body = { reason: 'The customer called' }
    await firm.market.call(
      'POST /api/admin/booking/:bookingId/cancel',
      { ...byBooking(rental), body },
      clerk(firm),
    )
    yield { days: 1, at: '00:10' }
    const undo = { ...byBooking(rental), body: { note: 'Called again' } }
    await firm.market.call('POST /api/admin/booking/:bookingId/undo', undo, clerk(firm))
  },
  'a long rental, cancelled by staff': async function* (firm) {
    const rental = await bookOnline(firm, 'stk', { startsIn: 6, days: 9 })
    yield { days: 0, at: '23:58' }
    const body = { reason: 'The car was in an accident' }
    await firm.market.call(
      'POST /api/admin/booking/:bookingId/cancel',
      { ...byBooking(rental), body },
      clerk(firm),
    )
  },
  'nobody came': async function* (firm) {
    const rental = await bookOnline(firm, 'stk', { days: 2 })
    yield { days: 1, at: '19:00' }
    const body = { note: 'The phone is off' }
    await firm.market.call(
      'POST /api/admin/booking/:bookingId/no-show',
      { ...byBooking(rental), body },
      clerk(firm),
    )
  },
  'charged for a scratch, kept of the deposit': async function* (firm) {
    const rental = await bookAtCounter(firm, 'cash', { days: 2 })
    yield { days: 1, at: '08:10' }
    await leave(firm, rental)
    yield { days: 2, at: '17:00' }
    const charges = [{ what: 'Scratch on the left door', amount: 2_500 }]
    await comeBack(firm, rental, { charges, chargesPayment: { paidBy: 'deposit' } })
    yield { days: 0, at: '23:59' }
    await settleDeposit(firm, rental)
  },
  'charged, paid in cash, and disputed': async function* (firm) {
    const { customer, ...rental } = await bookOnline(firm, 'stk', { days: 2 })
    yield { days: 1, at: '08:10' }
    await leave(firm, { ...rental, customer })
    yield { days: 2, at: '17:00' }
    const charges = [{ what: 'Cleaning', amount: 1_800 }]
    const chargesPayment = await payAtDesk(firm, 'cash', 1_800)
    await comeBack(firm, { ...rental, customer }, { charges, chargesPayment })
    yield { days: 1, at: '00:05' }
    const { call } = firm.market
    const dispute = { ...byBooking(rental), body: { charge: 0, reason: 'It was clean' } }
    await call('POST /api/booking/:bookingId/dispute', dispute, customer)
    yield { days: 1, at: '10:00' }
    const body = { charge: 0, decision: 'withdrawn', amount: 700, reason: 'Partly so' } as const
    await call(
      'POST /api/admin/booking/:bookingId/dispute/decide',
      { ...byBooking(rental), body },
      clerk(firm),
    )
  },
  'a part of the deposit is kept, then released': async function* (firm) {
    const rental = await bookOnline(firm, 'stk', { days: 2 })
    yield { days: 1, at: '08:10' }
    await leave(firm, rental, 'card')
    yield { days: 2, at: '17:00' }
    await comeBack(firm, rental)
    yield { days: 0, at: '23:59' }
    await keepPart(firm, rental)
    yield { days: 1, at: '09:00' }
    const { id: partId } = await firm.market.db
      .selectFrom('kept_deposit_parts')
      .innerJoin('deposits', 'deposits.id', 'deposit_id')
      .select('kept_deposit_parts.id')
      .where('booking_id', '=', rental.id)
      .executeTakeFirstOrThrow()
    const request = { params: { bookingId: rental.id, partId }, body: { reason: 'An old scratch' } }
    await firm.market.call(
      'POST /api/admin/booking/:bookingId/deposit/keep/:partId/release',
      request,
      clerk(firm),
    )
    yield { days: 1, at: '09:00' }
    await settleDeposit(firm, rental)
  },
  'fined, and paid': async function* (firm) {
    const rental = await bookAtCounter(firm, 'cash', { days: 2 })
    yield { days: 1, at: '08:10' }
    await leave(firm, rental)
    const offence = new Date(now(firm).getTime() + 60_000)
    yield { days: 2, at: '17:00' }
    await comeBack(firm, rental)
    yield { days: 0, at: '23:59' }
    await recordFine(firm, rental.car.plate, offence, 3_000)
    yield { days: 1, at: '00:01' }
    await payOwed(firm, rental, 'mpesa')
  },
  'fined, paid, and withdrawn': async function* (firm) {
    const rental = await bookOnline(firm, 'stk', { days: 2 })
    yield { days: 1, at: '08:10' }
    await leave(firm, rental)
    const offence = new Date(now(firm).getTime() + 60_000)
    yield { days: 2, at: '17:00' }
    await comeBack(firm, rental)
    const fineId = await recordFine(firm, rental.car.plate, offence, 2_000)
    await settleDeposit(firm, rental, 'keep')
    yield { days: 1, at: '00:02' }
    const request = { params: { fineId }, body: { reason: 'Another plate' } }
    await firm.market.call('POST /api/admin/fine/:fineId/withdraw', request, clerk(firm))
  },
  'a fine of our own': async function* (firm) {
    const car = await freeCar(firm, today(firm), today(firm))
    yield { days: 0, at: '23:59' }
    await recordFine(firm, car.plate, new Date(now(firm).getTime() - 120_000), 1_500)
  },
  'the car is lost': async function* (firm) {
    const rental = await bookAtCounter(firm, 'cheque', { days: 2 })
    rental.car.freeFrom = '2030-01-01'
    yield { days: 1, at: '08:10' }
    await leave(firm, rental)
    yield { days: 3, at: '21:00' }
    const request = { ...byBooking(rental), body: { reason: 'Reported to the police' } }
    await firm.market.call('POST /api/admin/booking/:bookingId/lost', request, clerk(firm))
    yield { days: 0, at: '23:59' }
    await firm.market.call('POST /api/admin/booking/:bookingId/lost', request, firm.admin)
  },
  'recorded by mistake': async function* (firm) {
    const rental = await bookAtCounter(firm, 'cash', { startsIn: 4 })
    yield { days: 1, at: '10:00' }
    await voidPayment(firm, rental.id)
    took(firm, 'cash', -rental.price, addDays(today(firm), -1))
  },
}
