import type { Role } from '@twende/contract/accounts/account-routes.ts'
import { type Day, nairobiDay } from '@twende/contract/calendar-day.ts'
import {
  BALANCES,
  type Balance,
  type BalanceFigure,
  type BalanceItem,
} from '@twende/contract/payments/balance-routes.ts'
import { accountLabels } from '@twende/contract/payments/desk-payment.ts'
import type { PayableType } from '@twende/contract/payments/payment.ts'
import { payableTypeLabels } from '@twende/contract/payments/payment-choices.ts'
import { m } from '@twende/messages'
import type { Db } from '../../db/database.ts'
import { type PageInput, type PageRange, readPage } from '../../db/list-page.ts'
import type { AppDeps } from '../../deps.ts'
import { type CsvColumns, csvTable } from '../../http/csv.ts'
import { type BalanceItemRow, type BalanceSum, findBalanceItems, sumBalances } from './balance-store.ts'

const PAGE_SIZE = 50

type ReadDeps = Pick<AppDeps, 'db' | 'clock'>
type Chosen = { balance: Balance; day?: Day | undefined }

/** The chosen day, or today where none is chosen or it is to come. */
function dayOf({ clock }: ReadDeps, day: Day | undefined): Day {
  const today = nairobiDay(clock.now())
  return day === undefined || day > today ? today : day
}

const total = (sums: readonly BalanceSum[], figure: 'count' | 'amount') =>
  sums.reduce((sum, part) => sum + part[figure], 0)

/** Every balance at the end of a day. */
export async function readBalances(
  deps: ReadDeps,
  chosen: Day | undefined,
): Promise<{ day: Day; figures: BalanceFigure[] }> {
  const day = dayOf(deps, chosen)
  const sums = await sumBalances(deps.db, day)
  const figures = BALANCES.map((balance): BalanceFigure => {
    const parts = sums.filter((sum) => sum.balance === balance)
    return {
      balance,
      count: total(parts, 'count'),
      amount: total(parts, 'amount'),
      parts: parts.map(({ purpose, amount }) => ({ purpose, amount })),
    }
  })
  return { day, figures }
}

/** What a balance has now, of all purchases or of one kind: the figure that other pages show of it. */
export async function readBalance(
  { db, clock }: ReadDeps,
  balance: Balance,
  purpose?: PayableType,
): Promise<number> {
  const sums = await sumBalances(db, nairobiDay(clock.now()), [balance])
  return total(
    sums.filter((sum) => purpose === undefined || sum.purpose === purpose),
    'amount',
  )
}

/** A page of the purchases of which a balance consists. */
export function listBalanceItems(deps: ReadDeps, { balance, day, ...page }: Chosen & PageInput) {
  const { db } = deps
  const asked = { balance, day: dayOf(deps, day) }
  return readPage(page, {
    size: PAGE_SIZE,
    find: (range) => findItems(db, { ...asked, ...range }),
    read: (rows) => rows.map(present),
  })
}

async function findItems(db: Db, asked: { balance: Balance; day: Day } & PageRange) {
  const [keys, sums] = await Promise.all([
    findBalanceItems(db, asked),
    sumBalances(db, asked.day, [asked.balance]),
  ])
  return { keys, total: total(sums, 'count'), sum: total(sums, 'amount') }
}

/** Nobody reads an id: money that has neither a purchase nor a code is known by how it was paid. */
function present({ key, account, ...row }: BalanceItemRow): BalanceItem {
  const reference =
    account === null ? row.reference : m.balance_without_code({ account: accountLabels[account]() })
  return { ...row, _id: row.purchaseId ?? key, reference }
}

const columns: CsvColumns<BalanceItem> = [
  [m.csv_since, ({ since }) => since],
  [m.csv_for, ({ purpose }) => payableTypeLabels[purpose]()],
  [m.csv_reference, ({ reference }) => reference],
  [m.csv_customer, ({ customer }) => customer],
  [m.csv_amount_ksh, ({ amount }) => amount, 'total'],
]

/** The same as a CSV table. */
export function balanceItemsCsv(deps: ReadDeps, callerRole: Role, { balance, day }: Chosen) {
  const asked = { balance, day: dayOf(deps, day) }
  return csvTable({
    role: callerRole,
    name: 'balance',
    filters: asked,
    now: deps.clock.now(),
    columns,
    find: (limit) => findBalanceItems(deps.db, { ...asked, limit, offset: 0 }),
    read: async (rows) => rows.map(present),
  })
}
