import type { CatalogList } from '@twende/contract/content/catalog-choices.ts'
import type { CatalogItem } from '@twende/contract/content/catalog-routes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addCar } from '../testing/fleet.ts'
import type { Person } from '../testing/people.ts'
import { drawPhoto, type FormFields, postForm } from '../testing/selling.ts'
import { openTestMarket, type TestMarket } from '../testing/test-app.ts'

let market: TestMarket
let staff: Person
beforeAll(async () => {
  market = await openTestMarket({ env: { RATE_LIMIT: 'off' } })
  staff = await market.signUp({ role: 'staff' })
})
afterAll(() => market.close())

async function post(path: string, form: FormFields, by = staff) {
  const answer = await postForm(market, `/api/admin/catalog/${path}`, form, { token: by.token })
  const { data, code, message }: { data: CatalogItem; code?: string; message: string } = answer.json()
  return { status: answer.statusCode, data, code, message }
}
const update = (list: CatalogList, { _id, updatedAt, name }: CatalogItem, form: FormFields) =>
  post(`${list}/${_id}/update`, { updatedAt, name, ...form })
const namesIn = async (locale: 'en' | 'sw') =>
  (await market.call('GET /api/catalog/names', { query: { locale } })).data

test('a translated name is an additional one: filters, lists and cars keep the name that they had', async () => {
  const { data: category } = await post('car-categories', { name: 'Luxury', image1: await drawPhoto() })
  expect(category).toMatchObject({ names: {}, descriptions: {} })
  await addCar(market.db, { name: 'Phantom', category: 'Luxury' })
  expect(await namesIn('sw')).toEqual([])

  const names = JSON.stringify({ sw: ' Gari la kifahari ' })
  const { data: translated } = await update('car-categories', category, { names })
  expect(translated.names).toEqual({ sw: 'Gari la kifahari' })
  expect(await namesIn('sw')).toEqual([{ kind: 'vehicle', name: 'Luxury', translation: 'Gari la kifahari' }])
  expect(await namesIn('en')).toEqual([])
  const cars = await market.call('GET /api/car/list', { query: { category: 'Luxury' } })
  expect(cars.data.map(({ category: name }) => name)).toEqual(['Luxury'])
  const categories = await market.call('GET /api/category/list', {})
  expect(categories.data.map(({ name }) => name)).toEqual(['Luxury'])

  // Without the field the translation stays; an empty one takes it away.
  const { data: renamed } = await update('car-categories', translated, { name: 'Premium' })
  expect(await namesIn('sw')).toMatchObject([{ name: 'Premium', translation: 'Gari la kifahari' }])
  await update('car-categories', renamed, { names: JSON.stringify({ sw: '' }) })
  expect(await namesIn('sw')).toEqual([])
})

test('a name that changes without its translation says so, and one that changes with it does not', async () => {
  const old = 'Saved. The translation is still the old one.'
  const form = { name: 'Voi', names: JSON.stringify({ sw: 'Mji wa Voi' }) }
  const { data: place } = await post('locations', form)
  const renamed = await update('locations', place, { name: 'Taita' })
  expect(renamed.message).toBe(old)
  const both = { name: 'Taveta', names: JSON.stringify({ sw: 'Mji wa Taveta' }) }
  const changed = await update('locations', renamed.data, both)
  expect(changed.message).not.toBe(old)
  const emptied = await update('locations', changed.data, { names: JSON.stringify({ sw: '' }) })
  expect(emptied.message).not.toBe(old)
})

test('a place is translated when it is added; a hidden one too, since what has it still shows it', async () => {
  const form = { name: 'Kisumu Airport', names: JSON.stringify({ sw: 'Uwanja wa ndege wa Kisumu' }) }
  const { data: place } = await post('locations', form)
  await post('locations', { name: 'Kisumu' })
  await market.call(
    'POST /api/admin/catalog/:list/:itemId/visibility',
    { params: { list: 'locations', itemId: place._id }, body: { hidden: true } },
    staff,
  )
  expect(await namesIn('sw')).toEqual([
    { kind: 'location', name: 'Kisumu Airport', translation: 'Uwanja wa ndege wa Kisumu' },
  ])
})

test('a service has its name and description in each language', async () => {
  await post('services', {
    name: 'Data Recovery',
    description: 'Deleted photos.',
    names: JSON.stringify({ sw: 'Kurejesha data' }),
    descriptions: JSON.stringify({ sw: 'Picha zilizofutwa.' }),
    image1: await drawPhoto(),
  })
  const { data } = await market.call('GET /api/service/list', {})
  expect(data).toMatchObject([
    {
      name: 'Data Recovery',
      description: 'Deleted photos.',
      names: { sw: 'Kurejesha data' },
      descriptions: { sw: 'Picha zilizofutwa.' },
    },
  ])
})

test('a language that the site does not have is left out; what is no text is refused', async () => {
  const { data } = await post('locations', {
    name: 'Voi',
    names: JSON.stringify({ xx: 'Voi', sw: 'Voi mjini' }),
  })
  expect(data.names).toEqual({ sw: 'Voi mjini' })
  for (const names of ['Voi', '[1]', '{"sw":1}', JSON.stringify({ sw: 'x'.repeat(81) })])
    expect(await post('locations', { name: 'Taveta', names }), names).toMatchObject({ status: 400 })
})

test('a customer reads the names and changes none', async () => {
  const customer = await market.signUp()
  expect(await post('locations', { name: 'Busia', names: '{}' }, customer)).toMatchObject({ status: 403 })
  expect((await market.call('GET /api/catalog/names', { query: { locale: 'sw' } }, customer)).data).toEqual(
    await namesIn('sw'),
  )
})
