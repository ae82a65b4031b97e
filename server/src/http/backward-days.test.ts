import { type RouteKey, routes } from '@twende/contract/routes.ts'
import { m } from '@twende/messages'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { Person } from '../testing/people.ts'
import { openTestMarket, type TestMarket } from '../testing/test-app.ts'

let market: TestMarket
let admin: Person
beforeAll(async () => {
  market = await openTestMarket()
  admin = await market.signUp({ role: 'admin' })
})
afterAll(() => market.close())

/** Every list and file that is narrowed to days. */
const byDays = (Object.keys(routes) as RouteKey[]).filter((name) => {
  const query = 'query' in routes[name] ? routes[name].query : undefined
  return query instanceof z.ZodMiniObject && 'fromDay' in query.shape && 'toDay' in query.shape
})

const ask = async (name: RouteKey, days: Record<string, string>, locale = 'en') => {
  const { statusCode, body } = await market.app.inject({
    url: `${name.slice('GET '.length)}?${String(new URLSearchParams(days))}`,
    headers: { token: admin.token, 'accept-language': locale },
  })
  return { statusCode, ...(body.startsWith('{') ? (JSON.parse(body) as { message?: string }) : {}) }
}

test('there are lists and files that are narrowed to days', () => {
  expect(byDays).toEqual(
    expect.arrayContaining(['GET /api/admin/payments', 'GET /api/admin/fines.csv', 'GET /api/admin/audit']),
  )
})

test.each(byDays)('%s says that the first day is after the last', async (name) => {
  const backwards = { fromDay: '2026-04-10', toDay: '2026-04-09' }
  const said =
    name === 'GET /api/admin/reconciliation.csv' ? m.validation_days_of_a_year : m.error_days_backwards
  for (const locale of ['en', 'sw'] as const) {
    expect(await ask(name, backwards, locale)).toMatchObject({
      statusCode: 400,
      message: said({}, { locale }),
    })
  }
  expect(await ask(name, { fromDay: '2026-04-09', toDay: '2026-04-09' })).toMatchObject({ statusCode: 200 })
})
