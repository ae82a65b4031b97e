import { RENTAL_TERMS } from '@twende/contract/business-constants.ts'
import { addDays, type Day, nairobiDay } from '@twende/contract/calendar-day.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { chargesAgain, finesAgain, type OfDay, revenueEntries } from './ledger-again.ts'

type State = { carId: string; startDate: Day; endDate: Day; isCancelled: boolean }
type Step = { day: Day; state: State | undefined; posted: { day: Day; amount: number }[] }
type Share = { car: string; amount: number }

/** What a booking was like after each act, and what had been posted by then: kept by the test on the way. */
export type Journal = {
  steps: Map<string, Step[]>
  cars: Map<string, { from: Day; car: string }[]>
  seen: Set<string>
}

export const openJournal = (): Journal => ({ steps: new Map(), cars: new Map(), seen: new Set() })

/** Writes down which bookings changed since the last act, and which revenue was posted for them. */
export async function writeJournal(db: Db, now: Date, journal: Journal): Promise<void> {
  const day = nairobiDay(now)
  const { rows } = await sql<State & { id: string }>`
    select id::text as id, car_id::text as "carId", start_date::text as "startDate", end_date::text as "endDate",
      status = 'cancelled' as "isCancelled" from bookings`.execute(db)
  const prices = await pricesPosted(db)
  for (const { id, ...state } of rows) {
    const steps = journal.steps.get(id) ?? []
    journal.steps.set(id, steps)
    const before = steps.findLast((step) => step.state)?.state
    const changed = JSON.stringify(before) !== JSON.stringify(state)
    const posted = (prices.get(id) ?? []).filter(({ key }) => !journal.seen.has(key))
    for (const { key } of posted) journal.seen.add(key)
    if (before?.carId !== state.carId) {
      const cars = journal.cars.get(id) ?? []
      cars.push({ from: cars.length === 0 ? '0000-01-01' : day, car: state.carId })
      journal.cars.set(id, cars)
    }
    if (changed || posted.length > 0) steps.push({ day, state: changed ? state : undefined, posted })
  }
}

type Posted = { key: string; day: Day; amount: number }

/** The parts of the revenue of rentals that are price: what is neither a charge nor a fine of its booking and day. */
async function pricesPosted(db: Db): Promise<Map<string, Posted[]>> {
  const entries = (await revenueEntries(db)).filter(({ account }) => account === 'revenue:rental')
  const others = [...(await chargesAgain(db)), ...(await finesAgain(db))]
  const posted = new Map<string, Posted[]>()
  for (const { transaction, day, id, amount } of entries) {
    const other = others.findIndex(
      (each) => each.booking === id && each.day === day && each.amount === amount,
    )
    if (other >= 0) {
      others.splice(other, 1)
      continue
    }
    posted.set(id, [...(posted.get(id) ?? []), { key: `${transaction} ${amount}`, day, amount }])
  }
  return posted
}

export const carOn = ({ cars }: Journal, booking: string, day: Day): string =>
  cars.get(booking)?.findLast(({ from }) => from <= day)?.car ?? ''

/** The price of each booking, spread over its days as docs/decisions/13-balances-are-kept-by-day.md says, with the car of each day. */
export function earnedPrices(journal: Journal): OfDay[] {
  return [...journal.steps].flatMap(([booking, steps]) =>
    [...spread(journal, booking, steps)].map(([day, { car, amount }]) => ({ day, booking, car, amount })),
  )
}

function spread(journal: Journal, booking: string, steps: readonly Step[]): Map<Day, Share> {
  const shares = new Map<Day, Share>()
  let state: State | undefined
  for (const step of steps) {
    const isMoved = state !== undefined && step.state !== undefined
    state = step.state ?? state
    if (!state) continue
    for (const { day, amount } of step.posted.toSorted((one, other) => (one.day < other.day ? -1 : 1)))
      spreadFrom(journal, { booking, state, shares }, day, amount)
    if (isMoved) spreadFrom(journal, { booking, state, shares }, step.day, 0)
  }
  return shares
}

type Spreading = { booking: string; state: State; shares: Map<Day, Share> }

function spreadFrom(journal: Journal, { booking, state, shares }: Spreading, from: Day, added: number): void {
  let left = added
  for (const [day, { amount }] of shares) {
    if (day < from) continue
    left += amount
    shares.delete(day)
  }
  const first = addDays(state.startDate, 1)
  const until = state.endDate > first ? state.endDate : first
  const days: Day[] = []
  for (let day = state.startDate > from ? state.startDate : from; day < until; day = addDays(day, 1))
    days.push(day)
  if (state.isCancelled || days.length === 0) days.splice(0, days.length, from)
  for (const [place, day] of days.entries()) {
    const part = Math.trunc((left * (place + 1)) / days.length) - Math.trunc((left * place) / days.length)
    if (part !== 0) shares.set(day, { car: carOn(journal, booking, day), amount: part })
  }
}

type Rented = {
  car: string
  startDate: Day
  endDate: Day
  endsAt: Date
  outUntil: Date | null
  lateMinutes: number | null
}

/** On which days each car was rented, and when one came back late. */
export async function rentedAgain(db: Db, now: Date) {
  const { rows } = await sql<Rented>`
    select car_id::text as car, start_date::text as "startDate", end_date::text as "endDate", ends_at as "endsAt",
      case status when 'active' then ${now}::timestamptz when 'completed' then coalesce(returned_at,
        (select confirmed_at from car_losses where booking_id = bookings.id and withdrawn_at is null)) end as "outUntil",
      (rental_terms ->> 'lateMinutes')::int as "lateMinutes"
    from bookings where status in ('confirmed', 'active', 'completed')`.execute(db)
  const rented = new Set<string>()
  const late: { car: string; day: Day }[] = []
  for (const { car, startDate, endDate, endsAt, outUntil, lateMinutes } of rows) {
    const isLate = outUntil !== null && outUntil > endsAt
    const ends = [addDays(startDate, 1), endDate, isLate ? nairobiDay(outUntil) : endDate].sort().at(-1) ?? ''
    for (let day = startDate; day < ends && day <= nairobiDay(now); day = addDays(day, 1))
      rented.add(`${car} ${day}`)
    const tolerated = (lateMinutes ?? RENTAL_TERMS.lateMinutes) * 60_000
    if (isLate && outUntil.getTime() > endsAt.getTime() + tolerated)
      late.push({ car, day: nairobiDay(endsAt) })
  }
  return { rented, late }
}
