import type { CatalogList } from '@twende/contract/content/catalog-choices.ts'
import type { CatalogItem } from '@twende/contract/content/catalog-routes.ts'
import { ApiError } from '@twende/contract/http/call.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deleteUnusedPictures } from '../media/picture-tasks.ts'
import { addCar, addCategory, addLocation } from '../testing/fleet.ts'
import { carForm } from '../testing/fleet-form.ts'
import type { Person } from '../testing/people.ts'
import { BOOKING_MORNING, bookCar } from '../testing/renting.ts'
import { drawPhoto, type FormFields, listLiveCar, postForm } from '../testing/selling.ts'
import { addProduct } from '../testing/shopping.ts'
import { openTestMarket, type TestMarket } from '../testing/test-app.ts'

let market: TestMarket
let staff: Person
beforeAll(async () => {
  market = await openTestMarket({ now: BOOKING_MORNING, env: { RATE_LIMIT: 'off' } })
  staff = await market.signUp({ role: 'staff' })
  for (const name of ['Sedan', 'SUV', 'Hatchback']) await addCategory(market.db, name)
  for (const name of ['Nairobi', 'Mombasa']) await addLocation(market.db, name)
})
afterAll(() => market.close())

type Answer = { status: number; code?: string; message?: string; data: CatalogItem }

async function post(path: string, form: FormFields, key?: string): Promise<Answer> {
  const url = `/api/admin/catalog/${path}`
  const by = { token: staff.token, ...(key ? { idempotencyKey: key } : {}) }
  const answer = await postForm(market, url, form, by)
  return { status: answer.statusCode, ...answer.json() }
}

const read = async (list: CatalogList) =>
  (await market.call('GET /api/admin/catalog/:list', { params: { list } }, staff)).data
async function named(list: CatalogList, name: string): Promise<CatalogItem> {
  const item = (await read(list)).find((one) => one.name === name)
  if (!item) throw new Error(`no ${name} on ${list}`)
  return item
}
const update = ({ _id, updatedAt }: CatalogItem, list: CatalogList, form: FormFields) =>
  post(`${list}/${_id}/update`, { updatedAt, ...form })
const hide = (list: CatalogList, { _id: itemId }: CatalogItem, hidden = true) =>
  market.call(
    'POST /api/admin/catalog/:list/:itemId/visibility',
    { params: { list, itemId }, body: { hidden } },
    staff,
  )
const remove = (list: CatalogList, { _id: itemId }: CatalogItem) =>
  market.call('POST /api/admin/catalog/:list/:itemId/remove', { params: { list, itemId } }, staff)
const order = (list: CatalogList, was: string[], next: string[]) =>
  market.call('POST /api/admin/catalog/:list/order', { params: { list }, body: { was, order: next } }, staff)
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof ApiError ? error.code : 'failed'),
  )
const placesOffered = async () =>
  (await market.call('GET /api/location/list', {})).data.map(({ name }) => name)
const servicesOffered = async () =>
  (await market.call('GET /api/service/list', {})).data.map(({ name }) => name)
const carsOf = async (category: string) =>
  (await market.call('GET /api/car/list', { query: { category } })).data.map(({ name }) => name)

describe('a new item', () => {
  test('is offered at once, with its picture, at the end of its list; sent twice it is one', async () => {
    expect(await servicesOffered()).toEqual([])
    const form = { name: 'Printer repair', description: 'Toner and rollers.', image1: await drawPhoto() }
    const first = await post('services', form, 'printer-repair-1')
    expect(first).toMatchObject({ status: 200, message: 'Added', data: { name: 'Printer repair' } })
    expect((await post('services', form, 'printer-repair-1')).data._id).toBe(first.data._id)
    expect((await post('services', { ...form, name: 'CCTV' }, 'printer-repair-1')).code).toBe(
      'idempotency_conflict',
    )
    await post('services', { ...form, name: 'CCTV' })
    const { data } = await market.call('GET /api/service/list', {})
    expect(data.map(({ name }) => name)).toEqual(['Printer repair', 'CCTV'])
    expect(data[0]?.image).toBe(first.data.pictures[0]?.address)
  })

  test.each<[string, CatalogList, FormFields, string]>([
    ['a name', 'car-categories', {}, 'Please enter a name'],
    ['words', 'services', { name: 'Networks' }, 'Please describe the service'],
    ['a picture', 'car-categories', { name: 'Bus' }, 'Please upload at least one image'],
    ['a picture', 'banners', {}, 'Please upload at least one image'],
    [
      'a name of its own',
      'locations',
      { name: 'nAIROBI' },
      'This list has that name already, perhaps hidden.',
    ],
    [
      'a town that we have',
      'locations',
      { name: 'Diani', town: crypto.randomUUID() },
      'Please choose one of our towns.',
    ],
  ])('needs %s on %s', async (_what, list, form, sentence) => {
    const answer = await post(list, form)
    expect([answer.status >= 400, answer.message]).toEqual([true, sentence])
  })

  test('has no picture where its list shows none, and no file that is none', async () => {
    expect(await post('locations', { name: 'Lamu', image1: await drawPhoto() })).toMatchObject({
      status: 400,
    })
    const hostile = new Blob(['<svg onload="alert(1)"/>'], { type: 'image/jpeg' })
    expect(await post('banners', { image1: hostile })).toMatchObject({ status: 415 })
  })
})

