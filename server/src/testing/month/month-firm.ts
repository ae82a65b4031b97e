import { setTimeout } from 'node:timers/promises'
import { addDays, type Day, nairobiDay, nairobiInstant } from '@twende/contract/calendar-day.ts'
import type { DeskMethod } from '@twende/contract/payments/desk-payment.ts'
import { type Random, seededRandom } from '../../basic-deps.ts'
import { createWorkers } from '../../jobs/scheduled-tasks.ts'
import { addExtra } from '../extras.ts'
import { nextPlate } from '../fines.ts'
import { addCar, addCategory, addLocation } from '../fleet.ts'
import { runPaymentTasks } from '../money-movements.ts'
import { openPayingMarket, type PayingMarket } from '../paying-market.ts'
import { sendC2bPayment } from '../payments.ts'
import type { Person } from '../people.ts'
import { drawCode, drawPhoto } from '../selling.ts'
import { addProduct } from '../shopping.ts'

export const FIRST_DAY = '2026-12-20'
export const LAST_DAY = '2027-01-20'
const CARS = 10
const CLERKS = ['Akinyi', 'Baraka', 'Chebet', 'Daudi', 'Esther']
const CATEGORIES = ['Sedan', 'SUV', 'Van']

/** Money as it moved, by the firm's own count: positive in, negative out. */
export type Moved = { day: Day; account: DeskMethod; amount: number }
export type MonthCar = {
  carId: string
  plate: string
  categoryId: string
  pricePerDay: number
  boughtOn: Day
  freeFrom: Day
}
export type MonthProduct = { id: string; price: number }

export type Firm = {
  market: PayingMarket
  admin: Person
  clerks: readonly Person[]
  draw: Random
  cars: MonthCar[]
  products: readonly MonthProduct[]
  photo: Blob
  /** The firm's own books: what the program must say of each day. */
  moved: Moved[]
  turn: number
  phones: number
}

/** A firm with five clerks, on the first day of its month, a moment after midnight in Nairobi. */
export async function openFirm(seed: number, env: Record<string, string> = {}): Promise<Firm> {
  const draw = seededRandom(seed)
  // References too: two bookings that draw the same one do so each time.
  const random = seededRandom(seed + 1)
  const market = await openPayingMarket({ working: false, promptSeconds: 3_600, random, env })
  market.clock.set(new Date(nairobiInstant(FIRST_DAY, '00:00').getTime() + 5_000))
  const admin = await market.signUp({ role: 'admin', name: 'Mama Twende' })
  const clerks: Person[] = []
  for (const name of CLERKS) clerks.push(await market.signUp({ role: 'staff', name: `${name} Clerk` }))
  await addLocation(market.db, 'Nairobi')
  for (const name of [...CATEGORIES, 'Hatchback']) await addCategory(market.db, name)
  const cars: MonthCar[] = []
  for (let car = 0; car < CARS; car += 1) cars.push(await buyCar(market, car))
  const products: MonthProduct[] = []
  for (const price of [1_600, 2_350, 780])
    products.push({ price, id: await addProduct(market, { price, onHand: 900 }) })
  await addExtra(market, { kind: 'child_seat', price: 350 }, admin)
  const photo = await drawPhoto()
  return { market, admin, clerks, draw, cars, products, photo, moved: [], turn: 0, phones: 0 }
}

async function buyCar(market: PayingMarket, at: number, above = 0): Promise<MonthCar> {
  const plate = nextPlate()
  const category = CATEGORIES[at % CATEGORIES.length] ?? 'Sedan'
  const drawn = 2_990 + 130 * (at % 12)
  const pricePerDay = drawn > above ? drawn : above + 130
  const carId = await addCar(market.db, {
    name: `Toyota Axio ${at + 1}`,
    numberPlate: plate,
    category,
    deposit: 8_000 + 1_000 * (at % 3),
    pricePerDay,
    createdAt: market.clock.now(),
  })
  const categoryId = await addCategory(market.db, category)
  return {
    carId,
    plate,
    categoryId,
    pricePerDay,
    boughtOn: nairobiDay(market.clock.now()),
    freeFrom: FIRST_DAY,
  }
}

/** A car that stands in the yard from a day on, and costs more than that a day; one more is bought when all are taken. */
export async function freeCar(firm: Firm, from: Day, until: Day, above = 0): Promise<MonthCar> {
  const taken = await takenCars(firm, from, until)
  let car = firm.cars.find(
    ({ carId, freeFrom, pricePerDay }) => freeFrom <= from && pricePerDay > above && !taken.has(carId),
  )
  if (!car) {
    car = await buyCar(firm.market, firm.cars.length, above)
    firm.cars.push(car)
  }
  car.freeFrom = addDays(until, 6)
  return car
}

