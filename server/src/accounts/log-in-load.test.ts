import { afterAll, beforeAll, expect, test } from 'vitest'
import { PASSWORD } from '../testing/people.ts'
import { openTestMarket, type TestMarket } from '../testing/test-app.ts'

let market: TestMarket

beforeAll(async () => {
  market = await openTestMarket({ env: { RATE_LIMIT: 'off' } })
})
afterAll(() => market.close())

test('when hundreds sign in at once, a few wait their turn, the rest are asked to come back', async () => {
  const { email } = await market.signUp()
  const signIn = () =>
    market.app.inject({ method: 'POST', url: '/api/user/login', payload: { email, password: PASSWORD } })
  const answers = await Promise.all(Array.from({ length: 200 }, signIn))
  const [served, sentAway] = [200, 503].map((code) => answers.filter(({ statusCode }) => statusCode === code))
  expect((served?.length ?? 0) + (sentAway?.length ?? 0)).toBe(200)
  expect(served?.length).toBeGreaterThanOrEqual(42)
  expect(sentAway?.length).toBeGreaterThan(0)
  expect(sentAway?.[0]?.json()).toMatchObject({ success: false, code: 'unavailable' })
  expect(Number(sentAway?.[0]?.headers['retry-after'])).toBeGreaterThan(0)
  expect((await signIn()).statusCode).toBe(200)
})
