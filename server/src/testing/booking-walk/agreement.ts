import type { AdminBooking } from '@twende/contract/bookings/admin-booking.ts'
import type { Booking } from '@twende/contract/bookings/booking.ts'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { findBalance } from '../../payments/ledger/ledger-store.ts'
import { expectBalanced, expectNothingLost } from '../ledger-invariants.ts'
import { expectCars } from './car-agreement.ts'
import { expectEveryShillingSeen, expectLists } from './list-agreement.ts'
import { expectMails } from './mail-agreement.ts'
import { customerOf, type RentalWalk } from './rental-walk.ts'

/** So many acts apart the lists of staff are read, which cost more than all that is asked of the database. */
const ACTS_BETWEEN_LISTS = 4

/** Whatever happened: status, periods, money, queues, mails and what is offered agree with one another. */
export async function expectAgreement(walk: RentalWalk): Promise<void> {
  await expectBooks(walk)
  await expectStates(walk)
  await expectNoMoneyCalledMissing(walk)
  await expectEveryShillingSeen(walk)
  await expectMails(walk)
  for (const id of await findChanged(walk)) await expectPages(walk, id)
  await expectCars(walk)
  if (walk.steps % ACTS_BETWEEN_LISTS === 0) await expectLists(walk)
}

/** Both sides of the ledger, and every receipt of M-Pesa, whenever something was posted. */
async function expectBooks(walk: RentalWalk): Promise<void> {
  const { rows } = await sql<{ last: string | null }>`
    select (select max(id::text) from ledger_transactions) || (select count(*) from provider_transactions) as last`.execute(
    walk.market.db,
  )
  const last = rows[0]?.last ?? ''
  if (last === walk.seenPosting) return
  walk.seenPosting = last
  await expectBalanced(walk.market)
  await expectNothingLost(walk.market)
}

/** Status, condition, hold and cancellation of every booking say the same. */
async function expectStates({ market }: RentalWalk): Promise<void> {
  const { rows } = await sql`
    select reference, status, cancelled_by, returned_at, hold_expires_at, payment_status from bookings
    where not case status
      when 'pending' then handover is null and cancelled_at is null and hold_expires_at is not null and payment_status <> 'paid'
      when 'confirmed' then handover is null and returned_at is null and cancelled_at is null
      when 'active' then handover is not null and handover_return is null and returned_at is null and cancelled_at is null
      when 'completed' then cancelled_at is null and (handover is not null or handover_return is null)
      else cancelled_at is not null and cancelled_by is not null and handover is null
    end or ends_at <= starts_at or occupied_until < ends_at`.execute(market.db)
  expect(rows).toEqual([])
}

/** A hold ran out only where no money had come for it. */
async function expectNoMoneyCalledMissing(walk: RentalWalk): Promise<void> {
  const { rows } = await sql<{ id: number; booking_id: string; money: number; event: string }>`
    select h.id::int, h.booking_id, h.event, coalesce(b.unapplied + b.suspense, 0)::int as money
    from booking_history as h left join ledger_balances as b on b.payable_id = h.booking_id
    where h.id > ${walk.seenEvent} order by h.id`.execute(walk.market.db)
  for (const { id, booking_id, money, event } of rows) {
    walk.seenEvent = id
    if (event === 'expire') expect({ booking_id, money }).toEqual({ booking_id, money: 0 })
  }
}

type Row = {
  id: string
  reference: string
  status: string
  called_off: boolean
  payment_status: string
  final_amount: number
  receivable: number
  unapplied: number
  suspense: number
  revenue: number
}

