import { addDays, daysBetween } from '@twende/contract/calendar-day.ts'
import type { DeskMethod } from '@twende/contract/payments/desk-payment.ts'
import {
  clerk,
  decideOnMoney,
  matchByHand,
  now,
  payAtPaybill,
  runJobs,
  type Story,
  today,
} from './month-firm.ts'
import {
  bookAtCounter,
  bookOnline,
  byBooking,
  comeBack,
  endOf,
  leave,
  owedOf,
  payOwed,
  settleDeposit,
} from './rental-acts.ts'

/** Paid at once at the counter, and nothing happens. */
const atCounter = (paidBy: DeskMethod, childSeats?: number): Story =>
  async function* (firm) {
    const rental = await bookAtCounter(firm, paidBy, {
      days: 2 + Math.floor(firm.draw() * 5),
      ...(childSeats && { childSeats }),
    })
    yield { days: 1, at: '08:10' }
    await leave(firm, rental)
    yield { days: daysBetween(today(firm), await endOf(firm, rental)), at: '17:00' }
    await comeBack(firm, rental)
    yield { days: 0, at: '23:58' }
    await settleDeposit(firm, rental)
  }

/** How rentals are paid. */
export const paidRentals: Readonly<Record<string, Story>> = {
  'paid in cash': atCounter('cash'),
  'paid by card, with child seats': atCounter('card', 2),
  'paid to the bank': atCounter('bank'),
  'paid by cheque': atCounter('cheque'),
  'paid by phone at the counter': atCounter('mpesa'),
  'paid yesterday, recorded today': async function* (firm) {
    const rental = await bookAtCounter(firm, 'bank', {}, addDays(today(firm), -1))
    yield { days: 1, at: '08:10' }
    await leave(firm, rental, 'cheque')
    // Comes back on the next day but one after it should have.
    yield { days: 5, at: '09:30' }
    await comeBack(firm, rental)
  },
  'paid on the phone': async function* (firm) {
    const rental = await bookOnline(firm, 'stk')
    yield { days: 1, at: '08:10' }
    await leave(firm, rental, 'mpesa')
    yield { days: 3, at: '17:30' }
    await comeBack(firm, rental)
    yield { days: 1, at: '00:02' }
    await settleDeposit(firm, rental)
  },
  'not paid, and owed': async function* (firm) {
    const rental = await bookAtCounter(firm, 'none')
    yield { days: 1, at: '08:10' }
    const amount = await owedOf(firm, rental)
    const body = { amount, reason: 'A firm that pays by invoice' }
    await firm.market.call(
      'POST /api/admin/booking/:bookingId/owed/allow',
      { ...byBooking(rental), body },
      clerk(firm),
    )
    await leave(firm, rental)
    yield { days: 3, at: '17:30' }
    await comeBack(firm, rental)
    yield { days: 1, at: '10:00' }
    await payOwed(firm, rental, 'bank', addDays(today(firm), -1))
  },
  'owed until the end of the month': async function* (firm) {
    const rental = await bookAtCounter(firm, 'none', { days: 2 })
    yield { days: 1, at: '08:10' }
    const body = { amount: await owedOf(firm, rental), reason: 'A neighbour' }
    await firm.market.call(
      'POST /api/admin/booking/:bookingId/owed/allow',
      { ...byBooking(rental), body },
      clerk(firm),
    )
    await leave(firm, rental)
    yield { days: 2, at: '17:30' }
    await comeBack(firm, rental)
  },
  'paid in parts': async function* (firm) {
    const rental = await bookOnline(firm, 'whatsapp', { startsIn: 4 })
    await payAtPaybill(firm, 1_200, rental.reference)
    yield { days: 1, at: '00:01' }
    await payAtPaybill(firm, rental.price - 1_200, rental.reference)
    await decideOnMoney(firm, rental.id, 'accept')
  },
  'paid too much': async function* (firm) {
    const rental = await bookOnline(firm, 'whatsapp', { startsIn: 3 })
    await payAtPaybill(firm, rental.price + 1_500, rental.reference.toLowerCase())
    yield { days: 1, at: '11:00' }
    await decideOnMoney(firm, rental.id, 'accept')
  },
  'paid twice': async function* (firm) {
    const rental = await bookOnline(firm, 'stk', { startsIn: 3 })
    yield { days: 0, at: '23:59' }
    await payAtPaybill(firm, rental.price, rental.reference)
    yield { days: 1, at: '10:00' }
    await decideOnMoney(firm, rental.id, 'giveBack')
  },
  'paid too late': async function* (firm) {
    const rental = await bookOnline(firm, 'whatsapp', { startsIn: 5 })
    yield { days: 3, at: '12:00' }
    await runJobs(firm)
    await payAtPaybill(firm, rental.price, rental.reference)
    await decideOnMoney(firm, rental.id, 'giveBack')
  },
  'paid under a wrong reference, matched on the next day': async function* (firm) {
    const rental = await bookAtCounter(firm, 'none', { startsIn: 3 })
    yield { days: 0, at: '23:59' }
    const receipt = await payAtPaybill(firm, rental.price, 'NJERI')
    yield { days: 1, at: '00:02' }
    await matchByHand(firm, receipt, rental.reference)
  },
  'reported by M-Pesa a day late': async function* (firm) {
    const rental = await bookAtCounter(firm, 'none', { startsIn: 3 })
    const paidAt = now(firm)
    yield { days: 1, at: '08:00' }
    await payAtPaybill(firm, rental.price, rental.reference, paidAt)
    yield { days: 3, at: '08:30' }
    await leave(firm, rental)
    yield { days: 3, at: '16:00' }
    await comeBack(firm, rental)
  },
}
