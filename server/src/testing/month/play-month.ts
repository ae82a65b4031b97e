import { addDays, daysBetween, nairobiDay, nairobiInstant } from '@twende/contract/calendar-day.ts'
import { DESK_METHODS } from '@twende/contract/payments/desk-payment.ts'
import type { RefundTask } from '@twende/contract/payments/payment-list-item.ts'
import { drawCode, postForm } from '../selling.ts'
import { changedRentals } from './changed-rentals.ts'
import {
  at,
  clerk,
  FIRST_DAY,
  type Firm,
  LAST_DAY,
  now,
  pick,
  runJobs,
  type Story,
  today,
  type Wait,
} from './month-firm.ts'
import { paidRentals } from './paid-rentals.ts'
import { sales } from './sales.ts'

export const stories: Readonly<Record<string, Story>> = { ...paidRentals, ...changedRentals, ...sales }

/** Times of the beginnings, some at a moment before and after midnight in Nairobi, and while London has another day. */
const TIMES = ['00:00', '00:01', '01:30', '02:55', '10:00', '15:20', '21:30', '23:58', '23:59']

type Act = { name: string; dueAt: Date; run: () => Promise<Wait | undefined> }
type Reading = { dueAt: Date; run: () => Promise<void> }

/** Plays so many purchases, all kinds in turns, with what is read on the way; `after` is called after each act. */
export async function playMonth(
  firm: Firm,
  purchases: number,
  readings: readonly Reading[],
  after: () => Promise<void>,
): Promise<void> {
  const acts = [
    ...beginningsOf(firm, purchases),
    ...routinesOf(firm),
    ...readings.map(({ dueAt, run }) => ({ name: 'the books are read', dueAt, run: asAct(run) })),
  ]
  const end = nairobiInstant(addDays(LAST_DAY, 1), '00:00')
  for (;;) {
    acts.sort((one, other) => one.dueAt.getTime() - other.dueAt.getTime())
    const act = acts.shift()
    if (!act || act.dueAt >= end) break
    if (act.dueAt > now(firm)) firm.market.clock.set(act.dueAt)
    const wait = await act.run().catch((cause: unknown) => {
      throw new Error(`${act.name}, at ${now(firm).toISOString()}: ${String(cause)}`, { cause })
    })
    await after()
    if (wait) acts.push({ ...act, dueAt: dueAfter(firm, wait) })
  }
  firm.market.clock.set(new Date(end.getTime() - 1_000))
}

const asAct = (run: () => Promise<void>) => async () => {
  await run()
  return undefined
}

/** What happens each day: refunds go out and costs are recorded, and the jobs of the night run before midnight. */
function routinesOf(firm: Firm): Act[] {
  const acts: Act[] = []
  for (let day = FIRST_DAY; day <= LAST_DAY; day = addDays(day, 1)) {
    const midnight = nairobiInstant(addDays(day, 1), '00:00')
    const night = new Date(midnight.getTime() - 10_000)
    acts.push({
      name: 'the evening',
      dueAt: nairobiInstant(day, '20:30'),
      run: asAct(() => endDay(firm)),
    })
    acts.push({ name: 'the night', dueAt: night, run: asAct(() => runJobs(firm)) })
  }
  return acts
}

function dueAfter(firm: Firm, { days, at: time }: Wait): Date {
  return new Date(nairobiInstant(addDays(today(firm), days), time).getTime() + 20_000)
}

/** What is under way when the books are read at the end of the year: cars that are late, and money on its way back. */
const BEGINS: Readonly<Record<string, string>> = {
  'paid yesterday, recorded today': '2026-12-26T10:00:00+03:00',
  'charged for a scratch, kept of the deposit': '2026-12-28T10:00:00+03:00',
  'a long rental, cancelled by staff': '2026-12-31T10:00:00+03:00',
  'a car for sale, paid': '2026-12-30T10:00:00+03:00',
  'an order, paid by phone': '2026-12-30T10:00:00+03:00',
  'an order, paid too much': '2026-12-31T23:58:20+03:00',
  // On both sides of the midnight that ends the month and the year.
  'sold at the counter': '2026-12-31T23:59:20+03:00',
  'an order, paid at the desk and brought back': '2027-01-01T00:00:01+03:00',
}

