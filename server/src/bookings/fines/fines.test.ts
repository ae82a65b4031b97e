import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findBalance } from '../../payments/ledger/ledger-store.ts'
import { deleteOldPrivateFiles } from '../../private-files/private-files.ts'
import { takeBack } from '../../testing/condition-reports.ts'
import { carBackWithDeposit, postKeptPart } from '../../testing/deposits.ts'
import { nextPlate, offenceAt, postFine, rentedCar } from '../../testing/fines.ts'
import { addCar } from '../../testing/fleet.ts'
import { expectBalanced } from '../../testing/ledger-invariants.ts'
import { readMails } from '../../testing/mailbox.ts'
import { paidWith } from '../../testing/payments.ts'
import type { Person } from '../../testing/people.ts'
import { drawEvenSurface } from '../../testing/private-files.ts'
import { BOOKING_MORNING, historyOf, payBooking } from '../../testing/renting.ts'
import { type FormFields, sendUntilTaken } from '../../testing/selling.ts'
import { openTestMarket, type TestMarket } from '../../testing/test-app.ts'
import { trial } from '../../testing/trial.ts'
import { personalFines } from './read-fines.ts'

let market: TestMarket
let staff: Person
beforeAll(async () => {
  market = await openTestMarket({ now: BOOKING_MORNING, env: { RATE_LIMIT: 'off' } })
  staff = await market.signUp({ role: 'staff' })
})
afterAll(() => market.close())

const rented = (as?: 'confirmed' | 'active' | 'completed') => rentedCar(market, staff, as)

type Rental = { plate: string }
async function record(rental: Rental, fields: FormFields = {}) {
  const answer = await postFine(market, staff, { plate: rental.plate, ...fields })
  return { status: answer.statusCode, ...answer.json() }
}

const withdraw = (fineId: string) =>
  market.call(
    'POST /api/admin/fine/:fineId/withdraw',
    { params: { fineId }, body: { reason: 'Another plate' } },
    staff,
  )
const take = (bookingId: string, amount: number, code = '') =>
  market.call(
    'POST /api/admin/booking/:bookingId/owed',
    { params: { bookingId }, body: { amount, ...paidWith(code) } },
    staff,
  )
const ownFines = async ({ customer, params }: { customer: Person; params: { bookingId: string } }) =>
  (await market.call('GET /api/booking/:bookingId/fines', { params }, customer)).data
const listed = async (tab: 'charged' | 'own' | 'withdrawn', search: string) =>
  (await market.call('GET /api/admin/fines', { query: { tab, search } }, staff)).data

/** What the customer is to get back of the booking. */
const refundsOf = (bookingId: string) =>
  market.db
    .selectFrom('refunds')
    .select(['amount', 'reason'])
    .where('booking_id', '=', bookingId)
    .orderBy('created_at')
    .execute()

