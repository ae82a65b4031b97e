import { showPhone } from '@twende/contract/payments/phone-number.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { handOver, takeBack } from '../testing/condition-reports.ts'
import { carOutWithDeposit } from '../testing/deposits.ts'
import { expectBalanced } from '../testing/ledger-invariants.ts'
import { readMails } from '../testing/mailbox.ts'
import { paidWith } from '../testing/payments.ts'
import type { Person } from '../testing/people.ts'
import { BOOKING_MORNING, bookCar, historyOf, moveBookingOn } from '../testing/renting.ts'
import { openTestMarket, type TestMarket } from '../testing/test-app.ts'
import { makeAgreement } from './agreements/make-agreement.ts'

let market: TestMarket
let staff: Person
let colleague: Person
let rental: Awaited<ReturnType<typeof carOutWithDeposit>>

const HOUR = 3_600_000
const DEPOSIT = 10_000

beforeAll(async () => {
  market = await openTestMarket({ now: BOOKING_MORNING, env: { RATE_LIMIT: 'off' } })
  staff = await market.signUp({ role: 'staff', name: 'Joseph Kariuki' })
  colleague = await market.signUp({ role: 'staff', name: 'Mary Wairimu' })
})
beforeEach(async () => {
  market.clock.set(BOOKING_MORNING)
  rental = await carOutWithDeposit(market, staff)
  market.clock.advance(HOUR)
})
afterAll(() => market.close())

const markLost = (person: Person) =>
  market.call(
    'POST /api/admin/booking/:bookingId/lost',
    { params: rental.params, body: { reason: 'Stolen in Thika, OB 12/04/2026' } },
    person,
  )
async function declareLost() {
  await markLost(staff)
  market.clock.advance(HOUR)
  await markLost(colleague)
  market.clock.advance(HOUR)
}
const withdraw = (person: Person, reason = 'The police stopped another car') =>
  market.call(
    'POST /api/admin/booking/:bookingId/lost/withdraw',
    { params: rental.params, body: { reason } },
    person,
  )
const undo = () =>
  market.call(
    'POST /api/admin/booking/:bookingId/undo',
    { params: rental.params, body: { note: 'It was another car' } },
    staff,
  )
const seen = async () =>
  (await market.call('GET /api/admin/booking/:bookingId', { params: rental.params }, staff)).data
const depositOf = async () =>
  (await market.call('GET /api/admin/booking/:bookingId/deposit', { params: rental.params }, staff)).data
    .deposit
const settle = () =>
  market.call('POST /api/admin/booking/:bookingId/deposit/settle', { params: rental.params, body: {} }, staff)
const isOut = async () => {
  const { data } = await market.call('GET /api/admin/counter/cars', {}, staff)
  const { carId } = await seen()
  return data.find(({ _id }) => _id === carId)?.out ?? null
}

