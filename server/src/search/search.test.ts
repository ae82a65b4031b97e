import { afterAll, beforeAll, expect, test } from 'vitest'
import { addCar } from '../testing/fleet.ts'
import type { Person } from '../testing/people.ts'
import { BOOKING_MORNING, BY_MPESA, bookCar, payBooking } from '../testing/renting.ts'
import { createListing } from '../testing/selling.ts'
import { addProduct, placeOrder } from '../testing/shopping.ts'
import { openTestMarket, type TestMarket } from '../testing/test-app.ts'

let market: TestMarket
let staff: Person
beforeAll(async () => {
  market = await openTestMarket({ now: BOOKING_MORNING })
  staff = await market.signUp({ role: 'staff' })
})
afterAll(() => market.close())

const search = async (query: string) =>
  (await market.call('GET /api/admin/search', { query: { query } }, staff)).data
const kindsOf = async (query: string) => (await search(query)).map(({ kind }) => kind)

test('finds what a name, a phone number, a reference or a receipt belongs to', async () => {
  const customer = await market.signUp({ name: 'Zipporah Nyambura' })
  const carId = await addCar(market.db, { name: 'Mazda Demio Zawadi' })
  const booking = await bookCar(market, customer, carId, {
    ...BY_MPESA,
    customerInfo: { firstName: 'Zipporah', lastName: 'Nyambura', email: customer.email, phone: '0712000991' },
  })
  const productId = await addProduct(market)
  const order = await placeOrder(market, customer, productId)
  const listing = await createListing(market, customer)

  expect(await kindsOf('zipporah nyambura')).toEqual(expect.arrayContaining(['booking', 'account']))
  expect(await search('zawadi')).toEqual(
    expect.arrayContaining([expect.objectContaining({ kind: 'car', id: carId })]),
  )
  expect(await search(booking.bookingId.toLowerCase())).toEqual([
    {
      kind: 'booking',
      id: booking._id,
      title: booking.bookingId,
      detail: 'Zipporah Nyambura, Mazda Demio Zawadi',
      status: 'pending',
    },
  ])
  expect(await kindsOf('+254 712 000 991')).toContain('booking')
  expect(await kindsOf('0712 000 991')).toContain('booking')
  const found = await search(order.number)
  expect(found).toEqual([expect.objectContaining({ kind: 'order', id: order.data._id })])
  const own = await market.db
    .selectFrom('listings')
    .select('number')
    .where('id', '=', listing._id)
    .executeTakeFirstOrThrow()
  expect(await search(`car${own.number}`)).toEqual([
    expect.objectContaining({ kind: 'listing', id: listing._id }),
  ])
})

test('a receipt is found from its fourth character on', async () => {
  const { receipt } = await paidBooking()
  for (const length of [4, 7, 10]) {
    expect(await search(receipt.slice(0, length))).toEqual(
      expect.arrayContaining([expect.objectContaining({ kind: 'payment', title: receipt })]),
    )
  }
})

test('a car is found by its number plate from the third character on, with spaces or without', async () => {
  const id = await addCar(market.db, { name: 'Toyota Fielder', numberPlate: 'KDR 451C' })
  for (const query of ['KDR', 'kdr 4', 'kdr451c', 'KDR 451C'])
    expect(await search(query), query).toContainEqual({
      kind: 'car',
      id,
      title: 'Toyota Fielder',
      detail: 'KDR 451C',
      status: '',
    })
  expect(await kindsOf('KDR 452')).toEqual([])
})

test('a short word narrows what the longer ones find, so that a car is found by its whole name', async () => {
  for (const name of ['Mazda CX-5 Makena', 'Mazda CX-9 Makena']) await addCar(market.db, { name })
  const carsNamed = async (query: string) => (await search(query)).map(({ title }) => title)
  expect(await carsNamed('makena c')).toEqual(['Mazda CX-5 Makena', 'Mazda CX-9 Makena'])
  expect(await carsNamed('Makena CX-5')).toEqual(['Mazda CX-5 Makena'])
})

test('shows at most five of a kind, and nothing for a text too short to search for', async () => {
  for (let number = 1; number <= 6; number++)
    await addCar(market.db, { name: `Nissan Note Barasa ${number}` })
  expect((await search('barasa')).filter(({ kind }) => kind === 'car')).toHaveLength(5)
  for (const text of ['', ' ', 'ba', '%', '__', '%%%%']) expect(await search(text), text).toEqual([])
})

async function paidBooking(): Promise<{ receipt: string }> {
  const customer = await market.signUp()
  const carId = await addCar(market.db)
  const booking = await bookCar(market, customer, carId, BY_MPESA)
  await payBooking(market, booking._id)
  const { receipt } = await market.db
    .selectFrom('payments')
    .select('receipt')
    .where('booking_id', '=', booking._id)
    .executeTakeFirstOrThrow()
  if (!receipt) throw new Error('The payment has no receipt.')
  return { receipt }
}
