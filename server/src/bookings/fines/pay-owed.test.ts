import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '../../db/database.ts'
import { settlePayment } from '../../payments/collections/settle-payment.ts'
import { findBalance } from '../../payments/ledger/ledger-store.ts'
import { charge } from '../../payments/ledger/postings.ts'
import { matchNamedMoney } from '../../payments/reconciliation/match-named-money.ts'
import { atTheSameMoment } from '../../testing/at-the-same-moment.ts'
import { handOver, takeBack } from '../../testing/condition-reports.ts'
import { nextPlate, offenceAt, postFine } from '../../testing/fines.ts'
import { addCar } from '../../testing/fleet.ts'
import { expectBalanced } from '../../testing/ledger-invariants.ts'
import { readMails } from '../../testing/mailbox.ts'
import { openPayingMarket, type PayingMarket } from '../../testing/paying-market.ts'
import { paidWith, sendC2bPayment } from '../../testing/payments.ts'
import type { Person } from '../../testing/people.ts'
import { historyOf } from '../../testing/renting.ts'
import { drawCode } from '../../testing/selling.ts'
import { expireHolds } from '../expire-holds.ts'

let market: PayingMarket
let staff: Person
beforeAll(async () => {
  market = await openPayingMarket({ random: spreadOut() })
  staff = await market.signUp({ role: 'staff' })
})
afterAll(() => market.close())

/** Numbers far from each other: money waits where two rentals of the file were to draw one reference. */
function spreadOut() {
  let last = 0
  return () => {
    last = (last + 0.618_033_988_75) % 1
    return last
  }
}

const MINUTE = 60_000

let phones = 0
/** A phone that nobody else was asked on, and that waits for the PIN. */
const nextPhone = () => `07123${String(++phones).padStart(3, '0')}99`

/** A rental that was paid by M-Pesa, whose car is out or back, with a fine of 3,000. */
async function fined({ isBack = true } = {}) {
  const customer = await market.signUp()
  const plate = nextPlate()
  const { booking, payment } = await market.book(
    customer,
    nextPhone(),
    await addCar(market.db, { numberPlate: plate }),
  )
  await enterPin(payment._id)
  await ended(payment._id, 'paid')
  await handOver(market, staff, booking._id)
  // While the car is out: its return may be in an earlier minute than what comes after.
  const offence = offenceAt(market.clock.now())
  if (isBack) await takeBack(market, staff, booking._id)
  const answer = await postFine(market, staff, { plate, ...offence })
  const fine: string = answer.json().data._id
  return { customer, booking, fine, plate, params: { bookingId: booking._id } }
}

type Rental = Awaited<ReturnType<typeof fined>>

async function ask({ customer, booking }: Rental) {
  // A phone may be asked again only after a while.
  market.clock.advance(80_000)
  return (await market.pay(customer, booking._id, nextPhone())).data
}
async function pay(rental: Rental) {
  const payment = await ask(rental)
  await enterPin(payment._id)
  return payment
}

const withdraw = ({ fine: fineId }: Rental) =>
  market.call(
    'POST /api/admin/fine/:fineId/withdraw',
    { params: { fineId }, body: { reason: 'Another plate' } },
    staff,
  )
const takeCash = ({ params }: Rental, amount = 3_000) =>
  market.call('POST /api/admin/booking/:bookingId/owed', { params, body: { amount, ...paidWith() } }, staff)
const owedOf = async ({ params, customer }: Rental) =>
  (await market.call('GET /api/booking/:bookingId/fines', { params }, customer)).data.owed
const balanceOf = ({ booking }: Rental) => findBalance(market.db, { type: 'booking', id: booking._id })
const refundsOf = ({ booking }: Rental) =>
  market.db
    .selectFrom('refunds')
    .select(['amount', 'reason'])
    .where('booking_id', '=', booking._id)
    .orderBy('created_at')
    .execute()
const decide = (paymentId: string, decision: 'accept' | 'giveBack') =>
  market.call(
    'POST /api/admin/payment/:paymentId/decide',
    { params: { paymentId }, body: { decision, reason: 'It is theirs' } },
    staff,
  )

/** Nothing is owed, nothing lies unused, and the booking counts as paid as before. */
async function expectSettled(rental: Rental) {
  expect(await owedOf(rental)).toBe(0)
  expect(await balanceOf(rental)).toMatchObject({ receivable: 0, unapplied: 0, suspense: 0 })
  expect(await market.booking(rental.customer, rental.booking._id)).toMatchObject({ paymentStatus: 'paid' })
  await expectBalanced(market)
}