describe('a car that was declared lost by mistake', () => {
  test('is so no longer by two people with a reason, and its rental goes on with its deposit', async () => {
    await declareLost()
    await settle()
    expect(await depositOf()).toMatchObject({ held: 0 })
    expect(await isOut()).toMatchObject({ isLost: true })

    expect((await withdraw(staff)).message).toMatch(/Somebody else has to agree/)
    expect(await seen()).toMatchObject({
      status: 'completed',
      carIsLost: true,
      loss: { withdrawal: { by: 'Joseph Kariuki', reason: 'The police stopped another car' } },
    })
    const { data: today } = await market.call('GET /api/admin/today', {}, colleague)
    expect(today.approvals).toContainEqual(
      expect.objectContaining({ kind: 'withdrawLoss', id: rental.bookingId, byId: staff.accountId }),
    )
    await expect(withdraw(staff)).rejects.toMatchObject({ status: 409, code: 'loss_needs_second_person' })
    expect((await withdraw(colleague)).message).toBe('The car is not lost any more. Its rental goes on.')

    expect(await seen()).toMatchObject({
      status: 'active',
      carIsLost: false,
      loss: null,
      handoverReturn: null,
    })
    expect(await isOut()).toMatchObject({ isLost: false })
    expect(await depositOf()).toMatchObject({ held: DEPOSIT, settledBy: null, returnBy: null })
    expect((await historyOf(market, rental.bookingId)).at(-1)).toMatchObject({
      what: 'Loss of the car withdrawn',
      note: 'The police stopped another car',
    })
    const { data: after } = await market.call('GET /api/admin/today', {}, colleague)
    expect(after.approvals.filter(({ id }) => id === rental.bookingId)).toEqual([])
    await expectBalanced(market)

    await takeBack(market, staff, rental.bookingId)
    expect(await seen()).toMatchObject({ status: 'completed', carIsLost: false })
    await settle()
    await expectBalanced(market)
  })

  test('is told to its customer, with the deposit and what is owed; so is the withdrawal', async () => {
    const mailsOf = async (kind: 'booking_car_lost' | 'booking_loss_withdrawn') =>
      readMails(market.db, { accountId: rental.customer.accountId, kind })
    await markLost(staff)
    expect(await mailsOf('booking_car_lost')).toEqual([])
    await markLost(colleague)
    const [lost, ...others] = await mailsOf('booking_car_lost')
    expect(others).toEqual([])
    expect(lost?.body).toContain('We have recorded')
    expect(lost?.body).toContain('We hold your deposit, Ksh 10,000')
    expect(lost?.body).not.toContain('You still owe')
    const { whatsappNumber } = (await market.call('GET /api/settings', {})).data
    expect(lost?.body).toContain(showPhone(whatsappNumber))
    // What staff wrote down is for staff.
    expect(lost?.body).not.toContain('Stolen in Thika')

    await withdraw(staff)
    expect(await mailsOf('booking_loss_withdrawn')).toEqual([])
    await withdraw(colleague)
    const [goesOn, ...more] = await mailsOf('booking_loss_withdrawn')
    expect(more).toEqual([])
    expect(goesOn?.body).toContain('Your rental goes on')
    expect(goesOn?.body).toContain('We hold your deposit, Ksh 10,000, until the car is back.')

    await declareLost()
    expect(await mailsOf('booking_car_lost')).toHaveLength(2)
  })

  test('can be declared lost again', async () => {
    await declareLost()
    await withdraw(staff)
    await withdraw(colleague)
    await declareLost()
    expect(await seen()).toMatchObject({ status: 'completed', carIsLost: true })
    const { data: today } = await market.call('GET /api/admin/today', {}, colleague)
    expect(today.approvals.filter(({ id }) => id === rental.bookingId)).toEqual([])
  })

  test('stays lost once its deposit was sent back, and staff is told what to do', async () => {
    await declareLost()
    await settle()
    const { id } = await market.db
      .selectFrom('refunds')
      .select('id')
      .where('status', '=', 'due')
      .where('payable_type', '=', 'deposit')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    await market.call(
      'POST /api/admin/refund/:refundId/sent',
      { params: { refundId: id }, body: paidWith() },
      staff,
    )
    await withdraw(staff)
    await expect(withdraw(colleague)).rejects.toMatchObject({
      code: 'booking_wrong_state',
      message: /already sent back.*record its return/,
    })
    expect(await seen()).toMatchObject({ status: 'completed', carIsLost: true })
    await takeBack(market, staff, rental.bookingId)
    expect((await seen()).loss).toBeNull()
  })

  test('is not so by one person, nor without its rental, whatever a program writes', async () => {
    await declareLost()
    await withdraw(staff)
    const write = (by: Person) =>
      market.db
        .updateTable('car_losses')
        .set({ withdrawn_by: by.accountId, withdrawn_at: market.clock.now() })
        .where('booking_id', '=', rental.bookingId)
        .execute()
    await expect(write(staff)).rejects.toMatchObject({
      constraint: 'withdrawal_of_a_loss_takes_two_people',
    })
    await expect(write(colleague)).rejects.toMatchObject({ constraint: 'rental_goes_on_without_its_loss' })
    const goesOn = market.db
      .updateTable('bookings')
      .set({ status: 'active' })
      .where('id', '=', rental.bookingId)
      .execute()
    await expect(goesOn).rejects.toMatchObject({ constraint: 'rental_of_a_lost_car_does_not_go_on' })
  })

  test('was only asked for: one person takes that back', async () => {
    await expect(withdraw(staff)).rejects.toMatchObject({ code: 'booking_wrong_state' })
    await markLost(staff)
    expect((await withdraw(colleague)).message).toBe('The request was taken back. The rental goes on.')
    expect(await seen()).toMatchObject({ status: 'active', loss: null })
    await markLost(colleague)
    expect(await seen()).toMatchObject({ status: 'active', loss: { byId: colleague.accountId } })
  })
})

describe('the return of a lost car that was recorded by mistake', () => {
  test('is taken back within a day: the car is lost again, and its paper does not hold', async () => {
    const { bookingId, customer } = rental
    await declareLost()
    const charges = {
      charges: [{ kind: 'fuel' as const, amount: 2_000 }],
      chargesPayment: { paidBy: 'deposit' as const },
    }
    await takeBack(market, staff, bookingId, { km: 42_900, ...charges })
    await makeAgreement(market.deps, { bookingId, kind: 'return' })
    expect((await seen()).undoUntil).not.toBeNull()
    market.clock.advance(HOUR)
    expect((await undo()).message).toBe('The return was taken back. The car counts as lost again.')
    expect(await seen()).toMatchObject({
      status: 'completed',
      carIsLost: true,
      handoverReturn: null,
      extraCharges: 0,
      undoUntil: null,
    })
    expect(await isOut()).toMatchObject({ isLost: true })
    expect(await depositOf()).toMatchObject({ held: DEPOSIT, returnBy: expect.any(String) })
    const papers = await market.call(
      'GET /api/booking/:bookingId/agreements',
      { params: rental.params },
      customer,
    )
    expect(papers.data.map(({ isWithdrawn }) => isWithdrawn)).toEqual([true])
    const [mail] = await readMails(market.db, {
      accountId: customer.accountId,
      kind: 'booking_return_taken_back',
    })
    expect(mail?.body).not.toContain('Your rental goes on')
    expect(mail?.body).toContain('call us')
    await expectBalanced(market)
    await takeBack(market, staff, bookingId, { km: 43_100 })
    expect(await seen()).toMatchObject({ status: 'completed', carIsLost: false })
    await expectBalanced(market)
  })

  test('stays once the car left with somebody else', async () => {
    await declareLost()
    await takeBack(market, staff, rental.bookingId)
    const { carId } = await seen()
    const next = await bookCar(market, await market.signUp(), carId, {
      startDate: '2026-05-03',
      endDate: '2026-05-05',
    })
    await moveBookingOn(market, staff, next._id, 'confirmed')
    const params = { bookingId: next._id }
    await market.call(
      'POST /api/admin/booking/:bookingId/deposit/take',
      { params, body: { paidBy: 'cash' } },
      staff,
    )
    await handOver(market, staff, next._id)
    await expect(undo()).rejects.toMatchObject({ message: /left with another customer/ })
  })
})
