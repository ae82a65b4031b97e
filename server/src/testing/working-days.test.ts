import { addDays, nairobiDay } from '@twende/contract/calendar-day.ts'
import { DESK_METHODS, type DeskMethod } from '@twende/contract/payments/desk-payment.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorkers } from '../jobs/scheduled-tasks.ts'
import { handOver, takeBack } from './condition-reports.ts'
import { expectExportsAreBooks } from './export-figures.ts'
import { nextPlate, postFine } from './fines.ts'
import { addCar, addLocation } from './fleet.ts'
import { expectBalanced, expectNothingLost } from './ledger-invariants.ts'
import { runPaymentTasks } from './money-movements.ts'
import { openPayingMarket, type PayingMarket } from './paying-market.ts'
import { sendC2bPayment } from './payments.ts'
import type { Person } from './people.ts'
import { bookCar } from './renting.ts'
import { drawCode } from './selling.ts'

/**
 * Days of a firm with 25 cars and five clerks. The test keeps books of its own: what each clerk has in hand, what M-Pesa
 * moved, what each customer owes and what is held for each. All that the program shows must agree with them.
 */
const HOUR = 3_600_000
const FIRST_MORNING = new Date('2026-04-01T07:00:00+03:00')
const DEPOSIT = 10_000
const CARS = 25

type Clerk = Person & { inHand: Record<DeskMethod, number> }
type Rental = {
  id: string
  reference: string
  carId: string
  plate: string
  price: number
  owed: number
  held: number
}

let market: PayingMarket
let admin: Person
const clerks: Clerk[] = []
const rentals: Rental[] = []
const yard: { carId: string; plate: string }[] = []
/** What M-Pesa took from customers and gave back to them, by the firm's own count. */
const mpesa = { received: 0, sentBack: 0 }
let turn = 0
let phones = 0

beforeAll(async () => {
  market = await openPayingMarket({ working: false, promptSeconds: 3_600 })
  market.clock.set(FIRST_MORNING)
  admin = await market.signUp({ role: 'admin' })
  for (const name of ['Akinyi', 'Baraka', 'Chebet', 'Daudi', 'Esther']) {
    const person = await market.signUp({ role: 'staff', name: `${name} Clerk` })
    clerks.push({ ...person, inHand: { cash: 0, mpesa: 0, card: 0, bank: 0, cheque: 0 } })
  }
  await addLocation(market.db, 'Nairobi')
  for (let car = 0; car < CARS; car += 1) {
    const plate = nextPlate()
    const facts = { numberPlate: plate, deposit: DEPOSIT, pricePerDay: 3_000 + 100 * car }
    yard.push({ plate, carId: await addCar(market.db, { name: `Toyota Axio ${car + 1}`, ...facts }) })
  }
})
afterAll(() => market.close())

/** What jobs do about money; papers are made by others. */
async function runPaymentJobs() {
  const workers = { ...createWorkers(market.deps), 'make-agreement': async () => {} }
  await market.deps.jobs.runQueued(workers)
  await market.simulator.settled()
  await market.deps.jobs.runQueued(workers)
  await runPaymentTasks(market)
}

/** Whoever stands at the desk next. */
function nextClerk(): Clerk {
  const clerk = clerks[turn++ % clerks.length]
  if (!clerk) throw new Error('the desk is empty')
  return clerk
}

const nextPhone = () => `0722${String(++phones).padStart(6, '0')}`
const today = () => nairobiDay(market.clock.now())
const byBooking = (rental: Rental) => ({ params: { bookingId: rental.id } })

/** A customer pays at the desk: with M-Pesa by phone first, whose code the clerk then types. */
async function payAtDesk(clerk: Clerk, paidBy: DeskMethod, amount: number) {
  if (paidBy !== 'mpesa') {
    clerk.inHand[paidBy] += amount
    return { paidBy, note: `Slip ${++phones}` }
  }
  mpesa.received += amount
  const code = drawCode(market.clock.now())
  await sendC2bPayment(market, { amount, code, reference: 'DESK', paidAt: market.clock.now() })
  return { paidBy, code }
}

