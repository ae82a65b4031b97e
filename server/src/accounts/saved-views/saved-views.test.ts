import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '../../testing/people.ts'
import { openTestMarket, type TestMarket } from '../../testing/test-app.ts'

let market: TestMarket
let staff: Person
beforeAll(async () => {
  market = await openTestMarket()
  staff = await market.signUp({ role: 'staff' })
})
afterAll(() => market.close())

const save = (name: string, query: string, person = staff) =>
  market.call('PUT /api/user/saved-views', { body: { name, list: 'bookings', query } }, person)

test('a view is saved, replaced under the same name, and removed', async () => {
  await save('Cancelled this month', 'queue=all&status=cancelled')
  const { data } = await save('Cancelled this month', 'queue=all&status=cancelled&search=axio')
  expect(data).toEqual([
    {
      _id: expect.any(String),
      name: 'Cancelled this month',
      list: 'bookings',
      query: 'queue=all&status=cancelled&search=axio',
    },
  ])
  const params = { viewId: data[0]?._id ?? '' }
  expect((await market.call('POST /api/user/saved-view/:viewId/remove', { params }, staff)).data).toEqual([])
})

test('a view belongs to one person, and nobody else removes it', async () => {
  const colleague = await market.signUp({ role: 'staff' })
  const { data } = await save('Mine', 'queue=overdue')
  const params = { viewId: data[0]?._id ?? '' }
  await market.call('POST /api/user/saved-view/:viewId/remove', { params }, colleague)
  expect((await market.call('GET /api/user/saved-views', {}, colleague)).data).toEqual([])
  expect((await market.call('GET /api/user/saved-views', {}, staff)).data).toEqual(data)
})

test('one person saves at most fifty views', async () => {
  const collector = await market.signUp({ role: 'staff' })
  for (let number = 1; number <= 50; number++) await save(`View ${number}`, '', collector)
  await expect(save('View 51', '', collector)).rejects.toMatchObject({ code: 'too_many_saved_views' })
  await save('View 50', 'queue=all', collector)
})