/** The kinds in turns, the first of each where it has to be, on days of the first three weeks. */
function beginningsOf(firm: Firm, purchases: number): Act[] {
  const names = Object.keys(stories)
  const spread = daysBetween(FIRST_DAY, LAST_DAY) - 9
  return Array.from({ length: purchases }, (_, turn) => {
    const name = turn < names.length ? at(names, turn) : pick(firm, names)
    const day = addDays(FIRST_DAY, Math.floor(firm.draw() * spread))
    const drawn = new Date(nairobiInstant(day, pick(firm, TIMES)).getTime() + 20_000)
    const stated = turn < names.length ? BEGINS[name] : undefined
    const dueAt = stated === undefined ? drawn : new Date(stated)
    const story = stories[name]?.(firm)
    if (!story) throw new Error(`there is no story "${name}"`)
    return { name, dueAt, run: async () => (await story.next()).value ?? undefined }
  })
}

/** Each evening refunds go out, in turns by all ways, some of which were sent on the day before; a cost is recorded. */
async function endDay(firm: Firm): Promise<void> {
  const { call } = firm.market
  const query = { queue: 'due', limit: 100 } as const
  await approveAll(firm)
  const { data: due } = await call('GET /api/admin/refunds', { query }, firm.admin)
  // The last one waits for another day.
  for (const refund of due.slice(0, Math.max(1, due.length - 1))) await sendRefund(firm, refund)
  await recordCost(firm)
}

async function approveAll(firm: Firm): Promise<void> {
  const { call } = firm.market
  for (const queue of ['waiting', 'due'] as const) {
    const { data } = await call('GET /api/admin/refunds', { query: { queue, limit: 100 } }, firm.admin)
    for (const { _id: refundId, paymentToApprove: paymentId, mayApprove } of data) {
      if (paymentId) {
        const request = { params: { paymentId }, body: {} }
        await call('POST /api/admin/payment/:paymentId/approve', request, firm.admin)
      }
      if (mayApprove)
        await call('POST /api/admin/refund/:refundId/approve', { params: { refundId }, body: {} }, firm.admin)
    }
  }
}

async function sendRefund(firm: Firm, refund: RefundTask): Promise<void> {
  const { _id: refundId, amount, createdAt, purpose } = refund
  // What matches nothing goes back to its own number alone.
  const paidBy = purpose === 'unmatched' ? 'mpesa' : pick(firm, DESK_METHODS)
  const yesterday = addDays(today(firm), -1)
  const isEarlier = paidBy !== 'mpesa' && nairobiDay(new Date(createdAt)) <= yesterday
  const day = isEarlier ? yesterday : today(firm)
  const body =
    paidBy === 'mpesa' ? { paidBy, code: drawCode(now(firm)) } : { paidBy, note: 'Signed for', paidOn: day }
  const request = { params: { refundId }, body }
  await firm.market.call('POST /api/admin/refund/:refundId/sent', request, clerk(firm))
  firm.moved.push({ day, account: paidBy, amount: -amount })
  if (paidBy !== 'mpesa' || firm.turn % 2 === 0) return
  await firm.market.call(
    'POST /api/admin/refund/:refundId/confirm',
    { params: { refundId }, body: {} },
    firm.admin,
  )
}

async function recordCost(firm: Firm): Promise<void> {
  const { carId } = pick(firm, firm.cars)
  const kind = pick(firm, ['fuel', 'repair', 'washing', 'tyres'])
  const amount = String(500 + Math.floor(firm.draw() * 4_000))
  const day = firm.draw() < 0.3 ? addDays(today(firm), -1) : today(firm)
  const answer = await postForm(
    firm.market,
    `/api/admin/car/${carId}/costs`,
    { kind, amount, day },
    clerk(firm),
  )
  if (answer.statusCode !== 200) throw new Error(answer.body)
  if (firm.draw() > 0.2) return
  const { id: costId } = await firm.market.db
    .selectFrom('car_costs')
    .select('id')
    .where('car_id', '=', carId)
    .where('withdrawn_at', 'is', null)
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow()
  const request = { params: { costId }, body: { reason: 'Typed twice' } }
  await firm.market.call('POST /api/admin/car-cost/:costId/withdraw', request, clerk(firm))
}
