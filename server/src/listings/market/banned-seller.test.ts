import { addDays, nairobiDay } from '@twende/contract/calendar-day.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addCar } from '../../testing/fleet.ts'
import type { Person } from '../../testing/people.ts'
import { bookCar } from '../../testing/renting.ts'
import { listLiveCar } from '../../testing/selling.ts'
import { openTestMarket, type TestMarket } from '../../testing/test-app.ts'
import { findPublicListingIds } from '../listing-read-store.ts'

let market: TestMarket
let staff: Person
beforeAll(async () => {
  market = await openTestMarket({ env: { RATE_LIMIT: 'off' } })
  staff = await market.signUp({ role: 'staff' })
})
afterAll(() => market.close())

const DAY_MS = 86_400_000
const decide = ({ accountId }: Person, what: 'ban' | 'unban') =>
  market.call(
    `POST /api/admin/person/:accountId/${what}`,
    { params: { accountId }, body: { reason: 'Asks for deposits' } },
    staff,
  )

async function seenBy(listingId: string) {
  const found = async (query: Record<string, unknown>) => {
    const { data, counts } = await market.call('GET /api/sell/list', { query })
    return { here: data.some(({ _id }) => _id === listingId), verified: counts.verified }
  }
  const siteMap = await findPublicListingIds(market.db, market.clock.now())
  const ends = await Promise.allSettled([
    market.call('GET /api/sell/get/:carId', { params: { carId: listingId } }),
    market.call('POST /api/sell/reveal/:carId', { params: { carId: listingId }, body: { way: 'call' } }),
  ])
  return {
    list: await found({}),
    search: await found({ search: 'vitz' }),
    inSiteMap: siteMap.some(({ id }) => id === listingId),
    page: ends[0].status,
    contact: ends[1].status,
  }
}

test('the cars of a banned seller are hidden at once, and shown again when the ban ends', async () => {
  const seller = await market.signUp()
  const { _id } = await listLiveCar(market, seller)
  const shown = await seenBy(_id)
  expect(shown).toEqual({
    list: { here: true, verified: 1 },
    search: { here: true, verified: 1 },
    inSiteMap: true,
    page: 'fulfilled',
    contact: 'fulfilled',
  })
  expect((await decide(seller, 'ban')).message).toContain('1 car for sale is hidden.')
  expect(await seenBy(_id)).toEqual({
    list: { here: false, verified: 0 },
    search: { here: false, verified: 0 },
    inSiteMap: false,
    page: 'rejected',
    contact: 'rejected',
  })
  const params = { listingId: _id }
  const { data } = await market.call('GET /api/admin/listing/:listingId', { params }, staff)
  expect(data).toMatchObject({ listingStatus: 'active', owner: { banned: true } })
  await market.call(
    'POST /api/admin/listing/:listingId/extend',
    { params, body: { days: 2, reason: 'Ours' } },
    staff,
  )
  await expect(market.call('GET /api/sell/get/:carId', { params: { carId: _id } })).rejects.toMatchObject({
    status: 404,
  })
  market.clock.advance(3 * DAY_MS)
  const { message } = await decide(seller, 'unban')
  expect(message).toContain('1 car for sale was hidden for 3 days of its paid time.')
  expect(await seenBy(_id)).toEqual(shown)
})

test('staff sees that the customer of a booking is banned', async () => {
  const customer = await market.signUp()
  const startDate = addDays(nairobiDay(market.clock.now()), 9)
  const stay = { startDate, endDate: addDays(startDate, 2) }
  const booking = await bookCar(market, customer, await addCar(market.db), stay)
  await decide(customer, 'ban')
  const { data } = await market.call(
    'GET /api/admin/bookings',
    { query: { queue: 'all', search: booking.bookingId } },
    staff,
  )
  expect(data).toMatchObject([{ _id: booking._id, account: { banned: true } }])
})
