import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestMarket, type TestMarket } from '../testing/test-app.ts'
import { findSearchPage, MOST_FOUND, paginationOf } from './list-page.ts'

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket()
})
afterAll(() => market.close())

const numbers = (from: number, to: number) =>
  sql`select n as id from generate_series(${from}::int, ${to}::int) n`
const leaf = (ways: Parameters<typeof findSearchPage>[1], offset: number) =>
  findSearchPage(market.db, ways, { order: sql`id desc`, limit: 3, offset })

test('what is found in two ways is counted and listed once', async () => {
  const ways = [numbers(1, 4), numbers(3, 6)]
  expect(await leaf(ways, 0)).toEqual({ ids: ['6', '5', '4'], total: 6, orMore: false })
  expect(await leaf(ways, 3)).toEqual({ ids: ['3', '2', '1'], total: 6, orMore: false })
})

test('a search that finds more than is counted leads to the first thousand, and says that there are more', async () => {
  const ways = [numbers(1, MOST_FOUND), numbers(MOST_FOUND, 2 * MOST_FOUND)]
  expect(await leaf(ways, 0)).toEqual({ ids: ['2000', '1999', '1998'], total: MOST_FOUND, orMore: true })
  const { ids, ...last } = await leaf(ways, MOST_FOUND - 1)
  expect(ids).toEqual(['1001'])
  expect(paginationOf({ page: 334, limit: 3 }, last)).toEqual({
    page: 334,
    limit: 3,
    total: MOST_FOUND,
    pages: 334,
    orMore: true,
  })
  expect((await leaf(ways, MOST_FOUND)).ids).toEqual([])
})
