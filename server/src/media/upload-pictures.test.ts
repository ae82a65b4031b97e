import { afterAll, beforeAll, expect, test } from 'vitest'
import { AppError } from '../http/app-error.ts'
import { addCategory } from '../testing/fleet.ts'
import { carForm } from '../testing/fleet-form.ts'
import type { Person } from '../testing/people.ts'
import { createListing, drawPhoto, type FormFields, postForm, sellFields } from '../testing/selling.ts'
import { openTestMarket, type TestMarket } from '../testing/test-app.ts'
import { MASTER_FILE } from './picture-variants.ts'
import { withUploadedPictures } from './upload-pictures.ts'

let market: TestMarket
let seller: Person
let staff: Person
let listingId: string
beforeAll(async () => {
  market = await openTestMarket()
  seller = await market.signUp()
  staff = await market.signUp({ role: 'staff' })
  listingId = (await createListing(market, seller))._id
  await addCategory(market.db, 'Sedan')
  await addCategory(market.db, 'Accessories', 'product')
})
afterAll(() => market.close())

async function keptHashes(): Promise<string[]> {
  const rows = await market.db.selectFrom('pictures').select('hash').orderBy('hash').execute()
  return rows.map(({ hash }) => hash)
}

const ofProduct = async (name: string): Promise<FormFields> => {
  const facts = { name, description: 'A cable.', category: 'Accessories', price: 400, onHand: 3 }
  return { ...facts, image1: await drawPhoto() }
}

/** Of each: a form that is taken, and one under the same key that is refused when its pictures are kept already. */
const creations: [string, string, (name: string) => Promise<FormFields>][] = [
  ['a listing', '/api/sell/add', (name) => sellFields(market.clock.now(), { name })],
  ['a rental car', '/api/admin/cars', (name) => carForm({ name })],
  ['a product', '/api/admin/products', ofProduct],
  [
    'an entry of the catalogue',
    '/api/admin/catalog/services',
    async (name) => ({ name, description: 'We come to you.', image1: await drawPhoto() }),
  ],
]

test.each(creations)('the pictures of %s that is refused are not kept', async (_, url, form) => {
  const by = { token: staff.token, idempotencyKey: `key of ${url}`.replace(/\W/g, '-') }
  expect((await postForm(market, url, await form('Toyota Vitz'), by)).statusCode).toBe(200)
  const before = await keptHashes()
  const refused = await postForm(market, url, await form('Toyota Noah'), by)
  expect(refused.json()).toMatchObject({ code: 'idempotency_conflict' })
  expect(await keptHashes()).toEqual(before)
})

test('the pictures of an edit that is refused are not kept, and those of a stale one not even drawn', async () => {
  const update = (fields: FormFields) =>
    postForm(market, '/api/sell/update', { id: listingId, ...fields }, seller)
  const before = await keptHashes()
  const refused = await update({ category: 'No such', image1: await drawPhoto(), image2: await drawPhoto() })
  expect(refused.json()).toMatchObject({ code: 'category_unknown' })
  expect(await keptHashes()).toEqual(before)
  const damaged = new Blob([new Uint8Array([0xff, 0xd8, 0xff, 0])])
  const updatedAt = new Date(0).toISOString()
  expect((await update({ updatedAt, image1: damaged })).json()).toMatchObject({ code: 'listing_wrong_state' })
  expect((await update({ image1: damaged })).json()).toMatchObject({ code: 'picture_unreadable' })
  // Which of several it is about.
  const second = await update({ image1: await drawPhoto(), image2: damaged })
  expect(second.json()).toMatchObject({ code: 'picture_unreadable', data: { picture: 1 } })
  const noPicture = await update({ image1: await drawPhoto(), image2: new Blob(['text']) })
  expect(noPicture.json()).toMatchObject({ code: 'picture_unsupported', data: { picture: 1 } })
})

test('a picture that somebody else kept meanwhile stays when the first change is refused', async () => {
  const { deps } = market
  const sent = [Buffer.from(await (await drawPhoto()).arrayBuffer())]
  const [by, other] = [
    { accountId: seller.accountId, role: 'user' },
    { accountId: staff.accountId, role: 'staff' },
  ] as const
  let hash = ''
  const refused = withUploadedPictures(deps, { by, sent }, async ([first = '']) => {
    hash = await withUploadedPictures(deps, { by: other, sent }, async ([second = '']) => second)
    expect(hash).toBe(first)
    throw new AppError('invalid')
  })
  await expect(refused).rejects.toMatchObject({ code: 'invalid' })
  expect(await keptHashes()).toContain(hash)
  // Nobody else has it now, but it was not the refused change that brought it.
  const again = withUploadedPictures(deps, { by, sent }, () => Promise.reject(new AppError('invalid')))
  await expect(again).rejects.toMatchObject({ code: 'invalid' })
  expect(await deps.pictures.files.has(hash, MASTER_FILE)).toBe(true)
})

test('one person can keep so many bytes of pictures in an hour; refused ones are given back', async () => {
  const person = await market.signUp()
  const { _id: id } = await createListing(market, person)
  // A small one may have no more than the last kilobyte that is left.
  const update = async (fields: FormFields) =>
    postForm(market, '/api/sell/update', { id, image2: await drawPhoto(200, 150), ...fields }, person)
  const bucket = () =>
    market.db
      .selectFrom('rate_limits')
      .select('count')
      .where('bucket', 'like', `kilobytes%${person.accountId}`)
      .executeTakeFirstOrThrow()
  const { count: afterListing } = await bucket()
  expect(afterListing).toBeGreaterThan(0)
  expect((await update({ category: 'No such' })).json()).toMatchObject({ code: 'category_unknown' })
  expect(await bucket()).toEqual({ count: afterListing })
  await market.db
    .updateTable('rate_limits')
    .set({ count: 63_999 })
    .where('bucket', 'like', `kilobytes%${person.accountId}`)
    .execute()
  const before = await keptHashes()
  const refused = await update({})
  expect(refused.statusCode).toBe(429)
  expect(refused.json()).toMatchObject({ code: 'rate_limited' })
  expect(refused.headers['retry-after']).toBeDefined()
  expect(await bucket()).toEqual({ count: 63_999 })
  expect(await keptHashes()).toEqual(before)
  market.clock.advance(3_600_000)
  expect((await update({})).statusCode).toBe(200)
})

test('a person can send only so many edits in an hour, whatever becomes of them', async () => {
  const person = await market.signUp()
  const statuses = new Map<number, number>()
  for (let edit = 0; edit < 125; edit += 1) {
    const { statusCode } = await postForm(market, '/api/sell/update', { id: listingId, price: 1 }, person)
    statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1)
  }
  expect(statuses.get(429)).toBe(5)
})
