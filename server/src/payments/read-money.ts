import type { Pagination } from '@twende/contract/text.ts'
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
  const [{ keys, total }, counts] = await Promise.all([
    findMoney(db, { ...wish, queue, limit, offset: (page - 1) * limit }),
    countMoneyQueues(db),
  ])
  const pagination: Pagination = { page, limit, total, pages: Math.ceil(total / limit) }
  return { data: (await readMoney(db, keys)).map(presentMoney), counts, pagination }
}