describe('a change', () => {
  test('of a name is followed by what has it, and the old name still finds it', async () => {
    await addCar(market.db, { name: 'Prado', category: 'SUV' })
    expect(await carsOf('suv')).toEqual(['Prado'])
    const { data } = await update(await named('car-categories', 'SUV'), 'car-categories', {
      name: 'Off-roader',
    })
    expect(data).toMatchObject({ name: 'Off-roader', uses: { cars: 1 } })
    expect([await carsOf('Off-roader'), await carsOf('SUV')]).toEqual([['Prado'], ['Prado']])
    expect((await market.call('GET /api/car/list', { query: { search: 'off-roader' } })).data).toHaveLength(1)
    await post('car-categories', { name: 'SUV', image1: await drawPhoto() })
    expect(await carsOf('SUV')).toEqual([])
  })

  test('of two made at once, one is saved and the other is refused', async () => {
    for (let round = 0; round < 5; round++) {
      const item = await named('services', 'CCTV')
      const answers = await Promise.all([
        update(item, 'services', { name: 'CCTV', description: 'Four cameras.' }),
        update(item, 'services', { name: 'CCTV', description: 'Eight cameras.' }),
      ])
      expect(answers.map(({ code }) => code).sort()).toEqual(['changed_meanwhile', undefined])
    }
  })

  test('that keeps the name does not rewrite the rows that have the category', async () => {
    const carId = await addCar(market.db, { category: 'Sedan' })
    const written = () =>
      sql`select xmin::text as by from cars where id = ${carId}`.execute(market.db).then(({ rows }) => rows)
    const before = await written()
    const form = { name: 'Sedan', image1: await drawPhoto() }
    const { data } = await update(await named('car-categories', 'Sedan'), 'car-categories', form)
    expect(data.pictures).toHaveLength(1)
    await sql`update categories set name = name`.execute(market.db)
    expect(await written()).toEqual(before)
    await update(data, 'car-categories', { name: 'Saloon' })
    expect(await written()).not.toEqual(before)
  })

  test('of a picture replaces it, and the deletion of unused pictures keeps what is shown', async () => {
    const before = await named('services', 'CCTV')
    const form = { name: 'CCTV', description: 'Day and night.', image1: await drawPhoto() }
    const { data } = await update(before, 'services', form)
    expect(data.pictures[0]?.address).not.toBe(before.pictures[0]?.address)
    market.clock.advance(48 * 3_600_000)
    await deleteUnusedPictures(market.deps)
    const path = new URL(data.pictures[0]?.address ?? '').pathname
    expect((await market.app.inject(path)).statusCode).toBe(200)
  })

  test('a town lies in no town, and one with points stays a town', async () => {
    const town = await named('locations', 'Mombasa')
    const { data: point } = await post('locations', { name: 'Moi Airport', town: town._id })
    expect(point).toMatchObject({ town: 'Mombasa', townId: town._id })
    expect((await post('locations', { name: 'Gate 2', town: point._id })).code).toBe('town_unknown')
    const nairobi = await named('locations', 'Nairobi')
    expect((await update(town, 'locations', { name: 'Mombasa', town: nairobi._id })).code).toBe(
      'town_has_points',
    )
  })
})

