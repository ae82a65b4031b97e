import { addDays, nairobiDay } from '@twende/contract/calendar-day.ts'
import { m } from '@twende/messages'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { proveContact, sendFrom } from '../testing/contact-proofs.ts'
import { addCar } from '../testing/fleet.ts'
import type { Person } from '../testing/people.ts'
import { BOOKING_MORNING, bookingBody } from '../testing/renting.ts'
import { addProduct, orderBody } from '../testing/shopping.ts'
import { openTestMarket, type TestMarket } from '../testing/test-app.ts'

let market: TestMarket
let cars: string[]
let networks = 0
let from: string
let people = 0
beforeAll(async () => {
  market = await openTestMarket({ now: BOOKING_MORNING })
  cars = []
  for (let n = 0; n < 24; n += 1) cars.push(await addCar(market.db, { pricePerDay: 2_000 }))
})
afterAll(() => market.close())

beforeEach(() => {
  from = `41.90.70.${++networks}`
  // What the test before held has run out, and counts no longer.
  market.clock.advance(4 * 86_400_000)
})

type Choice = {
  car: number
  phone?: string
  cookie?: string
  days?: number
  mpesa?: string
  /** As our own pages ask, which offer the proof before they go on without it. */
  offersProof?: boolean
}

/** Asks for one weekend, by WhatsApp or with a request to a phone, from the shared address. */
async function request(person: Person, { car, phone, cookie, days = 2, mpesa, offersProof }: Choice) {
  const startDate = addDays(nairobiDay(market.clock.now()), 3)
  const endDate = addDays(startDate, days)
  const how = mpesa
    ? ({ paymentMethod: 'mpesa', paymentDetails: { mpesaNumber: mpesa } } as const)
    : ({ paymentMethod: 'whatsapp' } as const)
  const body = bookingBody(cars[car] ?? '', { startDate, endDate, ...how })
  const customerInfo = { ...body.customerInfo, ...(phone && { phone }) }
  const sent = {
    from,
    token: person.token,
    ...(cookie && { cookie }),
    ...(offersProof && { offersProof }),
    body: { ...body, customerInfo },
  }
  return sendFrom(market, ['POST', '/api/booking/create'], sent)
}

const ask = async (person: Person, choice: Choice) => (await request(person, choice)).code
const freshMailbox = () => `customer${++people}@gmail.com`
const prove = (contact: { email: string } | { phone: string }, person?: Person) =>
  proveContact(market, contact, { from, ...(person && { token: person.token }) })

/** What the strangers of the address may hold of a weekend without a proof. */
async function fillShare() {
  for (const car of [0, 1]) expect(await ask(await market.signUp(), { car })).toBe('ok')
}

test('the third WhatsApp request for one weekend from one address asks for a proof, and whoever gives it passes', async () => {
  await fillShare()
  const third = await market.signUp()
  expect(await request(third, { car: 2 })).toMatchObject({
    status: 429,
    code: 'contact_proof_needed',
    json: { data: { ways: ['email', 'sms'], email: third.email, emailFixed: false } },
  })
  const cookie = await prove({ email: freshMailbox() })
  expect(await ask(third, { car: 2, cookie })).toBe('ok')
  // The proof of one customer helps nobody else, and the share of the others does not grow.
  expect(await ask(await market.signUp(), { car: 3 })).toBe('contact_proof_needed')
})

test('the proof of the address of the account is kept with the account: the next time nobody asks', async () => {
  await fillShare()
  const person = await market.signUp()
  expect(await ask(person, { car: 2 })).toBe('contact_proof_needed')
  await prove({ email: person.email }, person)
  expect(await ask(person, { car: 2 })).toBe('ok')
})

test('beyond the share of an address M-Pesa keeps no car for a stranger, and one for whoever proved a contact', async () => {
  const keptFor = async (person: Person, choice: Choice) =>
    ((await request(person, choice)).json.data as { keepsCar: boolean }).keepsCar
  await fillShare()
  const phone = (n: number) => `07124400${String(n).padStart(2, '0')}`
  let strangers = 0
  // The share for requests to a phone is a little larger.
  while (
    strangers < 10 &&
    (await keptFor(await market.signUp(), { car: 2 + strangers, mpesa: phone(strangers) }))
  )
    strangers += 1
  expect(strangers).toBeLessThan(10)
  const person = await market.signUp()
  expect(await keptFor(person, { car: 20, mpesa: phone(20) })).toBe(false)
  const cookie = await prove({ email: freshMailbox() })
  expect(await keptFor(person, { car: 21, mpesa: phone(21), cookie })).toBe(true)
})

