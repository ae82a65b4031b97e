import { addDays, type Day } from '@twende/contract/calendar-day.ts'
import type { Routes } from '@twende/contract/routes.ts'
import type { Pagination } from '@twende/contract/text.ts'
import { expect } from 'vitest'
import { readTable, totalsOf } from '../read-export.ts'
import { carOn, earnedPrices, type Journal, rentedAgain } from './earned-again.ts'
import {
  balancesAgain,
  chargesAgain,
  costsAgain,
  finesAgain,
  fromDepositsAgain,
  type MoneyEntry,
  moneyEntries,
  type OfDay,
  refundsAgain,
  reportedAgain,
  revenueEntries,
} from './ledger-again.ts'
import { FIRST_DAY, type Firm, now, today } from './month-firm.ts'

/** A figure of a page beside the same figure computed a second time. */
export type Compared = { page: string; figure: string; of: string; shown: number; again: number }

export type Audit = Awaited<ReturnType<typeof readAgain>>

export const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)
export const sumOf = <Row extends { amount: number }>(
  rows: readonly Row[],
  where: (row: Row) => boolean = () => true,
) => sum(rows.filter(where).map(({ amount }) => amount))

/** A page of staff: what it shows, compared with what is computed a second time. */
export type Page = (audit: Audit) => Promise<void>

/** All that is compared at a moment, read from the ledger and from base tables. */
export async function readAgain(firm: Firm, journal: Journal) {
  const { db } = firm.market
  const day = today(firm)
  const [money, balances, revenue, charges, fines, fromDeposits, costs, reported, refunds, rented] = [
    await moneyEntries(db),
    await balancesAgain(db),
    await revenueEntries(db),
    await chargesAgain(db),
    await finesAgain(db),
    await fromDepositsAgain(db),
    await costsAgain(db),
    await reportedAgain(db),
    await refundsAgain(db),
    await rentedAgain(db, now(firm)),
  ]
  const prices = earnedPrices(journal)
  const compared: Compared[] = []
  return {
    ...{ firm, journal, today: day, compared, money, balances, revenue, charges, fines, fromDeposits, costs },
    ...{ reported, refunds, prices, ...rented },
    /** The days of the month up to today. */
    days: daysUntil(day),
    say: (page: string, figure: string, shown: number, again: number, of = '') =>
      void compared.push({ page, figure, of, shown, again }),
  }
}

function daysUntil(last: Day): Day[] {
  const days: Day[] = []
  // Money of the day before the first is recorded on the first.
  for (let day = addDays(FIRST_DAY, -1); day <= last; day = addDays(day, 1)) days.push(day)
  return days
}

/** What a rental car earned, with the car of the day; a charge has the car that the booking had then. */
export const earnedRent = ({ prices, charges, today: last, journal }: Audit): OfDay[] =>
  [
    ...prices,
    ...charges.map((charge) => ({ ...charge, car: carOn(journal, charge.booking, charge.day) })),
  ].filter(({ day }) => day <= last)

type ListRoute = keyof Routes & `GET /api/admin/${string}`

/** How long a list is, and what it says of the shillings of all its pages. */
export async function list(audit: Audit, route: ListRoute, query: object) {
  const { firm } = audit
  const reply: unknown = await firm.market.call(
    route as never,
    { query: { ...query, limit: 1 } } as never,
    firm.admin,
  )
  const { total, sum: shown = Number.NaN } = (reply as { pagination: Pagination }).pagination
  return { total, sum: shown }
}

/** The rows of a file and the totals that stand below them. */
export async function exportedRows({ firm }: Audit, path: string) {
  const answer = await firm.market.app.inject({
    url: `/api/admin/${path}`,
    headers: { token: firm.admin.token },
  })
  if (answer.statusCode !== 200) throw new Error(answer.body)
  const { rows, total } = readTable(answer.body, path)
  return { rows, totals: totalsOf(total) }
}

export const column = (rows: readonly Record<string, string>[], title: string) =>
  sum(rows.map((row) => Number(row[title])))

/** Money that came in, and not from another purchase. */
export const isIn = ({ kind }: MoneyEntry) => kind !== 'refund_paid' && kind !== 'money_moved'

/** Every figure is the same both times. */
export function expectSameFigures(compared: readonly Compared[]): void {
  const wrong = compared.filter(({ shown, again }) => shown !== again)
  const lines = wrong.map(
    ({ page, figure, of, shown, again }) => `${page}: ${figure} ${of} is ${shown}, again ${again}`,
  )
  expect([...new Set(lines)].slice(0, 40)).toEqual([])
}

/** Orders are delivered free of charge today. */
const MAY_BE_NOTHING: readonly string[] = ['orders: Delivery (Ksh) in the total line']

/** No figure of any page is 0 wherever it was shown: nothing was left out of the month. */
export function expectEachFigure(compared: readonly Compared[]): void {
  const shown = new Map<string, boolean>()
  for (const { page, figure, shown: value } of compared) {
    const name = `${page}: ${figure}`
    shown.set(name, shown.get(name) === true || value !== 0)
  }
  const empty = [...shown].filter(([, isShown]) => !isShown).map(([name]) => name)
  expect(empty.filter((name) => !MAY_BE_NOTHING.includes(name))).toEqual([])
}
