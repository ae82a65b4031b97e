import type * as policy from '@twende/contract/bookings/cancellation-policy.ts'
import { storedDocument } from '@twende/contract/stored-document.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { addCar } from '../testing/fleet.ts'
import { receivePayment } from '../testing/payments.ts'
import type { Person } from '../testing/people.ts'
import { BOOKING_MORNING, BY_MPESA, bookCar, payBooking } from '../testing/renting.ts'
import { createListing } from '../testing/selling.ts'
import { addProduct, placeOrder } from '../testing/shopping.ts'
import { openTestMarket, type TestMarket } from '../testing/test-app.ts'

// The whole application runs with a version 2 of the cancellation policy that has one more required field.
vi.mock('@twende/contract/bookings/cancellation-policy.ts', async (original) => {
  const actual = await original<typeof policy>()
  const Next = z.object({ ...actual.CancellationPolicy.shape, feeForChanges: z.int() })
  return {
    ...actual,
    CancellationPolicy: Next,
    cancellationDocument: storedDocument('cancellation policy', Next, [
      (stored) => ({ ...stored, feeForChanges: 0 }),
    ]),
  }
})

// Rows exactly as version 1 of the program stored them.
const TERMS_1 = {
  freeHoursBefore: 240,
  freeMinutesAfter: 0,
  shortDays: 2,
  keptOfShortPercent: 25,
  keptOfLongDays: 2,
}
const PLANS_1 = [
  { months: 1, price: 1_000 },
  { months: 3, price: 2_500 },
  { months: 6, price: 4_000 },
  { months: 12, price: 6_000 },
]
const SETTINGS_1 = {
  businessName: 'Savanna Cars',
  whatsappNumber: '254733000111',
  mpesaBusinessName: 'SAVANNA',
  mpesaAccountHint: '',
  bookingHoldMinutes: { mpesa: 20, whatsapp: 240 },
  orderHoldMinutes: { mpesa: 30, whatsapp: 120 },
  listingPlans: PLANS_1,
  cancellation: TERMS_1,
}
const CAR_1 = {
  name: 'Toyota Axio',
  category: 'Sedan',
  imagePath: '/pictures/axio.jpg',
  specs: { engine: '1.5L', power: '109 hp', seats: 5, transmission: 'Automatic', fuelType: 'Petrol' },
  features: ['Bluetooth'],
  rating: 4.5,
}
const CUSTOMER_1 = {
  firstName: 'Wanjiku',
  lastName: 'Mwangi',
  email: 'wanjiku@example.com',
  phone: '0712000001',
  licenseNumber: '',
  address: '',
}

let market: TestMarket
let admin: Person
let customer: Person
beforeAll(async () => {
  market = await openTestMarket({ now: BOOKING_MORNING })
  admin = await market.signUp({ role: 'admin' })
  customer = await market.signUp()
  await storeSettings(SETTINGS_1)
})
afterAll(() => market.close())

async function storeSettings(chosen: object) {
  const row = {
    chosen: JSON.stringify(chosen),
    updated_at: market.clock.now(),
    updated_by: admin.accountId,
  }
  await market.db
    .insertInto('business_settings')
    .values(row)
    .onConflict((conflict) => conflict.column('only_one').doUpdateSet(row))
    .execute()
}

const settingsNow = async () => (await market.call('GET /api/admin/settings', {}, admin)).data
const healthWarnings = async () => (await market.app.inject('/api/health/ready')).json()

test('settings of version 1 hold, and saving them stores the newest versions', async () => {
  expect(await settingsNow()).toMatchObject({
    ...SETTINGS_1,
    cancellation: { ...TERMS_1, feeForChanges: 0 },
  })
  const { updatedBy: _, ...settings } = await settingsNow()
  await market.call('POST /api/admin/settings', { body: { ...settings, businessName: 'Savanna' } }, admin)
  const { chosen } = await market.db
    .selectFrom('business_settings')
    .select('chosen')
    .executeTakeFirstOrThrow()
  expect(chosen).toMatchObject({
    version: 1,
    businessName: 'Savanna',
    cancellation: { version: 2, ...TERMS_1, feeForChanges: 0 },
    listingPlans: { version: 2, plans: PLANS_1 },
  })
  expect(await healthWarnings()).toEqual({ success: true, warnings: [] })
  await storeSettings(SETTINGS_1)
})

test('a booking of version 1 is shown, cancelled and refunded by its own terms', async () => {
  const carId = await addCar(market.db, { pricePerDay: 4_001 })
  const dates = { startDate: '2026-04-08', endDate: '2026-04-10' }
  const { _id: bookingId } = await bookCar(market, customer, carId, { ...BY_MPESA, ...dates })
  await payBooking(market, bookingId)
  await market.db
    .updateTable('bookings')
    .set({
      cancellation_terms: JSON.stringify({ ...TERMS_1, keptOfShortPercent: 30 }),
      car_snapshot: JSON.stringify(CAR_1),
      customer_info: JSON.stringify(CUSTOMER_1),
    })
    .where('id', '=', bookingId)
    .execute()
  const params = { bookingId }
  const { data } = await market.call('GET /api/booking/:bookingId', { params }, customer)
  expect(data).toMatchObject({
    carName: 'Toyota Axio',
    carSpecs: CAR_1.specs,
    customerInfo: CUSTOMER_1,
    cancellation: { ...TERMS_1, keptOfShortPercent: 30, feeForChanges: 0 },
  })
  // Two days are a short rental; 30% of Ksh 4,001 is 1,200.30, rounded up.
  const preview = await market.call('GET /api/booking/:bookingId/refund', { params }, customer)
  expect(preview.data).toEqual({
    paid: 8_002,
    kept: 1_201,
    refund: 6_801,
    free: false,
    refundWay: 'to_payer',
  })
  const body = { cancellationReason: '' }
  await market.call('PUT /api/booking/:bookingId/cancel', { params, body }, customer)
  const refund = await market.db
    .selectFrom('refunds')
    .select('amount')
    .where('booking_id', '=', bookingId)
    .executeTakeFirstOrThrow()
  expect(refund.amount).toBe(6_801)
})

