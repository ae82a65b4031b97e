import { paginationOf } from '../db/list-page.ts'
import type { AppDeps } from '../deps.ts'
import { countMoneyQueues, findMoney, type MoneySearch } from './money-list-store.ts'
import { readMoney } from './money-row-store.ts'
import { presentMoney } from './present-money.ts'

const PAGE_SIZE = 25

type Wish = Omit<MoneySearch, 'queue'> & {
  queue?: MoneySearch['queue'] | undefined
  page?: number | undefined
  limit?: number | undefined
}

/** A page of money for staff, and how much waits in each queue. */
export async function deskMoney(
  { db }: Pick<AppDeps, 'db'>,
  { queue = 'review', page = 1, limit = PAGE_SIZE, ...wish }: Wish,
) {
  const [{ keys, ...found }, counts] = await Promise.all([
    findMoney(db, { ...wish, queue, limit, offset: (page - 1) * limit }),
    countMoneyQueues(db),
  ])
  const data = (await readMoney(db, keys)).map(presentMoney)
  return { data, counts, pagination: paginationOf({ page, limit }, found) }
}