/** The first car that the counter's list shows as standing in the yard, and that nobody fetches soon. */
async function nextCar() {
  const { data } = await market.call('GET /api/admin/counter/cars', {}, nextClerk())
  const free = data.filter(({ out, next }) => out === null && next === null)
  const car = yard.find(({ carId }) => free.some(({ _id }) => _id === carId))
  if (!car) throw new Error('the yard is empty')
  return car
}

async function bookAtCounter(paidBy: DeskMethod | 'none', days = 2): Promise<Rental> {
  const car = await nextCar()
  const clerk = nextClerk()
  const period = {
    carId: car.carId,
    startDate: today(),
    endDate: addDays(today(), days),
    pickupTime: '18:00',
    dropoffTime: '18:00',
    pickupLocation: 'Nairobi',
    dropoffLocation: 'Nairobi',
  }
  const customerInfo = { firstName: 'Njeri', lastName: `Customer ${rentals.length}`, phone: nextPhone() }
  const { data: price } = await market.call('POST /api/booking/quote', { body: period })
  const paid = paidBy === 'none' ? { paidBy } : await payAtDesk(clerk, paidBy, price.finalAmount)
  const { data } = await market.call(
    'POST /api/admin/bookings',
    { body: { ...period, customerInfo, ...paid } },
    clerk,
  )
  expect(data.finalAmount).toBe(price.finalAmount)
  const owed = paidBy === 'none' ? data.finalAmount : 0
  const rental = { id: data._id, reference: data.bookingId, price: data.finalAmount, ...car, owed, held: 0 }
  rentals.push(rental)
  return rental
}

async function takeDeposit(rental: Rental, method: DeskMethod) {
  const clerk = nextClerk()
  const body = await payAtDesk(clerk, method, DEPOSIT)
  const request = { ...byBooking(rental), body }
  await market.call('POST /api/admin/booking/:bookingId/deposit/take', request, clerk)
  rental.held = DEPOSIT
}

/** Whoever takes the deposit is seldom the one who hands the keys over. */
async function leave(rental: Rental, method: DeskMethod = 'cash') {
  await takeDeposit(rental, method)
  await handOver(market, nextClerk(), rental.id)
}

/** The deposit goes back; with `keep`, what is owed is taken from it first. */
async function giveDepositBack(rental: Rental, owed?: 'keep') {
  const request = { ...byBooking(rental), body: owed ? { owed } : {} }
  await market.call('POST /api/admin/booking/:bookingId/deposit/settle', request, nextClerk())
  if (owed) rental.owed -= Math.min(rental.owed, rental.held)
  rental.held = 0
}

async function payOwed(rental: Rental, paidBy: DeskMethod) {
  const clerk = nextClerk()
  const amount = rental.owed
  const body = { amount, ...(await payAtDesk(clerk, paidBy, amount)) }
  await market.call('POST /api/admin/booking/:bookingId/owed', { ...byBooking(rental), body }, clerk)
  rental.owed = 0
}

/** An honest customer types the number of the booking at the paybill, in small letters. */
async function payAtPaybill(rental: Rental, amount: number) {
  mpesa.received += amount
  await sendC2bPayment(market, {
    amount,
    reference: rental.reference.toLowerCase(),
    paidAt: market.clock.now(),
  })
}

/** A customer books on the page for tomorrow, and either pays on the phone or asks on WhatsApp. */
async function bookOnline(payment: 'stk' | 'whatsapp'): Promise<Rental> {
  const car = await nextCar()
  const customer = await market.signUp()
  // Phones of the simulator that end so pay by themselves.
  const phone = `254711${String(++phones).padStart(3, '0')}001`
  const { _id, bookingId, finalAmount } = await bookCar(market, customer, car.carId, {
    startDate: addDays(today(), 1),
    endDate: addDays(today(), 3),
    ...(payment === 'stk' ? { paymentMethod: 'mpesa', paymentDetails: { mpesaNumber: phone } } : {}),
  })
  if (payment === 'stk') {
    await runPaymentJobs()
    mpesa.received += finalAmount
  }
  const rental = { id: _id, reference: bookingId, price: finalAmount, ...car, owed: 0, held: 0 }
  rentals.push(rental)
  return rental
}