describe('a fine of a rented car', () => {
  test('is charged to its customer, who is told and sees the paper', async () => {
    const rental = await rented('completed')
    const { price } = await findBalance(market.db, rental.payable)
    const typed = rental.plate.toLowerCase().replace(' ', '')
    const { status, message, data } = await record(rental, { plate: typed, reference: 'NTSA/2026/114' })
    expect(status).toBe(200)
    expect(message).toContain('Achieng Ouma')
    expect(data).toMatchObject({
      amount: 3_000,
      numberPlate: rental.plate,
      rental: { _id: rental.bookingId },
    })
    expect(await findBalance(market.db, rental.payable)).toMatchObject({
      price: price + 3_000,
      receivable: 3_000,
    })
    const { fines, owed } = await ownFines(rental)
    expect({ owed, fines }).toMatchObject({
      owed: 3_000,
      fines: [{ amount: 3_000, reference: 'NTSA/2026/114' }],
    })
    expect(fines[0]).not.toHaveProperty('recordedBy')
    const link = fines[0]?.paper?.link ?? ''
    const open = (token: string) => market.app.inject({ url: link, headers: { token } })
    expect((await open(rental.customer.token)).statusCode).toBe(200)
    expect((await open(staff.token)).statusCode).not.toBe(200)
    const asStaff = await market.app.inject({ url: data.paper.link, headers: { token: staff.token } })
    expect(asStaff.statusCode).toBe(200)
    const looks = await market.db
      .selectFrom('access_records')
      .select(['account_id', 'filter'])
      .where('subject_id', '=', data.paper._id)
      .orderBy('id')
      .execute()
    const filter = { kind: 'fine_paper', variant: 'full' }
    expect(looks).toEqual([
      { account_id: rental.customer.accountId, filter },
      { account_id: staff.accountId, filter },
    ])
    const { accountId } = rental.customer
    const mails = await readMails(market.db, { accountId, kind: 'booking_fine_charged' })
    expect(mails).toHaveLength(1)
    expect(JSON.stringify(mails)).toContain('NTSA/2026/114')
    expect((await historyOf(market, rental.bookingId)).at(-1)).toMatchObject({
      what: 'Traffic fine charged',
      note: 'Ksh 3,000, NTSA/2026/114',
    })
    await expect(ownFines({ ...rental, customer: await market.signUp() })).rejects.toMatchObject({
      code: 'booking_not_found',
    })
  })

  test('is paid in cash once, and is owed no more', async () => {
    const rental = await rented('completed')
    await record(rental)
    await expect(take(rental.bookingId, 2_000)).rejects.toMatchObject({ code: 'owed_changed' })
    const ends = await Promise.allSettled([take(rental.bookingId, 3_000), take(rental.bookingId, 3_000)])
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await findBalance(market.db, rental.payable)).toMatchObject({ receivable: 0, unapplied: 0 })
    expect((await ownFines(rental)).owed).toBe(0)
    await expect(take(rental.bookingId, 0)).rejects.toMatchObject({ code: 'owed_changed' })
    await expectBalanced(market)
  })

  test('is paid by what is kept of the deposit, and charges nothing more', async () => {
    const rental = await carBackWithDeposit(market, staff)
    const plate = await givePlate(rental.bookingId)
    await record({ plate })
    const { price } = await findBalance(market.db, rental.payable)
    const kept = { photoIds: rental.photoId, amount: '3000', reason: 'fine', words: 'The fine' }
    expect((await postKeptPart(market, staff, rental.params, kept)).statusCode).toBe(200)
    expect(await findBalance(market.db, rental.payable)).toMatchObject({ price, receivable: 0 })
    const { data } = await listed('charged', plate).then(([fine]) => withdraw(fine?._id ?? ''))
    expect(data.withdrawnBy).not.toBeNull()
    expect(await findBalance(market.db, rental.payable)).toMatchObject({
      price: price - 3_000,
      receivable: 0,
    })
    const deposit = await market.call(
      'GET /api/booking/:bookingId/deposit',
      { params: rental.params },
      rental.customer,
    )
    expect(deposit.data.deposit).toMatchObject({ held: 10_000, kept: [{ amount: 3_000, released: 3_000 }] })
    expect(await refundsOf(rental.bookingId)).toEqual([])
    await expectBalanced(market)
  })

  test('that is withdrawn is owed no more; what was paid goes back; its customer is told', async () => {
    const rental = await rented('completed')
    const first = await record(rental)
    await withdraw(first.data._id)
    expect(await findBalance(market.db, rental.payable)).toMatchObject({ receivable: 0 })
    expect(await refundsOf(rental.bookingId)).toEqual([])
    const second = await record(rental)
    await take(rental.bookingId, 3_000)
    const ends = await Promise.allSettled([withdraw(second.data._id), withdraw(second.data._id)])
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await refundsOf(rental.bookingId)).toEqual([{ amount: 3_000, reason: 'fine_withdrawn' }])
    const { accountId } = rental.customer
    expect(await readMails(market.db, { accountId, kind: 'booking_fine_withdrawn' })).toHaveLength(2)
    expect((await listed('withdrawn', rental.plate)).map(({ _id }) => _id).sort()).toEqual(
      [first.data._id, second.data._id].sort(),
    )
    expect(await listed('charged', rental.plate)).toEqual([])
    const { fines, owed } = await ownFines(rental)
    expect(owed).toBe(0)
    expect(fines.every(({ withdrawnAt }) => withdrawnAt !== null)).toBe(true)
    await expectBalanced(market)
  })

  test('is our own where nobody had rented the car, and is found by plate and reference', async () => {
    const rental = await rented('confirmed')
    const own = await record(rental, { reference: 'Kasarani 7/88' })
    expect(own.data).toMatchObject({ rental: null, note: '' })
    for (const search of [rental.plate, rental.plate.replace(' ', '').toLowerCase(), 'kasarani 88'])
      expect((await listed('own', search)).map(({ _id }) => _id)).toContain(own.data._id)
    expect(await listed('charged', rental.plate)).toEqual([])
    expect(await findBalance(market.db, rental.payable)).toMatchObject({ receivable: 0 })
    await withdraw(own.data._id)
    expect(await listed('own', rental.plate)).toEqual([])
    const { counts } = await market.call('GET /api/admin/fines', { query: {} }, staff)
    expect(counts.withdrawn).toBeGreaterThan(0)
  })

  test('is refused for another plate, for the future, without a paper, and while the rental is unpaid', async () => {
    const rental = await rented()
    const wall = new Blob([new Uint8Array(await drawEvenSurface('white'))])
    const later = offenceAt(new Date(market.clock.now().getTime() + 3_600_000))
    for (const [fields, code] of [
      [{ plate: 'KAA 999Z' }, 'fine_car_unknown'],
      [{ plate: 'no plate' }, 'invalid'],
      [later, 'fine_in_future'],
      [{ time: '24:00' }, 'invalid'],
      [{ amount: '0' }, 'invalid'],
      [{ paper: undefined }, 'fine_paper_missing'],
      [{ paper: wall }, 'picture_without_detail'],
    ] as const)
      expect(await record(rental, fields)).toMatchObject({ code })
    expect(await listed('charged', rental.plate)).toEqual([])
  })

  trial(
    'is recorded once, with one charge, however often the form or another one with its reference is sent',
    { full: 8, few: 8 },
    async ({ rounds }) => {
      const rental = await rented()
      for (let round = 0; round < rounds; round += 1) {
        const key = crypto.randomUUID()
        const send = (reference: string, idempotencyKey: string) =>
          sendUntilTaken(() => postFine(market, staff, { plate: rental.plate, reference }, idempotencyKey))
        const same = await Promise.all([send(`R-${round}`, key), send(`R-${round}`, key)])
        expect(same.map(({ statusCode }) => statusCode)).toEqual([200, 200])
        const others = await Promise.all([
          send(`P/${round}`, crypto.randomUUID()),
          send(`p ${round}`, crypto.randomUUID()),
        ])
        expect(others.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
        expect(others.find(({ statusCode }) => statusCode === 409)?.json()).toMatchObject({
          code: 'fine_recorded_already',
        })
        expect(await listed('charged', rental.plate)).toHaveLength(2 * (round + 1))
        expect(await findBalance(market.db, rental.payable)).toMatchObject({
          receivable: 6_000 * (round + 1),
        })
      }
      const [fine] = await listed('charged', rental.plate)
      await withdraw(fine?._id ?? '')
      expect((await record(rental, { reference: fine?.reference ?? '' })).status).toBe(200)
    },
  )
})

