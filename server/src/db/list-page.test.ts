import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestMarket, type TestMarket } from '../testing/test-app.ts'
import { findSearchPage, MAX_FOUND, readPage } from './list-page.ts'

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
  expect(await leaf(ways, 0)).toEqual({ keys: ['6', '5', '4'], total: 6, orMore: false })
  expect(await leaf(ways, 3)).toEqual({ keys: ['3', '2', '1'], total: 6, orMore: false })
})

test('a search that finds more than is counted leads to the first thousand, and says that there are more', async () => {
  const ways = [numbers(1, MAX_FOUND), numbers(MAX_FOUND, 2 * MAX_FOUND)]
  expect(await leaf(ways, 0)).toEqual({ keys: ['2000', '1999', '1998'], total: MAX_FOUND, orMore: true })
  const find = ({ offset }: { offset: number }) => leaf(ways, offset)
  const { data, pagination } = await readPage({ page: 334 }, { size: 3, find, read: (keys) => keys })
  expect(data).toEqual(['1001'])
  expect(pagination).toEqual({
    page: 334,
    limit: 3,
    total: MAX_FOUND,
    pages: 334,
    orMore: true,
  })
  expect((await leaf(ways, MAX_FOUND)).keys).toEqual([])
})

test('rows are not read for an empty page', async () => {
  const find = async () => ({ keys: [], total: 0 })
  const read = () => {
    throw new Error('a query for no keys is no valid SQL')
  }
  const { data, pagination } = await readPage({}, { size: 3, find, read })
  expect(data).toEqual([])
  expect(pagination).toEqual({ page: 1, limit: 3, total: 0, pages: 0 })
})