async function confirm(rental: Rental, paidBy: DeskMethod) {
  const clerk = nextClerk()
  const body = await payAtDesk(clerk, paidBy, rental.price)
  await market.call('POST /api/admin/booking/:bookingId/confirm', { ...byBooking(rental), body }, clerk)
}

/** Sends everything that is owed back: in turns in cash out of a drawer, and by M-Pesa. */
async function sendAllRefunds(): Promise<number> {
  const query = { queue: 'due' as const, limit: 100 }
  const { data: due } = await market.call('GET /api/admin/refunds', { query }, admin)
  for (const [at, { _id: refundId, amount, needsSecondPerson }] of due.entries()) {
    const clerk = nextClerk()
    const params = { refundId }
    if (needsSecondPerson)
      await market.call('POST /api/admin/refund/:refundId/approve', { params, body: {} }, admin)
    const inCash = at % 2 === 0
    if (inCash) clerk.inHand.cash -= amount
    else mpesa.sentBack += amount
    const body = inCash
      ? { paidBy: 'cash' as const, note: 'Signed for' }
      : { paidBy: 'mpesa' as const, code: drawCode(market.clock.now()) }
    await market.call('POST /api/admin/refund/:refundId/sent', { params, body }, clerk)
  }
  return due.length
}

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)
const statusOf = async (rental: Rental) =>
  (await market.call('GET /api/admin/booking/:bookingId', byBooking(rental), admin)).data.status

/** What the program shows is what the books of the test say. */
async function expectAgreement(owedBack: number) {
  await runPaymentJobs()
  await expectBalanced(market)
  await expectNothingLost(market)
  const { rows } = await sql<{ account: string; amount: number }>`
    select account, sum(amount)::bigint as amount from ledger_entries where is_money(account) group by 1`.execute(
    market.db,
  )
  const ledger = Object.fromEntries(rows.map(({ account, amount }) => [account, amount]))
  const desk = DESK_METHODS.filter((method) => method !== 'mpesa')
  const inHand = desk.map((method) => [method, sum(clerks.map((clerk) => clerk.inHand[method]))])
  expect(ledger).toEqual({ ...Object.fromEntries(inHand), mpesa: mpesa.received - mpesa.sentBack })

  const query = { limit: 100 }
  const owedQueue = await market.call(
    'GET /api/admin/bookings',
    { query: { ...query, queue: 'owed' } },
    admin,
  )
  const owed = rentals.filter((rental) => rental.owed > 0)
  expect(owedQueue.data.map(({ bookingId, owed: amount }) => [bookingId, amount]).sort()).toEqual(
    owed.map(({ reference, owed: amount }) => [reference, amount]).sort(),
  )
  const { held } = await market.call('GET /api/admin/deposits', { query }, admin)
  expect(held).toBe(sum(rentals.map((rental) => rental.held)))
  const refunds = await market.call('GET /api/admin/refunds', { query: { ...query, queue: 'due' } }, admin)
  expect(sum(refunds.data.map(({ amount }) => amount))).toBe(owedBack)
  await expectTilesAreLists()
}