/** Gives the car of a booking a plate. */
async function givePlate(bookingId: string): Promise<string> {
  const plate = nextPlate()
  await sql`update cars set number_plate = ${plate}
    where id = (select car_id from bookings where id = ${bookingId}::uuid)`.execute(market.db)
  return plate
}

test('while a fine is owed, the days that staff adds are charged and paid, and the fine stays owed', async () => {
  const rental = await rented()
  await record(rental)
  const { data } = await market.call('GET /api/admin/booking/:bookingId', { params: rental.params }, staff)
  const body = {
    endDate: '2026-04-14',
    dropoffTime: data.dropoffTime,
    ...paidWith(),
    updatedAt: data.updatedAt,
  }
  const longer = await market.call(
    'POST /api/admin/booking/:bookingId/extend',
    { params: rental.params, body },
    staff,
  )
  const { price, receivable } = await findBalance(market.db, rental.payable)
  expect({ price, receivable }).toEqual({ price: longer.data.finalAmount + 3_000, receivable: 3_000 })
  await takeBack(market, staff, rental.bookingId, {
    charges: [{ what: 'Scratch', amount: 900 }],
    chargesPayment: { paidBy: 'cash' as const },
  })
  expect(await findBalance(market.db, rental.payable)).toMatchObject({ receivable: 3_000 })
  expect((await ownFines(rental)).owed).toBe(3_000)
})

