import { expect, test } from '@playwright/test'
import { call } from '../support/market.ts'
import { demoCustomer, firstAdminToken } from '../support/people.ts'

test('the market is open, with its demo customer and its first admin', async () => {
  expect((await call('GET /api/car/list', {})).data.length).toBeGreaterThan(20)
  expect((await demoCustomer()).token).not.toBe('')
  expect(await firstAdminToken()).not.toBe('')
})