test('whoever pays by M-Pesa beyond the share is offered the proof, and may go on without it', async () => {
  await fillShare()
  const phone = (n: number) => `07124401${String(n).padStart(2, '0')}`
  let car = 2
  const stranger = async () => {
    car += 1
    return request(await market.signUp(), { car, mpesa: phone(car), offersProof: true })
  }
  let answer = await stranger()
  while (answer.code === 'ok' && car < 12) answer = await stranger()
  expect(answer).toMatchObject({
    status: 429,
    code: 'contact_proof_needed',
    json: { message: m.error_contact_proof_keeps(), data: { ways: ['email', 'sms'] } },
  })
  const person = await market.signUp()
  const choice = { car: 20, mpesa: phone(20), offersProof: true }
  expect(await ask(person, choice)).toBe('contact_proof_needed')
  const without = await request(person, { ...choice, offersProof: false })
  expect(without.json.data).toMatchObject({ keepsCar: false })
  const other = await market.signUp()
  const cookie = await prove({ email: freshMailbox() })
  const kept = await request(other, { car: 21, mpesa: phone(21), cookie, offersProof: true })
  expect(kept.json.data).toMatchObject({ keepsCar: true })
})

test('the pause of an address asks for the same proof', async () => {
  for (let car = 0; car < 12; car += 1) {
    const stranger = await market.signUp()
    const booked = await request(stranger, { car })
    expect(booked.code).toBe('ok')
    const params = { bookingId: (booked.json.data as { _id: string })._id }
    await market.call('PUT /api/booking/:bookingId/cancel', { params, body: {} }, stranger)
  }
  const person = await market.signUp()
  expect(await ask(person, { car: 12 })).toBe('contact_proof_needed')
  const cookie = await prove({ phone: '254712000001' })
  expect(await ask(person, { car: 12, cookie })).toBe('ok')
})

test('one mailbox holds no more than one address may, however many accounts and spellings use it', async () => {
  await fillShare()
  const codes: string[] = []
  for (const [n, email] of ['at.tack@gmail.com', 'attack+1@gmail.com', 'ATTACK@googlemail.com'].entries()) {
    const cookie = await prove({ email: email.toLowerCase() })
    codes.push(await ask(await market.signUp(), { car: 2 + n, cookie }))
  }
  expect(codes).toEqual(['ok', 'ok', 'too_much_held'])
})

test('all addresses of one mail domain count together, and a phone number counts by itself', async () => {
  await fillShare()
  const codes: string[] = []
  for (const n of [0, 1, 2]) {
    const cookie = await prove({ email: `person${n}@cheap.example` })
    codes.push(await ask(await market.signUp(), { car: 2 + n, cookie }))
  }
  expect(codes).toEqual(['ok', 'ok', 'contact_proof_needed'])
  const person = await market.signUp()
  const cookie = await prove({ email: 'person4@cheap.example' })
  expect((await request(person, { car: 5, cookie })).json.data).toMatchObject({ ways: ['sms'] })
  const both = await proveContact(market, { phone: '254712000002' }, { from, cookie })
  expect(await ask(person, { car: 5, cookie: both })).toBe('ok')
})

test('a number that a customer proved is theirs alone, though strangers state it', async () => {
  const phone = '0712 000 003'
  for (const car of [0, 1, 2]) {
    from = `41.90.71.${car}`
    expect(await ask(await market.signUp(), { car, phone })).toBe('ok')
  }
  const owner = await market.signUp()
  expect(await ask(owner, { car: 3, phone })).toBe('too_much_held')
  const cookie = await prove({ phone: '254712000003' })
  expect(await ask(owner, { car: 3, phone, cookie })).toBe('ok')
})

test('an order beyond the share asks for a proof, but not one that no proof would allow', async () => {
  const product = await addProduct(market, { onHand: 10 })
  const order = (person: Person, quantity: number, cookie?: string) => {
    const body = orderBody(product, { items: [{ _id: product, quantity }], channel: 'whatsapp' })
    const sent = { from, token: person.token, body, ...(cookie && { cookie }) }
    return sendFrom(market, ['POST', '/api/order/place'], sent).then(({ code }) => code)
  }
  const [first, second, third] = [await market.signUp(), await market.signUp(), await market.signUp()]
  expect(await order(first, 6)).toBe('too_much_held')
  expect(await order(first, 1)).toBe('ok')
  expect(await order(second, 1)).toBe('contact_proof_needed')
  expect(await order(third, 1, await prove({ email: freshMailbox() }))).toBe('ok')
})