describe('what is hidden', () => {
  test('cannot be chosen any more; what has it keeps it and can be edited', async () => {
    const person = await market.signUp()
    const carId = await addCar(market.db, { name: 'Vitz', category: 'Hatchback', location: 'Mombasa' })
    await hide('locations', await named('locations', 'Mombasa'))
    await hide('car-categories', await named('car-categories', 'Hatchback'))
    // Hiding the town also hides its pickup point.
    expect(await placesOffered()).toEqual(['Nairobi'])
    expect(await carsOf('Hatchback')).toEqual(['Vitz'])
    const wishes = { pickupLocation: 'Moi Airport', dropoffLocation: 'Nairobi' }
    expect(await codeOf(bookCar(market, person, carId, wishes))).toBe('location_unknown')
    const form = await carForm({ category: 'Hatchback', location: 'Nairobi' })
    const added = await postForm(market, '/api/admin/cars', form, { token: staff.token })
    expect(added.json().code).toBe('category_unknown')
    const { data } = await market.call('GET /api/admin/car/:carId', { params: { carId } }, staff)
    const edit = { price: '5100', category: 'Hatchback', location: 'Mombasa', updatedAt: data.updatedAt }
    const saved = await postForm(market, `/api/admin/car/${carId}/update`, edit, { token: staff.token })
    expect(saved.statusCode).toBe(200)
    await hide('locations', await named('locations', 'Mombasa'), false)
    await hide('car-categories', await named('car-categories', 'Hatchback'), false)
    expect(await placesOffered()).toContain('Moi Airport')
  })

  test('is never the whole list', async () => {
    const { data: banner } = await post('banners', { image1: await drawPhoto() })
    expect(await codeOf(hide('banners', banner))).toBe('last_catalog_item')
    expect(await codeOf(remove('banners', banner))).toBe('last_catalog_item')
    const { data: next } = await post('banners', { image1: await drawPhoto() })
    await hide('banners', banner)
    const shown = (await market.call('GET /api/banner/list', {})).data
    expect(shown).toEqual([{ imageUrl3: next.pictures[0]?.address }])
  })
})

test('nothing that is used is removed, and the refusal says what uses it', async () => {
  await listLiveCar(market, await market.signUp())
  await addProduct(market, { category: 'Laptops' })
  const person = await market.signUp()
  await bookCar(market, person, await addCar(market.db), { pickupLocation: 'Moi Airport' })
  const refusalOf = async (list: CatalogList, name: string) =>
    remove(list, await named(list, name)).then(
      () => 'gone',
      (error: unknown) => (error instanceof ApiError ? error.message : 'failed'),
    )
  expect(await refusalOf('product-categories', 'Laptops')).toBe('Still used by 1 product. Hide it instead.')
  expect(await refusalOf('locations', 'Moi Airport')).toBe('Still used by 1 booking. Hide it instead.')
  // The booking keeps the name that the location had when it was made.
  const point = await named('locations', 'Moi Airport')
  await update(point, 'locations', { name: 'Moi International', town: point.townId ?? '' })
  expect(await refusalOf('locations', 'Moi International')).toBe('Still used by 1 booking. Hide it instead.')
  expect(await refusalOf('locations', 'Mombasa')).toMatch(
    /^Still used by .*1 pickup point\. Hide it instead\.$/,
  )
  expect(await refusalOf('car-categories', 'SUV')).toBe('gone')
  const { car, refused } = await raceOf('Convertible')
  expect([car, refused]).toContain('done')
  expect([car, refused]).not.toContain('failed')
})

/** A car is added to a category while that is removed: one of the two is refused. */
async function raceOf(name: string) {
  const { data: item } = await post('car-categories', { name, image1: await drawPhoto() })
  const form = await carForm({ category: name })
  const [answer, refused] = await Promise.all([
    postForm(market, '/api/admin/cars', form, { token: staff.token }),
    codeOf(remove('car-categories', item)),
  ])
  return { car: answer.statusCode === 200 ? 'done' : answer.statusCode < 500 ? 'told' : 'failed', refused }
}

test('a list is reordered only by somebody who saw its current order', async () => {
  const ids = (await read('car-categories')).map(({ _id }) => _id)
  const turned = ids.toReversed()
  const ends = await Promise.all([
    codeOf(order('car-categories', ids, turned)),
    codeOf(order('car-categories', ids, [...ids.slice(1), ...ids.slice(0, 1)])),
  ])
  expect(ends.sort()).toEqual(['changed_meanwhile', 'done'])
  const now = (await read('car-categories')).map(({ _id }) => _id)
  const { data } = await market.call('GET /api/category/list', { query: { kind: 'vehicle' } })
  expect(data.map(({ _id }) => _id)).toEqual(now)
  expect(await codeOf(order('car-categories', now, now.slice(1)))).toBe('invalid')
})