describe('what is owed for a booking', () => {
  test('is asked of the phone, paid once and in the history; the client names no amount', async () => {
    const rental = await fined()
    const payment = await pay(rental)
    expect(payment).toMatchObject({ purpose: 'booking', amount: 3_000 })
    await ended(payment._id, 'paid')
    await expectSettled(rental)
    const { paymentDetails } = await market.booking(rental.customer, rental.booking._id)
    expect(paymentDetails.paymentAmount).toBe(rental.booking.finalAmount)
    expect((await historyOf(market, rental.booking._id)).at(-1)).toMatchObject({
      note: expect.stringContaining('Ksh 3,000'),
    })
    await expect(ask(rental)).rejects.toMatchObject({
      code: 'booking_not_payable',
      message: 'Nothing is owed for this booking.',
    })
    expect(await refundsOf(rental)).toEqual([])
  })

  test('is paid while the car is out, and only by its own customer', async () => {
    const rental = await fined({ isBack: false })
    const foreign = { ...rental, customer: await market.signUp() }
    await expect(ask(foreign)).rejects.toMatchObject({ code: 'booking_not_found' })
    await ended((await pay(rental))._id, 'paid')
    await expectSettled(rental)
  })

  test('is asked of one phone at a time', async () => {
    const rental = await fined()
    market.clock.advance(80_000)
    const { customer, booking } = rental
    const answers = await Promise.allSettled(
      Array.from({ length: 6 }, () => market.pay(customer, booking._id, nextPhone())),
    )
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('is asked of a phone by staff too, whether it is for a fine or not, and not where nothing is owed', async () => {
    const askAsStaff = async ({ params }: Rental) => {
      market.clock.advance(80_000)
      const body = { phone: nextPhone() }
      return market.call('POST /api/admin/booking/:bookingId/owed/request', { params, body }, staff)
    }
    const rental = await fined()
    await withdraw(rental)
    await expect(askAsStaff(rental)).rejects.toMatchObject({ code: 'booking_not_payable' })
    const payable = { type: 'booking', id: rental.booking._id }
    const facts = { payable, amount: 700, key: `test ${payable.id} owes`, at: market.clock.now() }
    await market.db.transaction().execute((tx) => charge(tx, facts))
    const { data } = await askAsStaff(rental)
    expect(data).toMatchObject({ amount: 700 })
    await enterPin(data._id)
    await ended(data._id, 'paid')
    await expectSettled(rental)
    const pending = await market.book(await market.signUp(), nextPhone())
    const params = { bookingId: pending.booking._id }
    const message = 'Nothing is owed for this booking.'
    await expect(askAsStaff({ ...rental, params })).rejects.toMatchObject({
      code: 'booking_not_payable',
      message,
    })
    // Nor once its time to pay ran out: staff is not asked to book again.
    market.clock.advance(60 * MINUTE)
    await expireHolds(market.deps)
    await expect(askAsStaff({ ...rental, params })).rejects.toMatchObject({
      code: 'booking_not_payable',
      message,
    })
  })

  test('a request that is declined leaves all as it was', async () => {
    const rental = await fined()
    const payment = await ask(rental)
    await press(payment._id, 'cancel')
    await ended(payment._id, 'failed')
    expect(await owedOf(rental)).toBe(3_000)
    expect(await market.booking(rental.customer, rental.booking._id)).toMatchObject({ paymentStatus: 'paid' })
    await ended((await pay(rental))._id, 'paid')
    await expectSettled(rental)
  })
})

describe('a part of what is owed', () => {
  test('counts at once; the rest is asked for, and with it the part counts for good', async () => {
    const rental = await fined()
    await market.phoneBehaves({ paysAmount: 1_000 })
    const part = await pay(rental)
    await ended(part._id, 'partial')
    expect(await owedOf(rental)).toBe(2_000)
    const rest = await pay(rental)
    expect(rest.amount).toBe(2_000)
    await ended(rest._id, 'paid')
    expect(await market.row(part._id)).toMatchObject({ status: 'paid', outcome: 'part_of_price' })
    await expectSettled(rental)
    expect(await refundsOf(rental)).toEqual([])
  })

  test('counts for good with the rest that staff takes in cash', async () => {
    const rental = await fined()
    await market.phoneBehaves({ paysAmount: 1_000 })
    const part = await pay(rental)
    await ended(part._id, 'partial')
    await takeCash(rental, 2_000)
    expect(await market.row(part._id)).toMatchObject({ status: 'paid' })
    await expect(decide(part._id, 'giveBack')).rejects.toMatchObject({ code: 'payment_wrong_state' })
    await expectSettled(rental)
  })

  test('goes back when staff says so, and all is owed again', async () => {
    const rental = await fined()
    await market.phoneBehaves({ paysAmount: 1_000 })
    const part = await pay(rental)
    await ended(part._id, 'partial')
    await decide(part._id, 'giveBack')
    expect(await owedOf(rental)).toBe(3_000)
    expect(await refundsOf(rental)).toEqual([{ amount: 1_000, reason: 'given_back' }])
  })
})

describe('more than is owed', () => {
  test('waits for staff, who accepts it: what is too much is owed back', async () => {
    const rental = await fined()
    await market.phoneBehaves({ paysAmount: 5_000 })
    const payment = await pay(rental)
    await ended(payment._id, 'review')
    await expect(ask(rental)).rejects.toMatchObject({
      message: 'A payment for this booking has reached us and is being looked at. Please do not pay again.',
    })
    await decide(payment._id, 'accept')
    await expectSettled(rental)
    expect(await refundsOf(rental)).toEqual([{ amount: 2_000, reason: 'more_than_owed' }])
  })

  test('is given back by staff, and all is owed still', async () => {
    const rental = await fined()
    await market.phoneBehaves({ paysAmount: 5_000 })
    const payment = await pay(rental)
    await ended(payment._id, 'review')
    await decide(payment._id, 'giveBack')
    expect(await owedOf(rental)).toBe(3_000)
    expect(await refundsOf(rental)).toEqual([{ amount: 5_000, reason: 'given_back' }])
    await ended((await pay(rental))._id, 'paid')
    await expectSettled(rental)
  })

  test('that came twice goes back once', async () => {
    const rental = await fined()
    await market.phoneBehaves({ pendingStyle: 'beingProcessed' })
    const first = await ask(rental)
    await pushed(first._id)
    const second = await ask(rental)
    await enterPin(second._id)
    await ended(second._id, 'paid')
    await enterPin(first._id)
    await ended(first._id, 'review')
    expect(await refundsOf(rental)).toEqual([{ amount: 3_000, reason: 'paid_too_late' }])
    await expectSettled(rental)
  })

  test('because staff took it in cash while the phone was asked goes back', async () => {
    const rental = await fined()
    const payment = await ask(rental)
    await takeCash(rental)
    await enterPin(payment._id)
    await ended(payment._id, 'review')
    expect(await refundsOf(rental)).toEqual([{ amount: 3_000, reason: 'paid_too_late' }])
    await expectSettled(rental)
  })

  test('because the fine was withdrawn while the phone was asked goes back, even if it comes late', async () => {
    const rental = await fined()
    await market.phoneBehaves({ pendingStyle: 'beingProcessed' })
    const payment = await ask(rental)
    await pushed(payment._id)
    await withdraw(rental)
    market.clock.advance(2 * MINUTE)
    await enterPin(payment._id)
    await ended(payment._id, 'review')
    expect(await refundsOf(rental)).toEqual([{ amount: 3_000, reason: 'paid_too_late' }])
    await expectSettled(rental)
  })

  test('is owed no longer once the fine is withdrawn, though its cash had left the books', async () => {
    const rental = await fined()
    await takeCash(rental)
    const { id } = await market.db
      .selectFrom('payments')
      .select('id')
      .where('booking_id', '=', rental.booking._id)
      .where('method', '=', 'cash')
      .executeTakeFirstOrThrow()
    const body = { decision: 'dismiss', reason: 'Of somebody else' } as const
    await market.call('POST /api/admin/payment/:paymentId/decide', { params: { paymentId: id }, body }, staff)
    expect(await market.booking(rental.customer, rental.booking._id)).toMatchObject({
      paymentStatus: 'pending',
    })
    await withdraw(rental)
    await expectSettled(rental)
  })

  test('because a part of the fine was withdrawn while the phone was asked goes back as far as it is too much', async () => {
    const rental = await fined()
    const payment = await ask(rental)
    const { params, customer, fine } = rental
    const body = { fine, reason: 'Half of it' }
    await market.call('POST /api/booking/:bookingId/dispute', { params, body }, customer)
    const decision = { ...body, decision: 'withdrawn', amount: 1_000 } as const
    await market.call('POST /api/admin/booking/:bookingId/dispute/decide', { params, body: decision }, staff)
    await enterPin(payment._id)
    await ended(payment._id, 'paid')
    expect(await refundsOf(rental)).toEqual([{ amount: 1_000, reason: 'more_than_owed' }])
    await expectSettled(rental)
  })

  test.each(['the money', 'the withdrawal'])(
    'at the same moment as a withdrawal goes back, with nothing owed either way; %s is first',
    async (first) => {
      const rental = await fined()
      const payment = await ask(rental)
      await pushed(payment._id)
      const arrives = () =>
        settlePayment(market.deps, payment._id, {
          kind: 'paid',
          receipt: drawCode(market.clock.now()),
          amountReceived: 3_000,
        })
      const withdraws = () => withdraw(rental)
      const starts = first === 'the money' ? [arrives, withdraws] : [withdraws, arrives]
      const ends = await atTheSameMoment(market, bookingOf(rental), starts)
      expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
      const refunds = await refundsOf(rental)
      expect(refunds.reduce((sum, { amount }) => sum + amount, 0)).toBe(3_000)
      expect(await balanceOf(rental)).toMatchObject({
        receivable: 0,
        unapplied: 0,
        suspense: 0,
        refundsPayable: 3_000,
      })
      await expectBalanced(market)
    },
  )
})

describe('money to the paybill under the number of the booking', () => {
  /** Money that M-Pesa reports, and the payment that was made of it, if any. */
  async function payByHand({ booking }: Rental, amount: number, reference = booking.bookingId) {
    const code = await sendC2bPayment(market, { amount, reference, paidAt: market.clock.now() })
    return { code, payment: await paymentOf(code) }
  }
  const paymentOf = (code: string) =>
    market.db.selectFrom('payments').selectAll().where('receipt', '=', code).executeTakeFirst()

  test('pays what is owed, however the number is typed, once however often it is reported', async () => {
    for (const type of [
      (text: string) => text,
      (text: string) => ` ${text.toLowerCase().replace('bk', 'bk-')}`,
    ]) {
      const rental = await fined()
      const { code, payment } = await payByHand(rental, 3_000, type(rental.booking.bookingId))
      expect(payment).toMatchObject({ status: 'paid', method: 'c2b', pays_owed: true, amount: 3_000 })
      await expectSettled(rental)
      const { bookingId: reference } = rental.booking
      await sendC2bPayment(market, { amount: 3_000, reference, code, paidAt: market.clock.now() })
      await matchNamedMoney(market.deps)
      await expectSettled(rental)
      expect(await refundsOf(rental)).toEqual([])
      expect((await historyOf(market, rental.booking._id)).at(-1)).toMatchObject({
        note: `Ksh 3,000 · ${code}`,
      })
      const mails = await readMails(market.db, {
        accountId: rental.customer.accountId,
        kind: 'payment_received',
      })
      expect(mails).toHaveLength(1)
      expect(JSON.stringify(mails)).toContain(`We received Ksh 3,000 for your booking ${reference}`)
      expect(JSON.stringify(mails)).toContain(code)
    }
  })

  test('is a part where it is less, and counts for good with the rest', async () => {
    const rental = await fined()
    const { payment } = await payByHand(rental, 1_000)
    expect(payment).toMatchObject({ status: 'partial' })
    expect(await owedOf(rental)).toBe(2_000)
    await payByHand(rental, 2_000)
    expect(await market.row(payment?.id ?? '')).toMatchObject({ status: 'paid', outcome: 'part_of_price' })
    await expectSettled(rental)
  })

  test('counts where it is more: what is too much is owed back', async () => {
    const rental = await fined()
    const { payment } = await payByHand(rental, 5_000)
    expect(payment).toMatchObject({ status: 'paid', outcome: 'paid' })
    await expectSettled(rental)
    expect(await refundsOf(rental)).toEqual([{ amount: 2_000, reason: 'more_than_owed' }])
  })

  test('waits unmatched where nothing is owed, and does not pay what comes to be owed later', async () => {
    const rental = await fined()
    await takeCash(rental)
    expect((await payByHand(rental, 3_000)).payment).toBeUndefined()
    const late = await fined({ isBack: false })
    const { params } = late
    await withdraw(late)
    const { code } = await payByHand(late, 3_000)
    const { plate } = late
    await postFine(market, staff, { plate, ...offenceAt(market.clock.now()) })
    await matchNamedMoney(market.deps)
    expect(await paymentOf(code)).toBeUndefined()
    expect(await owedOf({ ...late, params })).toBe(3_000)
    await market.call(
      'POST /api/admin/receipt/:receipt/match',
      {
        params: { receipt: code },
        body: { reference: late.booking.bookingId, giveBack: false, reason: 'Theirs' },
      },
      staff,
    )
    await expectSettled(late)
  })

  test('waits while the phone is asked, and pays once that came to nothing', async () => {
    const rental = await fined()
    const asked = await ask(rental)
    const { code, payment } = await payByHand(rental, 2_000)
    expect(payment).toBeUndefined()
    await matchNamedMoney(market.deps)
    expect(await paymentOf(code)).toBeUndefined()
    await press(asked._id, 'cancel')
    await ended(asked._id, 'failed')
    await matchNamedMoney(market.deps)
    expect(await paymentOf(code)).toMatchObject({ status: 'partial' })
    expect(await owedOf(rental)).toBe(1_000)
  })

  test('of one booking that fails keeps no other waiting, and is tried again', async () => {
    const rentals = [await fined(), await fined()]
    const codes: string[] = []
    for (const rental of rentals) {
      const asked = await ask(rental)
      codes.push((await payByHand(rental, 2_000)).code)
      await press(asked._id, 'cancel')
      await ended(asked._id, 'failed')
    }
    const statuses = async () =>
      Promise.all(codes.map(async (code) => (await paymentOf(code))?.status ?? 'none'))
    const { payables } = market.deps
    const failing = async (db: Db, bookingId: string) => {
      if (bookingId === rentals[0]?.booking._id) throw new Error('this booking cannot be read')
      return (await payables.booking.asksForOwed?.(db, bookingId)) ?? false
    }
    const deps = {
      ...market.deps,
      payables: { ...payables, booking: { ...payables.booking, asksForOwed: failing } },
    }
    await matchNamedMoney(deps)
    expect(await statuses()).toEqual(['none', 'partial'])
    await matchNamedMoney(market.deps)
    expect(await statuses()).toEqual(['partial', 'partial'])
  })

  test('waits for staff where money is in review, and where the number is that of another booking as well', async () => {
    const reviewed = await fined()
    await payByHand(reviewed, 5_000)
    expect((await payByHand(reviewed, 3_000)).payment).toBeUndefined()
    const [first, second] = [await fined(), await fined()]
    const { bookingId: reference } = first.booking
    await market.db.updateTable('bookings').set({ reference }).where('id', '=', second.booking._id).execute()
    expect((await payByHand(first, 3_000)).payment).toBeUndefined()
    await withdraw(second)
    expect((await payByHand(first, 3_000)).payment).toMatchObject({ payable_id: first.booking._id })
  })

  test('waits for staff where the account of the customer was deleted', async () => {
    const rental = await fined()
    const { accountId } = rental.customer
    const at = market.clock.now()
    const email = `deleted-${accountId}`
    await market.db
      .updateTable('accounts')
      .set({ name: null, phone: null, email, banned_at: at, deleted_at: at })
      .where('id', '=', accountId)
      .execute()
    expect((await payByHand(rental, 3_000)).payment).toBeUndefined()
    await matchNamedMoney(market.deps)
    expect(await balanceOf(rental)).toMatchObject({ receivable: 3_000 })
  })

  test.each([
    ['cash', 'before'],
    ['cash', 'after'],
    ['a withdrawal', 'before'],
    ['a withdrawal', 'after'],
  ])(
    'at the same moment as other money and %s %s it is counted once or goes to staff',
    async (what, order) => {
      const rental = await fined()
      const money = [() => payByHand(rental, 3_000), () => payByHand(rental, 3_000)]
      const other = () => (what === 'cash' ? takeCash(rental) : withdraw(rental))
      const starts = order === 'before' ? [other, ...money] : [...money, other]
      await atTheSameMoment(market, bookingOf(rental), starts)
      expect(await balanceOf(rental)).toMatchObject({ receivable: 0, unapplied: 0, suspense: 0 })
      await expectBalanced(market)
    },
  )
})

const bookingOf = ({ booking }: Rental) => sql`select from bookings where id = ${booking._id} for update`

async function ended(paymentId: string, status: string) {
  await expect.poll(() => market.row(paymentId)).toMatchObject({ status })
}

async function pushed(paymentId: string) {
  await expect.poll(() => market.row(paymentId)).toMatchObject({ checkout_request_id: expect.any(String) })
}

async function press(paymentId: string, action: 'pin' | 'cancel') {
  await pushed(paymentId)
  const { checkout_request_id: request } = await market.row(paymentId)
  await expect.poll(() => market.press(request ?? '', action)).toBe(true)
}

const enterPin = (paymentId: string) => press(paymentId, 'pin')