/** The money of every booking is what its state says; returns the bookings of which something changed. */
async function findChanged(walk: RentalWalk): Promise<string[]> {
  const { rows } = await sql<Row>`
    select b.id, reference, status, cancelled_by = 'staff' and not no_show as called_off, payment_status, final_amount, b.car_id, b.ends_at,
      coalesce(own.receivable, 0)::int as receivable, coalesce(own.unapplied, 0)::int as unapplied,
      coalesce(own.suspense, 0)::int as suspense, coalesce(own.revenue, 0)::int as revenue,
      own.refunds_payable as due, held.unapplied as held_apart, held.suspense as held_aside, held.deposits as held,
      held.refunds_payable as held_due, d.waived_at
    from bookings as b left join deposits as d on d.booking_id = b.id
    left join ledger_balances as own on own.payable_id = b.id
    left join ledger_balances as held on held.payable_id = d.id`.execute(walk.market.db)
  const changed: string[] = []
  for (const row of rows) {
    expectStated(row)
    const stated = JSON.stringify(row)
    if (walk.seen.get(row.id) !== stated) changed.push(row.id)
    walk.seen.set(row.id, stated)
  }
  return changed
}

function expectStated(row: Row): void {
  const { status, called_off, payment_status, final_amount, receivable, unapplied, suspense, revenue } = row
  const agree = (isTrue: boolean, what: string) =>
    expect(isTrue, `${what}: ${JSON.stringify(row)}`).toBe(true)
  const runs = status === 'confirmed' || status === 'active' || status === 'completed'
  if (!runs) agree(receivable === 0, 'nobody owes for what is not agreed')
  if (status === 'cancelled') agree(unapplied === 0, 'money of what ended is kept by name, or goes back')
  if (called_off) agree(revenue === 0, 'nothing is kept of what we call off')
  if (status === 'pending') agree(revenue === 0, 'nothing is earned before it is agreed')
  if (payment_status === 'paid')
    agree(
      status === 'cancelled' ? revenue > 0 : revenue + unapplied >= final_amount,
      'paid means paid, or kept',
    )
  if (runs && receivable <= unapplied && suspense === 0)
    agree(payment_status !== 'pending', 'nothing is owed, so it is paid')
  if (runs && suspense === 0) agree(revenue >= final_amount, 'what is agreed is charged')
  if (suspense + unapplied > 0 && !runs)
    agree(
      !['pending', 'processing', 'expired', 'failed'].includes(payment_status),
      'money in hand is not called missing',
    )
}

/** Expects that the customer's page, the desk's page and the ledger agree on one booking. */
async function expectPages(walk: RentalWalk, id: string): Promise<void> {
  const { market, staff } = walk
  const params = { bookingId: id }
  const { data: desk, money } = await market.call('GET /api/admin/booking/:bookingId', { params }, staff)
  const balance = await findBalance(market.db, { type: 'booking', id })
  const sums = await sumRefunds(walk, id)
  const paid = Math.max(0, balance.price + balance.unapplied - balance.receivable)
  expect(desk.owed).toBe(Math.max(0, balance.receivable - balance.unapplied))
  expect(money).toMatchObject({ paid, owed: desk.owed, owedBack: sums.due, wentBack: sums.owed - sums.due })
  expect(balance.refundsPayable).toBe(sums.due)
  const fines = await market.call('GET /api/admin/booking/:bookingId/fines', { params }, staff)
  expect(fines.data.owed).toBe(desk.owed)
  const deposit = await market.call('GET /api/admin/booking/:bookingId/deposit', { params }, staff)
  if (deposit.data.deposit) await expectDeposit(walk, desk, deposit.data.deposit)
  const row = { account_id: desk.account._id }
  if (!walk.customers.some(({ accountId }) => accountId === row.account_id)) return
  const customer = customerOf(walk, row)
  const own = await market.call('GET /api/booking/:bookingId', { params }, customer)
  expect(own.data).toMatchObject(shownToBoth(desk))
  const ownFines = await market.call('GET /api/booking/:bookingId/fines', { params }, customer)
  expect(ownFines.data.owed).toBe(desk.owed)
  const ownDeposit = await market.call('GET /api/booking/:bookingId/deposit', { params }, customer)
  const { kept: _, ...facts } = ownDeposit.data.deposit ?? { kept: [] }
  expect(deposit.data.deposit ?? {}).toMatchObject(facts)
  await expectRefundPreview(walk, { desk, paid })
}

