import { changesOf, reasonWords } from '@twende/contract/audit/audit-words.ts'
import { addDays, nairobiDay } from '@twende/contract/calendar-day.ts'
import { routes } from '@twende/contract/routes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { carBackWithDeposit, postKeptPart } from '../testing/deposits.ts'
import { addCar } from '../testing/fleet.ts'
import { carForm } from '../testing/fleet-form.ts'
import type { Person } from '../testing/people.ts'
import { addPriceRule } from '../testing/price-rules.ts'
import { BOOKING_MORNING } from '../testing/renting.ts'
import { createListing, moveListingOn, postForm } from '../testing/selling.ts'
import { openTestMarket, type TestMarket } from '../testing/test-app.ts'

let market: TestMarket
let admin: Person
let staff: Person
beforeAll(async () => {
  market = await openTestMarket({ now: BOOKING_MORNING })
  admin = await market.signUp({ role: 'admin', name: 'Joseph Kariuki' })
  staff = await market.signUp({ role: 'staff', name: 'Mercy Achieng' })
})
afterAll(() => market.close())

async function book(customer: Person): Promise<string> {
  const startDate = addDays(nairobiDay(market.clock.now()), 5)
  const body = {
    carId: await addCar(market.db),
    startDate,
    endDate: addDays(startDate, 3),
    pickupLocation: 'Nairobi',
    dropoffLocation: 'Nairobi',
    customerInfo: { firstName: 'Wanjiku', lastName: 'Kamau', email: 'w@example.com', phone: '0712345678' },
    paymentMethod: 'whatsapp' as const,
  }
  const { data } = await market.call('POST /api/booking/create', { body: body as never }, customer)
  return data._id
}

const audit = (query: Record<string, unknown> = {}) =>
  market.call('GET /api/admin/audit', { query: query as never }, admin)

