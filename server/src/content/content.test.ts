import { afterAll, beforeAll, expect, test } from 'vitest'
import { savePicture } from '../media/save-picture.ts'
import { addLocation } from '../testing/fleet.ts'
import { openTestMarket, type TestMarket } from '../testing/test-app.ts'
import { insertBanner, insertCategory, insertService } from './content-store.ts'

let market: TestMarket
let address = ''
beforeAll(async () => {
  market = await openTestMarket({
    env: { PUBLIC_URL: 'https://twende.example', WHATSAPP_NUMBER: '+254 700 000 009' },
  })
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  const { hash: pictureHash } = await savePicture(market.deps, png)
  address = `https://twende.example/media/${pictureHash}/1200.jpg`
  const { db } = market
  await insertCategory(db, { kind: 'vehicle', name: 'SUV', pictureHash, position: 1 })
  await insertCategory(db, { kind: 'vehicle', name: 'Sedan', pictureHash: undefined, position: 0 })
  await insertCategory(db, { kind: 'product', name: 'Laptops', pictureHash, position: 0 })
  await insertService(db, { name: 'Printing', description: 'Toner.', pictureHash, position: 0 })
  await insertBanner(db, { pictureHash, position: 0 })
  await addLocation(db, 'Karen', 'Nairobi')
})
afterAll(() => market.close())

test('categories of both kinds are listed, vehicles first, in their order', async () => {
  const { data } = await market.call('GET /api/category/list', {})
  expect(data.map(({ name, kind, image }) => [name, kind, image])).toEqual([
    ['Sedan', 'vehicle', ''],
    ['SUV', 'vehicle', address],
    ['Laptops', 'product', address],
  ])
})

test('one kind of category can be asked for, and an unknown kind is refused', async () => {
  const { data } = await market.call('GET /api/category/list', { query: { kind: 'product' } })
  expect(data.map(({ name }) => name)).toEqual(['Laptops'])
  expect((await market.app.inject({ url: '/api/category/list?kind=boat' })).statusCode).toBe(400)
})

test('a pickup point says in which town it lies', async () => {
  const { data } = await market.call('GET /api/location/list', {})
  expect(data.map(({ name, town }) => [name, town])).toEqual([
    ['Karen', 'Nairobi'],
    ['Nairobi', null],
  ])
})

test('services and banners carry pictures with whole addresses', async () => {
  expect((await market.call('GET /api/service/list', {})).data).toMatchObject([
    { name: 'Printing', image: address },
  ])
  expect((await market.call('GET /api/banner/list', {})).data).toEqual([{ imageUrl3: address }])
})

test('settings say what pages need and no more', async () => {
  const { data } = await market.call('GET /api/settings', {})
  expect(data).toMatchObject({
    whatsappNumber: '254700000009',
    publicUrl: 'https://twende.example',
    demoPhone: true,
    mpesa: {
      businessName: 'DEMO MOTORS LTD',
      businessNumber: '174379',
      type: 'paybill',
      accountHint: 'your phone number',
    },
  })
  expect(JSON.stringify(data)).not.toMatch(/secret|key|password/i)
})