test('a customer changes a booking once its fine is paid', async () => {
  const rental = await rented()
  const { endDate: _, ...period } = await periodOf(rental.bookingId)
  const longer = { ...period, endDate: '2026-04-14' }
  const preview = () =>
    market.call(
      'GET /api/booking/:bookingId/change',
      { params: rental.params, query: longer },
      rental.customer,
    )
  expect((await preview()).success).toBe(true)
  await record(rental)
  await expect(preview()).rejects.toMatchObject({ status: 409 })
  await take(rental.bookingId, 3_000)
  expect((await preview()).success).toBe(true)
})

test('a change that is paid after a fine arrived is not made: its money goes back, and the fine stays owed', async () => {
  const rental = await rented()
  const longer = { ...(await periodOf(rental.bookingId)), endDate: '2026-04-14' }
  const { params, customer } = rental
  const shown = await market.call('GET /api/booking/:bookingId/change', { params, query: longer }, customer)
  const { finalAmount, deposit, updatedAt, due } = shown.data
  const body = { ...longer, finalAmount, deposit, updatedAt, phone: '0712000077' }
  await market.call('POST /api/booking/:bookingId/change', { params, body }, customer)
  await record(rental)
  await payBooking(market, rental.bookingId)
  expect(await periodOf(rental.bookingId)).toMatchObject({ endDate: '2026-04-13' })
  expect(await refundsOf(rental.bookingId)).toEqual([{ amount: due, reason: 'paid_too_late' }])
  expect(await findBalance(market.db, rental.payable)).toMatchObject({ receivable: 3_000 })
  expect((await ownFines(rental)).owed).toBe(3_000)
  await expectBalanced(market)
})

async function periodOf(bookingId: string) {
  const { data } = await market.call('GET /api/admin/booking/:bookingId', { params: { bookingId } }, staff)
  const { startDate, endDate, pickupTime, dropoffTime } = data
  return { startDate, endDate, pickupTime, dropoffTime }
}