describe('the audit log', () => {
  test('says who changed what, from what to what, when and why', async () => {
    const customer = await market.signUp()
    const bookingId = await book(customer)
    const params = { bookingId }
    const reason = 'The customer asked by phone'
    await market.call('POST /api/admin/booking/:bookingId/cancel', { params, body: { reason } }, staff)
    const { data } = await audit({ subjectId: bookingId })
    expect(data).toHaveLength(1)
    expect(data[0]).toMatchObject({
      by: { name: 'Mercy Achieng', email: staff.email },
      action: 'POST /api/admin/booking/:bookingId/cancel',
      summary: routes['POST /api/admin/booking/:bookingId/cancel'].summary,
      subject: 'bookings',
      reason,
      before: { status: 'pending', cancelled_at: null, cancellation_reason: '' },
      after: { status: 'cancelled', cancelled_by: 'staff', cancellation_reason: reason },
    })
  })

  test('holds nothing of what customers do themselves', async () => {
    const customer = await market.signUp()
    const bookingId = await book(customer)
    const params = { bookingId }
    await market.call(
      'PUT /api/booking/:bookingId/cancel',
      { params, body: { cancellationReason: '' } },
      customer,
    )
    expect((await audit({ subjectId: bookingId })).data).toEqual([])
  })

  test('holds no secret', async () => {
    const listing = await createListing(market, await market.signUp())
    await moveListingOn(market, listing._id, 'live')
    const { rows } = await sql<{ words: string }>`select search_text as words from audit_log`.execute(
      market.db,
    )
    expect(rows.length).toBeGreaterThan(0)
    for (const { words } of rows) expect(words).not.toMatch(/password|secret|argon2|token_version/)
  })

  test('is found by words, by person, by thing and by day, page by page', async () => {
    const other = await market.signUp({ role: 'staff' })
    const customer = await market.signUp()
    const ids: string[] = []
    for (const note of ['Paid in cash', 'Paid at the desk', 'Paid in cash again']) {
      const bookingId = await book(customer)
      const request = { params: { bookingId }, body: { note, paidBy: 'cash' as const } }
      await market.call('POST /api/admin/booking/:bookingId/confirm', request, other)
      ids.unshift(bookingId)
    }
    const mine = { staff: idOf(other.token), subject: 'bookings' }
    expect((await audit(mine)).data.map(({ subjectId }) => subjectId)).toEqual(ids)
    expect((await audit({ ...mine, search: 'cash AGAIN' })).data).toHaveLength(1)
    expect((await audit({ ...mine, search: '%' })).data).toEqual([])
    const today = nairobiDay(market.clock.now())
    expect((await audit({ ...mine, fromDay: today, toDay: today })).data).toHaveLength(3)
    expect((await audit({ ...mine, toDay: addDays(today, -1) })).data).toEqual([])
    const first = await audit({ ...mine, limit: 2 })
    expect(first.data.map(({ subjectId }) => subjectId)).toEqual(ids.slice(0, 2))
    const second = await audit({ ...mine, limit: 2, before: first.next })
    expect(second).toMatchObject({ data: [{ subjectId: ids[2] }], next: null })
  })

  test('finds all that was done to a booking by its reference, and what a person did or had done by name', async () => {
    const clerk = await market.signUp({ role: 'staff', name: 'Zuhura Mwinyi' })
    const customer = await market.signUp({ name: 'Barasa Wekesa' })
    const bookingId = await book(customer)
    const params = { bookingId }
    const body = { note: '', paidBy: 'cash' as const }
    await market.call('POST /api/admin/booking/:bookingId/confirm', { params, body }, clerk)
    const cancelling = { params, body: { reason: 'The car broke down' } }
    await market.call('POST /api/admin/booking/:bookingId/cancel', cancelling, clerk)
    const all = await audit({ staff: idOf(clerk.token), limit: 100 })
    expect(all.data.length).toBeGreaterThan(3)
    const { reference } = await market.db
      .selectFrom('bookings')
      .select('reference')
      .where('id', '=', bookingId)
      .executeTakeFirstOrThrow()
    const found = async (search: string) => (await audit({ search, limit: 100 })).data.map(({ _id }) => _id)
    const ids = all.data.map(({ _id }) => _id)
    for (const search of [reference, 'Zuhura Mwinyi', 'Barasa Wekesa'])
      expect(await found(search)).toEqual(ids)
    expect(all.names).toMatchObject({ [bookingId]: reference })
  })

  test('finds what was done to the deposit of a booking by both references', async () => {
    const clerk = await market.signUp({ role: 'staff' })
    const { bookingId, params } = await carBackWithDeposit(market, clerk)
    await market.call('POST /api/admin/booking/:bookingId/deposit/settle', { params, body: {} }, clerk)
    const ids = (await audit({ staff: clerk.accountId, limit: 100 })).data.map(({ _id }) => _id)
    const { reference, number } = await market.db
      .selectFrom('bookings')
      .innerJoin('deposits', 'booking_id', 'bookings.id')
      .select(['reference', 'number'])
      .where('bookings.id', '=', bookingId)
      .executeTakeFirstOrThrow()
    for (const search of [reference, `DEP${number}`]) {
      const { data } = await audit({ search, limit: 100 })
      expect(data.map(({ _id }) => _id)).toEqual(ids)
    }
  })

  test('finds an action by its name, and an amount as it is shown', async () => {
    const clerk = await market.signUp({ role: 'staff' })
    const { params } = await carBackWithDeposit(market, clerk)
    await market.call('POST /api/admin/booking/:bookingId/deposit/settle', { params, body: {} }, clerk)
    const found = async (search: string) =>
      (await audit({ staff: clerk.accountId, search, limit: 100 })).data.map(({ action }) => action)
    const settling = 'POST /api/admin/booking/:bookingId/deposit/settle'
    expect(new Set(await found('return a deposit'))).toEqual(new Set([settling]))
    expect(await found('10,000')).toContain(settling)
  })

  test('says nothing in codes, hashes, or days and numbers as they are stored', async () => {
    const clerk = await market.signUp({ role: 'staff' })
    const owner = await market.signUp({ role: 'admin' })
    await addPriceRule(market, {}, owner)
    const { bookingId, photoId } = await carBackWithDeposit(market, clerk, [{ kind: 'fuel', amount: 900 }])
    await postKeptPart(market, clerk, { bookingId }, { photoIds: photoId })
    const car = await postForm(market, '/api/admin/cars', await carForm(), clerk)
    const { _id: carId } = car.json().data
    const startDate = addDays(nairobiDay(market.clock.now()), 5)
    const body = {
      ...{ carId, startDate, endDate: addDays(startDate, 2), pickupTime: '08:00', dropoffTime: '18:00' },
      ...{ pickupLocation: 'Nairobi', dropoffLocation: 'Nairobi', paidBy: 'cash' as const, note: 'Slip 1' },
      customerInfo: { firstName: 'Njeri', lastName: 'Mwangi', phone: '0722000177' },
    }
    await market.call('POST /api/admin/bookings', { body }, clerk)
    const logs = await Promise.all([clerk, owner].map((by) => audit({ staff: by.accountId, limit: 100 })))
    const words = logs.flatMap(({ data, names }) =>
      data.flatMap((entry) => [
        reasonWords(entry),
        ...changesOf(entry, names).map(({ field, after }) => `${field}: ${after}`),
      ]),
    )
    expect(words).toContain('Damage')
    expect(words).toContainEqual(expect.stringContaining('Fuel: Petrol'))
    expect(words).toContain('Days of the week: Mon, Tue, Wed, Thu, Fri, Sat, Sun')
    const stored = /[a-z]_[a-z]|[0-9a-f]{32}|\/media\/|\d{4}-\d\d-\d\d|^damage$|: petrol|: $/
    expect(words.filter((each) => stored.test(each))).toEqual([])
    const of = (field: string) => words.filter((each) => each.startsWith(`${field}: `))
    expect([...of('Number'), ...of('Pays what was owed'), ...of('Payment method')]).toEqual([])
    expect(new Set(of('Paid for'))).toEqual(new Set(['Paid for: Booking', 'Paid for: Deposit']))
  })

  test('compares the first settings that are chosen with those that held before', async () => {
    const { data } = await market.call('GET /api/admin/settings', {}, admin)
    const {
      updatedAt,
      updatedBy: _,
      termsChangedAt: __,
      ...settings
    } = data as never as Record<string, unknown>
    const body = { ...settings, businessName: 'Twende Cars', updatedAt } as never
    await market.call('POST /api/admin/settings', { body }, admin)
    const [entry] = (await audit({ subject: 'business_settings' })).data
    expect(entry?.before).toMatchObject({ chosen: { businessName: 'Twende' } })
    expect(entry?.after).toMatchObject({ chosen: { businessName: 'Twende Cars' } })
    const { before = null, after = null } = entry ?? {}
    // Nothing else is told as changed; the row itself says by whom.
    expect(changesOf({ before, after, subject: 'business_settings' })).toEqual([
      { field: 'Business name', before: 'Twende', after: 'Twende Cars' },
    ])
  })

  test('cannot be rewritten, nor shortened', async () => {
    const attempts = [sql`update audit_log set reason = ''`, sql`delete from audit_log`]
    for (const attempt of attempts) {
      await expect(attempt.execute(market.db)).rejects.toThrow('permission denied')
      await expect(market.asOwner((owner) => attempt.execute(owner))).rejects.toThrow('only ever added to')
    }
  })
})

function idOf(token: string): string {
  const payload = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
  return String(payload.id)
}
