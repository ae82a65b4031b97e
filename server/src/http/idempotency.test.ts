import { afterAll, beforeAll, expect, test } from 'vitest'
import { addCar, addCategory, addLocation } from '../testing/fleet.ts'
import { carForm } from '../testing/fleet-form.ts'
import type { Person } from '../testing/people.ts'
import { drawPhoto, type FormFields, postForm } from '../testing/selling.ts'
import { openTestMarket, type TestMarket } from '../testing/test-app.ts'

let market: TestMarket
let staff: Person
beforeAll(async () => {
  market = await openTestMarket({ env: { RATE_LIMIT: 'off' } })
  staff = await market.signUp({ role: 'staff' })
  await addCategory(market.db, 'Sedan')
  await addLocation(market.db, 'Nairobi')
})
afterAll(() => market.close())

const addByForm = (fields: FormFields, idempotencyKey: string, token = staff.token) =>
  postForm(market, '/api/admin/cars', fields, { token, idempotencyKey })

async function carsNamed(name: string): Promise<number> {
  const found = await market.db.selectFrom('cars').select('id').where('name', '=', name).execute()
  return found.length
}

test('three presses of one button add one car, and every press is answered with it', async () => {
  const form = await carForm({ name: 'Pressed three times' })
  const answers = await Promise.all(Array.from({ length: 3 }, () => addByForm(form, 'one-press-of-three')))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
  expect(new Set(answers.map((answer) => answer.json().data._id)).size).toBe(1)
  expect(await carsNamed('Pressed three times')).toBe(1)
})

test('a key is its caller’s own, and another wish under it is refused', async () => {
  const form = await carForm({ name: 'Own key' })
  const other = await market.signUp({ role: 'staff' })
  expect((await addByForm(form, 'everybodys-key')).statusCode).toBe(200)
  expect((await addByForm(form, 'everybodys-key', other.token)).statusCode).toBe(200)
  expect(await carsNamed('Own key')).toBe(2)
  for (const changed of [{ price: '9100' }, { image1: await drawPhoto() }]) {
    const answer = await addByForm({ ...form, ...changed }, 'everybodys-key')
    expect(answer.json().code).toBe('idempotency_conflict')
  }
})

test('what was refused leaves its key free', async () => {
  const form = await carForm({ name: 'At the second try' })
  expect((await addByForm({ ...form, category: 'Boat' }, 'refused-at-first')).json().code).toBe(
    'category_unknown',
  )
  expect((await addByForm(form, 'refused-at-first')).statusCode).toBe(200)
})

test('a note, a block and a product are made once too', async () => {
  const person = await market.signUp()
  const once = { ...staff, idempotencyKey: 'a-note-and-a-block' }
  const note = { params: { accountId: person.accountId }, body: { note: 'Called twice' } }
  await market.call('POST /api/admin/person/:accountId/note', note, once)
  const { data } = await market.call('POST /api/admin/person/:accountId/note', note, once)
  expect(data.notes.map((kept) => kept.note)).toEqual(['Called twice'])

  const day = { startDate: '2031-03-01', startTime: '08:00', endDate: '2031-03-02', endTime: '08:00' }
  const block = { params: { carId: await addCar(market.db) }, body: { ...day, reason: 'New tyres' } }
  const pressed = { ...staff, idempotencyKey: 'keep-it-off-the-road' }
  const [first, second] = await Promise.all([
    market.call('POST /api/admin/car/:carId/block', block, pressed),
    market.call('POST /api/admin/car/:carId/block', block, pressed),
  ])
  expect(first.blockId).toBe(second.blockId)

  await addCategory(market.db, 'Cables', 'product')
  const fields = { name: 'Cable', description: 'A cable.', category: 'Cables', price: '500', onHand: '3' }
  const product = { ...fields, image1: await drawPhoto() }
  const add = () =>
    postForm(market, '/api/admin/products', product, { token: staff.token, idempotencyKey: 'one-cable' })
  expect((await add()).json().data._id).toBe((await add()).json().data._id)
})