describe('the database', () => {
  test('refuses a fine without charge, for another car, of the future, without paper, twice, and every change of it', async () => {
    const rental = await rented()
    const { data } = await record(rental, { reference: 'DB 1' })
    const another = await addCar(market.db)
    const insert = (set: string) =>
      sql`insert into traffic_fines (id, car_id, number_plate, booking_id, offence_at, amount, authority_reference, paper,
          recorded_by, recorded_at)
        select gen_random_uuid(), ${sql.raw(set)}, recorded_by, recorded_at
        from traffic_fines where id = ${data._id}::uuid`.execute(market.db)
    for (const [set, constraint] of [
      ['car_id, number_plate, booking_id, offence_at, amount, $$$$, paper', 'fine_agrees_with_the_ledger'],
      [
        'car_id, number_plate, booking_id, offence_at, amount, $$db1$$, paper',
        'fine_reference_is_recorded_once',
      ],
      ['car_id, number_plate, booking_id, offence_at, amount, $$$$, null', 'fine_has_its_paper'],
      ['car_id, number_plate, null, offence_at, 0, $$$$, paper', 'fine_is_positive'],
      [
        `car_id, number_plate, null, recorded_at + interval '1 minute', amount, $$$$, paper`,
        'fine_is_not_of_the_future',
      ],
      [
        `'${another}'::uuid, number_plate, booking_id, offence_at, amount, $$$$, paper`,
        'fine_is_of_the_car_of_its_booking',
      ],
    ] as const)
      await expect(insert(set)).rejects.toMatchObject({ constraint })
    const change = (set: string) =>
      sql`update traffic_fines set ${sql.raw(set)} where id = ${data._id}::uuid`.execute(market.db)
    for (const set of [
      'amount = 1',
      'booking_id = null',
      `note = 'Other'`,
      'car_id = car_id, offence_at = now()',
    ])
      await expect(change(set)).rejects.toMatchObject({ constraint: 'fine_does_not_change' })
    await withdraw(data._id)
    for (const set of ['withdrawn_at = null, withdrawn_by = null', `withdrawal_reason = 'Other'`])
      await expect(change(set)).rejects.toMatchObject({ code: '23514' })
  })
})

describe('the paper of a fine', () => {
  test('is deleted 90 days after the rental ended and the fine was recorded, and the fine stays', async () => {
    const rental = await rented()
    const { data } = await record(rental)
    const leftAt = async (day: string) => {
      market.clock.set(new Date(`${day}T12:00:00+03:00`))
      await deleteOldPrivateFiles(market.deps)
      market.clock.set(BOOKING_MORNING)
      const file = market.db.selectFrom('private_files').select('id').where('id', '=', data.paper._id)
      return (await file.execute()).length
    }
    expect(await leftAt('2026-07-11')).toBe(1)
    expect(await leftAt('2026-07-12')).toBe(0)
    const { fines } = await ownFines(rental)
    expect(fines).toMatchObject([{ amount: 3_000, paper: null }])
  })

  test('stays until its own day when the account is deleted, without what staff wrote; the export has the fine', async () => {
    const rental = await rented('completed')
    const { data } = await record(rental, { note: 'Red light at Nyayo' })
    await withdraw(data._id)
    const { accountId } = rental.customer
    const exported = JSON.stringify(await personalFines.exportData(market.deps, accountId))
    expect(exported).toContain(rental.plate)
    await personalFines.erase(market.db, { accountId, now: market.clock.now() })
    const [fine] = await listed('withdrawn', rental.plate)
    expect(fine).toMatchObject({
      amount: 3_000,
      note: '',
      withdrawalReason: '',
      paper: { _id: data.paper._id },
    })
    await deleteOldPrivateFiles(market.deps)
    const file = market.db.selectFrom('private_files').select('id').where('id', '=', data.paper._id)
    expect(await file.execute()).toHaveLength(1)
  })
})

test('staff is shown whose a fine would be before it is recorded', async () => {
  const rental = await rented()
  const match = async (plate: string, at = market.clock.now()) =>
    (await market.call('GET /api/admin/fine-match', { query: { plate, ...offenceAt(at) } }, staff)).data
  expect(await match('KAA 999Z')).toEqual({ car: null, rental: null })
  expect(await match(rental.plate)).toMatchObject({
    car: { name: 'Toyota Axio' },
    rental: { _id: rental.bookingId, customer: 'Achieng Ouma', until: null },
  })
  const before = new Date(market.clock.now().getTime() - 3_600_000)
  expect(await match(rental.plate, before)).toMatchObject({ car: { _id: rental.carId }, rental: null })
  await market.db
    .updateTable('cars')
    .set({ retired_at: market.clock.now() })
    .where('id', '=', rental.carId)
    .execute()
  expect((await match(rental.plate)).rental?._id).toBe(rental.bookingId)
})