/** Each queue of bookings is as long as the first page says. */
async function expectTilesAreLists() {
  const { counts, days } = (await market.call('GET /api/admin/today', {}, admin)).data
  const lengthOf = async (
    queue: 'toConfirm' | 'pickups' | 'returns' | 'overdue' | 'notHandedOver' | 'owed',
  ) => (await market.call('GET /api/admin/bookings', { query: { queue, limit: 100 } }, admin)).data.length
  expect({
    toConfirm: counts.bookingsToConfirm,
    pickups: counts.pickups,
    returns: counts.returns,
    overdue: counts.overdue,
    notHandedOver: counts.notHandedOver,
    owed: counts.owed,
  }).toEqual({
    toConfirm: await lengthOf('toConfirm'),
    pickups: await lengthOf('pickups'),
    returns: await lengthOf('returns'),
    overdue: await lengthOf('overdue'),
    notHandedOver: await lengthOf('notHandedOver'),
    owed: await lengthOf('owed'),
  })
  const { data: day } = await market.call('GET /api/admin/reconciliation', { query: {} }, admin)
  expect(sum(day.cameIn.map(({ amount }) => amount))).toBe(day.totals.received.amount)
  expect(sum(Object.values(days.at(-1)?.money ?? {}))).toBe(day.totals.received.amount)
  expect(day.counts).toMatchObject({ unmatched: 0, withoutReceipt: 0, otherAmount: 0 })
  const { data: yardOfDay } = await market.call('GET /api/admin/yard', { query: {} }, admin)
  const pickupsLeft = yardOfDay.filter(({ kind, isDone }) => kind === 'pickup' && !isDone)
  expect(pickupsLeft).toHaveLength(counts.pickups)
}

/** Of the first day: paid at the counter, booked online, and those whose customers owe. */
const paid: Rental[] = []
const online: Rental[] = []
const owing: Rental[] = []

test('the first day: the yard empties, some pay, some owe, some do not come', async () => {
  for (const method of [...DESK_METHODS, ...DESK_METHODS]) paid.push(await bookAtCounter(method))
  market.clock.advance(2 * HOUR)
  for (const [at, rental] of paid.entries()) await leave(rental, DESK_METHODS[(at + 2) % 5])
  await expectAgreement(0)

  const [pays, isAllowed, paysLater, paysByPhone] = [
    await bookAtCounter('none'),
    await bookAtCounter('none'),
    await bookAtCounter('none'),
    await bookAtCounter('none'),
  ]
  await expect(leave(pays, 'card')).rejects.toMatchObject({ code: 'payment_due' })
  await payOwed(pays, 'card')
  await handOver(market, nextClerk(), pays.id)
  owing.push(isAllowed, paysLater)
  for (const rental of owing) {
    const body = { amount: rental.owed, reason: 'A firm that pays by invoice' }
    await market.call(
      'POST /api/admin/booking/:bookingId/owed/allow',
      { ...byBooking(rental), body },
      nextClerk(),
    )
    await leave(rental)
  }
  await payAtPaybill(paysByPhone, paysByPhone.owed)
  paysByPhone.owed = 0
  await runPaymentJobs()
  await leave(paysByPhone, 'mpesa')
  await expectAgreement(0)

  for (let booking = 0; booking < 3; booking += 1) online.push(await bookOnline('stk'))
  for (const method of ['cash', 'bank', 'mpesa'] as const) {
    const rental = await bookOnline('whatsapp')
    online.push(rental)
    await confirm(rental, method)
  }
  const ends = [await bookOnline('stk'), await bookOnline('stk'), await bookOnline('whatsapp')]
  market.clock.advance(3 * HOUR)
  const [calledOff, comesAfterAll, unpaid] = ends as [Rental, Rental, Rental]
  const reason = { reason: 'The customer called' }
  await market.call(
    'POST /api/admin/booking/:bookingId/cancel',
    { ...byBooking(calledOff), body: reason },
    nextClerk(),
  )
  await market.call(
    'POST /api/admin/booking/:bookingId/cancel',
    { ...byBooking(comesAfterAll), body: reason },
    nextClerk(),
  )
  await market.call(
    'POST /api/admin/booking/:bookingId/cancel',
    { ...byBooking(unpaid), body: reason },
    nextClerk(),
  )
  await expectAgreement(calledOff.price + comesAfterAll.price)
  await expectExportsAreBooks(market, admin)
  const undo = { ...byBooking(comesAfterAll), body: { note: 'Called again' } }
  await market.call('POST /api/admin/booking/:bookingId/undo', undo, nextClerk())
  await expectAgreement(calledOff.price)
  expect(await sendAllRefunds()).toBe(1)
  await expectAgreement(0)
  expect(rentals).toHaveLength(23)
})

