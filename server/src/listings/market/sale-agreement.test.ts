import { listingRoutes } from '@twende/contract/listings/listing-routes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readPdf } from '../../testing/read-pdf.ts'
import { createListing, listLiveCar } from '../../testing/selling.ts'
import { openTestMarket, type TestMarket } from '../../testing/test-app.ts'

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket()
})
afterAll(() => market.close())

test('a sale agreement has the facts of a car that is for sale, in both languages, and asks for nothing else', async () => {
  const seller = await market.signUp()
  const listing = await listLiveCar(market, seller, { price: 1_450_000, color: 'Pearl white' })
  const path = `/api/sell/agreement/${listing._id}`
  const views = () => market.db.selectFrom('listing_views').selectAll().execute()
  const before = await views()
  const english = await market.app.inject({ url: path })
  expect(english.headers['content-type']).toBe('application/pdf')
  expect(listingRoutes['GET /api/sell/agreement/:carId'].sends).toBe('application/pdf')
  expect(english.headers['content-disposition']).toBe('attachment; filename="sale-agreement.pdf"')
  const { text, fields } = await readPdf(english.rawPayload)
  for (const part of ['Sale agreement', 'Witness of the buyer', 'within 14 days'])
    expect(text).toContain(part)
  expect(fields).toMatchObject({
    'vehicle.model': listing.name,
    'vehicle.colour': 'Pearl white',
    'price.agreed': 'Ksh 1,450,000',
    'seller.name': '',
    'seller.identity': '',
    'buyer.name': '',
    'vehicle.chassis': '',
    'price.reference': '',
  })
  const swahili = await readPdf((await market.app.inject({ url: `${path}?language=sw` })).rawPayload)
  expect(swahili.text).toContain('Mkataba wa mauzo ya gari')
  expect(swahili.text).toContain('ndani ya siku 14')
  expect(await views()).toEqual(before)
})

test('the form is drawn once for the same facts, and anew for others', async () => {
  const listing = await listLiveCar(market, await market.signUp(), { price: 990_000 })
  const read = async () =>
    (await market.app.inject({ url: `/api/sell/agreement/${listing._id}` })).rawPayload.toString('latin1')
  const first = await read()
  market.clock.advance(60_000)
  expect(await read()).toBe(first)
  await market.db.updateTable('listings').set({ price: 980_000 }).where('id', '=', listing._id).execute()
  const { fields } = await readPdf(Buffer.from(await read(), 'latin1'))
  expect(fields['price.agreed']).toBe('Ksh 980,000')
})

test('staff reads which letters of a car the sale agreement cannot show', async () => {
  const staff = await market.signUp({ role: 'staff' })
  const seller = await market.signUp()
  const unprintableOf = async (stated: Parameters<typeof listLiveCar>[2]) => {
    const { _id: listingId } = await listLiveCar(market, seller, stated)
    const { data } = await market.call('GET /api/admin/listing/:listingId', { params: { listingId } }, staff)
    return data.unprintable
  }
  expect(await unprintableOf({ name: 'Toyota Axio \ua840', color: 'White \ua841' })).toEqual([
    '\ua840',
    '\ua841',
  ])
  expect(await unprintableOf({ name: 'Toyota Axio አበበ', color: 'Nyeũpe' })).toEqual([])
})

test('there is no sale agreement for a listing that is not public', async () => {
  const seller = await market.signUp()
  const listing = await createListing(market, seller)
  const answer = await market.app.inject({ url: `/api/sell/agreement/${listing._id}` })
  expect(answer.statusCode).toBe(404)
  expect(answer.json().code).toBe('listing_not_found')
})