test('a handover and a return of version 1 are shown', async () => {
  const { _id: bookingId } = await bookCar(market, customer, await addCar(market.db))
  const condition = { km: 42_000, fuel: 'full', note: '', at: '2026-04-10T07:00:00.000Z' }
  await market.db
    .updateTable('bookings')
    .set({ handover: JSON.stringify(condition), handover_return: JSON.stringify(condition) })
    .where('id', '=', bookingId)
    .execute()
  const { data } = await market.call('GET /api/admin/booking/:bookingId', { params: { bookingId } }, admin)
  expect(data.handover).toEqual({ ...condition, fuel: 8 })
  expect(data.handoverReturn).toEqual({
    ...condition,
    fuel: 8,
    charges: [],
    chargesPaidBy: null,
    chargesNote: '',
    chargesPaidOn: null,
  })
})

test('specifications and addresses of version 1 are shown as they are, and new ones carry a version', async () => {
  const specs = { engine: '1.5 L', power: '109 hp' }
  const carId = await addCar(market.db)
  const stored = () =>
    market.db.selectFrom('cars').select('specs').where('id', '=', carId).executeTakeFirstOrThrow()
  expect((await stored()).specs).toEqual({ version: 1, ...specs })
  await market.db
    .updateTable('cars')
    .set({ specs: JSON.stringify(specs) })
    .where('id', '=', carId)
    .execute()
  const { data: car } = await market.call('GET /api/car/get/:carId', { params: { carId } })
  expect(car.specs).toEqual(specs)

  const listing = await createListing(market, customer)
  const own = async () => {
    const params = { userId: customer.accountId }
    const { data } = await market.call('GET /api/sell/user/:userId', { params }, customer)
    return data.find(({ _id }) => _id === listing._id)?.specs
  }
  expect(await own()).toEqual(listing.specs)
  const set = { specs: JSON.stringify(listing.specs) }
  await market.db.updateTable('listings').set(set).where('id', '=', listing._id).execute()
  expect(await own()).toEqual(listing.specs)

  const { data: order } = await placeOrder(market, customer, await addProduct(market))
  const params = { orderId: order._id }
  const before = (await market.call('GET /api/order/get/:orderId', { params }, customer)).data.address
  expect(before).not.toHaveProperty('version')
  await market.db
    .updateTable('orders')
    .set({ address: JSON.stringify(before) })
    .where('id', '=', order._id)
    .execute()
  expect((await market.call('GET /api/order/get/:orderId', { params }, customer)).data.address).toEqual(
    before,
  )
})

test('a listing payment of version 1 buys what its own price list says', async () => {
  const listing = await createListing(market, customer, { paid: 2_500, paymentMethod: 'stk' })
  const payment = await market.db
    .selectFrom('payments')
    .select(['id', 'terms'])
    .where('listing_id', '=', listing._id)
    .executeTakeFirstOrThrow()
  expect(payment.terms).toEqual({ version: 2, plans: PLANS_1 })
  // In this list Ksh 2,500 is the price of one month.
  const own = JSON.stringify([{ months: 1, price: 2_500 }])
  await market.asOwner((owner) =>
    sql`update payments set terms = ${own}::jsonb where id = ${payment.id}`.execute(owner),
  )
  await receivePayment(market, payment.id)
  const { months } = await market.db
    .selectFrom('listings')
    .select('months')
    .where('id', '=', listing._id)
    .executeTakeFirstOrThrow()
  expect(months).toBe(1)
})

test('a setting that cannot be read is logged and a warning, and leaves the others alone', async () => {
  await storeSettings({ ...SETTINGS_1, bookingHoldMinutes: { mpesa: 'long', whatsapp: 240 } })
  const settings = await settingsNow()
  expect(settings.businessName).toBe('Savanna Cars')
  expect(settings.bookingHoldMinutes).toEqual({ mpesa: 15, whatsapp: 120 })
  expect(settings.cancellation).toMatchObject(TERMS_1)
  expect(await healthWarnings()).toEqual({ success: true, warnings: ['settings_invalid'] })
  const errors = market.logged.filter((line) => line.includes('settings_invalid'))
  expect(errors).toHaveLength(1)
  expect(errors[0]).toContain('bookingHoldMinutes')
  await storeSettings(SETTINGS_1)
  expect(await healthWarnings()).toEqual({ success: true, warnings: [] })
})

test('settings of a newer version are an error, not the configured ones', async () => {
  await storeSettings({ version: 2, ...SETTINGS_1 })
  await expect(market.call('GET /api/settings', {})).rejects.toMatchObject({ status: 500 })
  expect((await market.app.inject('/api/health/ready')).statusCode).toBe(503)
  await storeSettings(SETTINGS_1)
})
