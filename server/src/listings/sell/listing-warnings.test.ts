import { afterAll, beforeAll, expect, test } from 'vitest'
import { createListing } from '../../testing/selling.ts'
import { openTestMarket, type TestMarket } from '../../testing/test-app.ts'

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket({ env: { RATE_LIMIT: 'off' } })
})
afterAll(() => market.close())

async function warningsOf(description: string) {
  const { _id } = await createListing(market, await market.signUp(), { description })
  const { warnings } = await market.db
    .selectFrom('listings')
    .select('warnings')
    .where('id', '=', _id)
    .executeTakeFirstOrThrow()
  return warnings
}

test.each([
  '0712345678',
  '0712 345 678',
  '0712.345.678',
  '0712\u2011345\u2011678',
  '07 12 34 56 78',
  '(0712) 345-678',
  '+254 712 345 678',
  '+254 (0) 712 345678',
  '\u202a+254 712 345 678\u202c',
  '0712\u200b345\u200b678',
  '\uff10\uff17\uff11\uff12\uff13\uff14\uff15\uff16\uff17\uff18',
  '0112/345/678',
  'seller@example.com',
  'www.example.com',
])('staff sees that a description has a contact: %s', async (contact) => {
  expect(await warningsOf(`Clean car, call ${contact} any time`)).toContain('contact_in_description')
})

test.each([
  'Ksh 1,750,000, 1.0 litre, 1300 cc',
  'Year 2015, 75,200 km, KDA 123A',
  '0-100 in 7.1 s, 180 km/h, 5 seats',
])('figures of a car are no contact: %s', async (words) => {
  expect(await warningsOf(words)).not.toContain('contact_in_description')
})