function shownToBoth(desk: Booking) {
  const { status, paymentStatus, finalAmount, startDate, endDate, pickupTime, dropoffTime, carId } = desk
  const { holdExpiresAt, keepsCar, cancelledBy, carIsLost } = desk
  const period = { startDate, endDate, pickupTime, dropoffTime, carId }
  return { status, paymentStatus, finalAmount, ...period, holdExpiresAt, keepsCar, cancelledBy, carIsLost }
}

/** What cancelling would give back is never more than was paid. */
async function expectRefundPreview(walk: RentalWalk, { desk, paid }: { desk: AdminBooking; paid: number }) {
  const mayCancel = desk.status === 'pending' || desk.status === 'confirmed'
  const endsAt = Date.parse(`${desk.endDate}T${desk.dropoffTime}:00+03:00`)
  if (!mayCancel || endsAt <= walk.market.clock.now().getTime() + 1_000) return
  const params = { bookingId: desk._id }
  const customer = customerOf(walk, { account_id: desk.account._id })
  const { data } = await walk.market.call('GET /api/booking/:bookingId/refund', { params }, customer)
  expect(data.paid).toBe(paid)
  expect(data.refund + data.kept).toBe(data.paid)
}

type ShownDeposit = {
  _id: string
  amount: number
  due: number
  held: number
  owedBack: number
  returned: number
  moved: number
  waived: boolean
  returnBy: string | null
  kept: readonly { amount: number; released: number }[]
  keepable: number
  settlement: { owed: number; keep: number; back: number }
}

/** What is held of a deposit is what the ledger holds, and is of a rental that lasts or waits to go back. */
async function expectDeposit(
  { market }: RentalWalk,
  { status, owed }: AdminBooking,
  deposit: ShownDeposit,
): Promise<void> {
  const {
    _id: id,
    amount,
    due,
    held,
    owedBack,
    returned,
    moved,
    kept,
    settlement,
    returnBy,
    waived,
  } = deposit
  const balance = await findBalance(market.db, { type: 'deposit', id })
  const keptNow = kept.reduce((sum, part) => sum + part.amount - part.released, 0)
  const facts = {
    status,
    amount,
    due,
    held,
    owedBack,
    returned,
    moved,
    keptNow,
    returnBy,
    waived,
    ...balance,
  }
  const agree = (isTrue: boolean, what: string) =>
    expect(isTrue, `${what}: ${JSON.stringify(facts)}`).toBe(true)
  // A part of it is held until staff decides on it.
  agree(
    held === balance.price + balance.unapplied - balance.receivable,
    'the deposit that is held is what the ledger holds',
  )
  agree(owedBack === balance.refundsPayable, 'what goes back is what the ledger owes')
  agree(held - balance.unapplied + keptNow <= amount, 'no more is held and kept than the deposit is')
  if (status === 'cancelled') agree(held === 0, 'a cancelled booking holds no deposit')
  if (status === 'completed' && held > 0)
    agree(returnBy !== null, 'a deposit waits to go back once the car is back')
  if (status === 'active' || status === 'confirmed')
    agree(returnBy === null, 'a deposit stays while the rental lasts')
  if (status === 'active')
    agree(due === 0 || balance.suspense > 0 || (await isVoided(market, id)), 'the car left with its deposit')
  if (status !== 'completed') return
  const keep = Math.min(owed, held, balance.price)
  expect(settlement).toEqual({ owed, keep, back: held - keep })
}

/** Money of it was taken out of the books: it is due again. */
async function isVoided({ db }: RentalWalk['market'], depositId: string): Promise<boolean> {
  const voided = await db
    .selectFrom('payments')
    .select('id')
    .where('deposit_id', '=', depositId)
    .where('outcome', '=', 'voided')
    .executeTakeFirst()
  return voided !== undefined
}

async function sumRefunds({ market }: RentalWalk, id: string) {
  const { rows } = await sql<{ owed: number; due: number }>`
    select coalesce(sum(amount) filter (where status <> 'withdrawn'), 0)::int as owed,
      coalesce(sum(amount) filter (where status = 'due'), 0)::int as due
    from refunds where payable_id = ${id}::uuid`.execute(market.db)
  return rows[0] ?? { owed: 0, due: 0 }
}
