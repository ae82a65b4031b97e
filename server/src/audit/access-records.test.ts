import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addCar } from '../testing/fleet.ts'
import type { Person } from '../testing/people.ts'
import { openTestMarket, type TestMarket } from '../testing/test-app.ts'
import { deleteOldAccess, shortenSearch } from './record-access.ts'

let market: TestMarket
let admin: Person
let staff: Person
let customer: Person
beforeAll(async () => {
  market = await openTestMarket()
  admin = await market.signUp({ role: 'admin', name: 'Joseph Kariuki' })
  staff = await market.signUp({ role: 'staff', name: 'Mercy Achieng' })
  customer = await market.signUp({ name: 'Wanjiku Kamau' })
})
afterAll(() => market.close())

const records = (query: Record<string, unknown> = {}) =>
  market.call('GET /api/admin/access-records', { query: query as never }, admin)
const lookAt = (accountId: string, by = staff) =>
  market.call('GET /api/admin/person/:accountId', { params: { accountId } }, by)
const csv = (route: 'people' | 'bookings', by: Person, query = '') =>
  market.app.inject({ url: `/api/admin/${route}.csv${query}`, headers: { token: by.token } })

describe('what staff looks at', () => {
  test('is recorded: who, what, whose, and how many', async () => {
    await lookAt(customer.accountId)
    const { data } = await records({ subjectId: customer.accountId })
    expect(data).toHaveLength(1)
    expect(data[0]).toMatchObject({
      by: { name: 'Mercy Achieng', email: staff.email },
      action: 'GET /api/admin/person/:accountId',
      subjectId: customer.accountId,
      rowCount: 1,
    })
  })

  test('is one record for looks within ten minutes, and another afterwards or by somebody else', async () => {
    const { accountId } = await market.signUp()
    // The beginning of such ten minutes, so that none ends in between.
    const tenMinutes = 10 * 60_000
    market.clock.set(new Date(Math.ceil(market.clock.now().getTime() / tenMinutes) * tenMinutes))
    for (let look = 0; look < 3; look += 1) await lookAt(accountId)
    expect((await records({ subjectId: accountId })).data).toHaveLength(1)
    await lookAt(accountId, admin)
    expect((await records({ subjectId: accountId })).data).toHaveLength(2)
    market.clock.advance(tenMinutes)
    await lookAt(accountId)
    expect((await records({ subjectId: accountId })).data).toHaveLength(3)
  })

  test('of a list is recorded with what it was narrowed to, and names nobody', async () => {
    const query = { search: 'Wanjiku 0712345678 wanjiku@example.com BK1234', role: 'user' }
    await market.call('GET /api/admin/people', { query: query as never }, staff)
    const { data } = await records({ action: 'GET /api/admin/people' })
    expect(data[0]?.filter).toEqual({ search: 'Wa… …678 …@example.com BK1234', role: 'user' })
    expect(shortenSearch('+254712345678')).toBe('…678')
  })

  test('is not recorded of customers, nor of what holds no people', async () => {
    const before = (await records({ limit: 100 })).data.length
    const carId = await addCar(market.db)
    await market.call('GET /api/booking/user', {}, customer)
    await market.call('GET /api/car/get/:carId', { params: { carId } }, staff)
    await market.call('GET /api/admin/cars', {}, staff)
    // The look at the records themselves is one.
    expect((await records({ limit: 100 })).data.length).toBeLessThanOrEqual(before + 1)
  })
})

describe('a file with a list', () => {
  test('is recorded each time, with the number of its rows', async () => {
    for (let time = 0; time < 2; time += 1) {
      const { statusCode, body } = await csv('people', admin, '?search=Wanjiku')
      expect(statusCode).toBe(200)
      expect(body).toContain(customer.email)
    }
    const { data } = await records({ exports: 'only', action: 'GET /api/admin/people.csv' })
    expect(data).toHaveLength(2)
    expect(data[0]).toMatchObject({ by: { name: 'Joseph Kariuki' }, filter: { search: 'Wa…' } })
    expect(data[0]?.rowCount).toBeGreaterThan(0)
  })

  test('holds phones and e-mails for admins only', async () => {
    const head = async (by: Person) => (await csv('bookings', by)).body.split('\r\n')[0]
    expect(await head(admin)).toContain('Phone,Email')
    expect(await head(staff)).toContain('Reference')
    expect(await head(staff)).not.toMatch(/Phone|Email|Street/)
    expect((await csv('people', staff)).statusCode).toBe(403)
  })
})

test('records are kept for a year, and the program can remove none that is younger', async () => {
  const yearsAgo = new Date(Date.now() - 400 * 86_400_000)
  const old = {
    at: yearsAgo,
    account_id: staff.accountId,
    request_id: 'of old',
    action: 'GET /api/admin/people',
  }
  await market.db
    .insertInto('access_records')
    .values({ ...old, row_count: 1, once: 'of old' })
    .execute()
  const young = await market.db.selectFrom('access_records').select('id').where('at', '>', yearsAgo).execute()
  expect(young.length).toBeGreaterThan(3)
  await deleteOldAccess(market.deps)
  await sql`select remove_old_access_records('2999-01-01')`.execute(market.db)
  const left = await market.db.selectFrom('access_records').select('id').execute()
  expect(left).toEqual(young)
})