test('the second day: cars leave that were booked online, one is not fetched, one is exchanged for another day', async () => {
  market.clock.set(new Date('2026-04-02T10:30:00+03:00'))
  const [first, second, isNotFetched, ...rest] = online as [Rental, Rental, Rental, ...Rental[]]
  for (const rental of [first, second, ...rest]) await leave(rental, 'cheque')
  // The number is mistyped by a digit; the clerk looks again.
  expect(await statusOf(first)).toBe('active')
  market.clock.advance(4 * HOUR)
  const noShow = { ...byBooking(isNotFetched), body: { note: 'The phone is off' } }
  await market.call('POST /api/admin/booking/:bookingId/no-show', noShow, nextClerk())
  const { money } = await market.call('GET /api/admin/booking/:bookingId', byBooking(isNotFetched), admin)
  await expectAgreement(money.owedBack)
  await sendAllRefunds()

  // One day more is paid by card, another is not paid yet.
  for (const [rental, paidBy] of [
    [paid[8], 'card'],
    [paid[9], 'none'],
  ] as const) {
    if (!rental) throw new Error('ten were paid at the counter')
    const clerk = nextClerk()
    const params = { bookingId: rental.id }
    const { data } = await market.call('GET /api/admin/booking/:bookingId', { params }, clerk)
    const endDate = addDays(data.endDate, 1)
    const shown = await market.call(
      'GET /api/admin/booking/:bookingId/extend',
      { params, query: { endDate } },
      clerk,
    )
    const more = shown.data.finalAmount - shown.data.bookedAmount
    const taken = paidBy === 'none' ? { paidBy } : await payAtDesk(clerk, paidBy, more)
    if (paidBy === 'none') rental.owed += more
    const { dropoffTime, updatedAt } = data
    const body = { endDate, dropoffTime, updatedAt, finalAmount: shown.data.finalAmount, ...taken }
    await market.call('POST /api/admin/booking/:bookingId/extend', { params, body }, clerk)
    rental.price += more
  }
  await expectAgreement(0)
})

test('the third day: cars return, with charges and fines, paid, kept from the deposit or owed; one stays out', async () => {
  market.clock.set(new Date('2026-04-03T16:00:00+03:00'))
  const [paysInCash, fromDeposit, notYet, isFined, ...clean] = paid.slice(0, 8) as [
    Rental,
    Rental,
    Rental,
    Rental,
    ...Rental[],
  ]
  const charges = [{ what: 'Scratch on the left door', amount: 2_500 }]
  const clerk = nextClerk()
  const inCash = await payAtDesk(clerk, 'cash', 2_500)
  await takeBack(market, clerk, paysInCash.id, { charges, chargesPayment: inCash })
  await takeBack(market, nextClerk(), fromDeposit.id, { charges, chargesPayment: { paidBy: 'deposit' } })
  fromDeposit.held -= 2_500
  await takeBack(market, nextClerk(), notYet.id, { charges, chargesPayment: { paidBy: 'none' } })
  notYet.owed += 2_500
  for (const rental of [isFined, ...clean.slice(0, -1)]) await takeBack(market, nextClerk(), rental.id)
  const fine = await postFine(market, nextClerk(), { plate: isFined.plate, day: '2026-04-02', time: '14:00' })
  expect(fine.statusCode).toBe(200)
  isFined.owed += 3_000
  await expectAgreement(0)

  // The same scratch cannot be kept once more.
  const { data } = await market.call(
    'GET /api/admin/booking/:bookingId/deposit',
    byBooking(fromDeposit),
    admin,
  )
  expect(data.deposit).toMatchObject({ held: 7_500, settlement: { owed: 0, keep: 0, back: 7_500 } })
  const back = sum([paysInCash, fromDeposit, ...clean.slice(0, -1)].map(({ held }) => held))
  for (const rental of [paysInCash, fromDeposit, ...clean.slice(0, -1)]) await giveDepositBack(rental)
  await expectAgreement(back)
  await giveDepositBack(notYet, 'keep')
  await giveDepositBack(isFined, 'keep')
  await expectAgreement(back + 7_500 + 7_000)
  await expectExportsAreBooks(market, admin)
  await sendAllRefunds()
  await expectAgreement(0)

  // The invoice is paid to the bank; the other customer's deposit pays.
  const [byInvoice, byDeposit] = owing as [Rental, Rental]
  for (const rental of owing) await takeBack(market, nextClerk(), rental.id)
  await payOwed(byInvoice, 'bank')
  await giveDepositBack(byInvoice)
  const rest = Math.max(0, byDeposit.held - byDeposit.owed)
  await giveDepositBack(byDeposit, 'keep')
  await expectAgreement(DEPOSIT + rest)
  await sendAllRefunds()
})