/** Cars that others have on these days: some were prolonged or exchanged, and some are late. */
async function takenCars({ market }: Firm, from: Day, until: Day): Promise<Set<string>> {
  const rows = await market.db
    .selectFrom('bookings')
    .select('car_id')
    .where('status', 'in', ['pending', 'confirmed', 'active'])
    .where((eb) =>
      eb.or([
        eb('ends_at', '<', market.clock.now()),
        eb.and([eb('start_date', '<=', addDays(until, 1)), eb('end_date', '>=', addDays(from, -1))]),
      ]),
    )
    .execute()
  return new Set(rows.map(({ car_id }) => car_id))
}

export const now = ({ market }: Firm) => market.clock.now()
export const today = (firm: Firm): Day => nairobiDay(now(firm))

/** Whoever stands at the desk next. */
export function clerk(firm: Firm): Person {
  firm.turn += 1
  return at(firm.clerks, firm.turn)
}

/** One of them, in turns. */
export function at<Value>(values: readonly Value[], turn: number): Value {
  const value = values[turn % values.length]
  if (value === undefined) throw new Error('there is nothing to choose from')
  return value
}

export function pick<Value>({ draw }: Firm, values: readonly Value[]): Value {
  return at(values, Math.floor(draw() * values.length))
}

/** Phones of the simulator that end so enter the PIN by themselves. */
export const payingPhone = (firm: Firm) => `254711${String(++firm.phones).padStart(3, '0')}001`
/** A phone on which nobody answers. */
export const quietPhone = (firm: Firm) => `0722${String(++firm.phones).padStart(4, '0')}77`

export function took(firm: Firm, account: DeskMethod, amount: number, day = today(firm)): void {
  firm.moved.push({ day, account, amount })
}

/** What jobs do about money; papers are made by others. A message whose job failed on a busy machine is read again. */
export async function runJobs({ market }: Firm): Promise<void> {
  const { deps, simulator, db } = market
  const workers = { ...createWorkers(deps), 'make-agreement': async () => {} }
  await deps.jobs.runQueued(workers)
  await simulator.settled()
  await deps.jobs.runQueued(workers)
  const unread = () =>
    db
      .selectFrom('payment_messages')
      .select('id')
      .where('status', '=', 'received')
      .limit(1)
      .executeTakeFirst()
  while (await unread()) {
    await setTimeout(50)
    await deps.jobs.runQueued(workers)
  }
  await runPaymentTasks(market)
  await deps.jobs.runQueued(workers)
}

/** A customer pays at the desk: with M-Pesa by phone first, whose code the clerk then types. */
export async function payAtDesk(firm: Firm, paidBy: DeskMethod, amount: number, paidOn?: Day) {
  took(firm, paidBy, amount, paidOn)
  if (paidBy !== 'mpesa') return { paidBy, note: `Slip ${++firm.phones}`, ...(paidOn && { paidOn }) }
  const code = drawCode(now(firm))
  await sendC2bPayment(firm.market, { amount, code, reference: 'DESK', paidAt: now(firm) })
  return { paidBy, code }
}

/** Money that arrives at the paybill, with whatever its payer typed; at an earlier moment, where M-Pesa tells of it late. */
export async function payAtPaybill(firm: Firm, amount: number, reference: string, paidAt = now(firm)) {
  took(firm, 'mpesa', amount, nairobiDay(paidAt))
  const code = await sendC2bPayment(firm.market, { amount, reference, paidAt, code: drawCode(paidAt) })
  await runJobs(firm)
  return code
}

export async function matchByHand(firm: Firm, receipt: string, reference: string, giveBack = false) {
  const body = { reference, giveBack, reason: 'As the customer says' }
  await firm.market.call('POST /api/admin/receipt/:receipt/match', { params: { receipt }, body }, clerk(firm))
  await runJobs(firm)
}

/** Staff decides on the money of a purchase that is looked at. */
export async function decideOnMoney(firm: Firm, purchaseId: string, decision: 'accept' | 'giveBack') {
  const rows = await firm.market.db
    .selectFrom('payments')
    .select('id')
    .where('payable_id', '=', purchaseId)
    .where('status', 'in', ['review', 'partial'])
    .execute()
  for (const { id: paymentId } of rows) {
    const request = { params: { paymentId }, body: { decision, reason: 'Looked at it' } }
    await firm.market.call('POST /api/admin/payment/:paymentId/decide', request, firm.admin)
  }
  return rows.length
}

/** A payment that a clerk recorded by mistake is taken out of the books by somebody else: it counts on no day. */
export async function voidPayment(firm: Firm, purchaseId: string) {
  const { id: paymentId } = await firm.market.db
    .selectFrom('payments')
    .select('id')
    .where('payable_id', '=', purchaseId)
    .where('recorded_by', 'is not', null)
    .executeTakeFirstOrThrow()
  const request = {
    params: { paymentId },
    body: { decision: 'dismiss' as const, reason: 'Of another customer' },
  }
  await firm.market.call('POST /api/admin/payment/:paymentId/decide', request, firm.admin)
}

/** What happens next in a story: so many days later, at a time in Nairobi. */
export type Wait = { days: number; at: string }
export type Story = (firm: Firm) => AsyncGenerator<Wait, void, void>