test('a car that is out too long stays on every list until its return, and is offered to nobody', async () => {
  const late = paid[7]
  if (!late) throw new Error('ten were paid at the counter')
  market.clock.set(new Date('2026-04-05T09:00:00+03:00'))
  await expectAgreement(0)
  expect(await statusOf(late)).toBe('active')
  const query = { queue: 'overdue' as const, limit: 100 }
  const { data } = await market.call('GET /api/admin/bookings', { query }, admin)
  expect(data.map(({ bookingId }) => bookingId)).toContain(late.reference)
  const { data: counter } = await market.call('GET /api/admin/counter/cars', {}, admin)
  expect(counter.find(({ _id }) => _id === late.carId)?.out).toMatchObject({ reference: late.reference })
  for (const { bookingId } of data) {
    const rental = rentals.find(({ reference }) => reference === bookingId)
    if (rental) await takeBack(market, nextClerk(), rental.id)
  }
  // Cars that are back are booked again, until forty bookings were made.
  while (rentals.length < 40) {
    const rental = await bookAtCounter(DESK_METHODS[rentals.length % 5] ?? 'cash', 1)
    await leave(rental, DESK_METHODS[(rentals.length + 1) % 5])
  }
  await expectAgreement(0)
})

test('in the end every car is back, and nothing is held, owed or due but what the books say', async () => {
  market.clock.set(new Date('2026-04-06T17:00:00+03:00'))
  for (const rental of rentals)
    if ((await statusOf(rental)) === 'active') await takeBack(market, nextClerk(), rental.id)
  const { data: counter } = await market.call('GET /api/admin/counter/cars', {}, admin)
  expect(counter.filter(({ out }) => out !== null)).toEqual([])
  let back = 0
  for (const rental of rentals.filter(({ held }) => held > 0)) {
    back += Math.max(0, rental.held - rental.owed)
    await giveDepositBack(rental, rental.owed > 0 ? 'keep' : undefined)
  }
  await expectAgreement(back)
  await sendAllRefunds()
  for (const rental of rentals.filter(({ owed }) => owed > 0)) await payOwed(rental, 'cheque')
  await expectAgreement(0)
  expect(sum(rentals.map(({ owed, held }) => owed + held))).toBe(0)
  const { total } = await market.call(
    'GET /api/admin/reports',
    { query: { from: '2026-04', to: '2026-04' } },
    admin,
  )
  const { rows } = await sql<{ revenue: number }>`
    select -sum(amount)::bigint as revenue from ledger_entries where account = 'revenue:rental'`.execute(
    market.db,
  )
  expect(total.earned + total.passedOn + total.prepaid).toBe(rows[0]?.revenue)
  expect(total.depositsHeld).toBe(0)
  await expectExportsAreBooks(market, admin)
})
