import { createHash, randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { positionLabels } from '@twende/contract/bookings/condition/condition-labels.ts'
import {
  GUIDED_POSITIONS,
  type GuidedPosition,
} from '@twende/contract/bookings/condition/condition-report.ts'
import { LATE_CHARGE_DAYS } from '@twende/contract/business-constants.ts'
import { addDays, nairobiDay, showDay } from '@twende/contract/calendar-day.ts'
import { ApiError } from '@twende/contract/http/call.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { findPrivateFile, keepPrivateFiles, saveOwnPdf } from '../../private-files/private-files.ts'
import { agreementOf } from '../../testing/agreements.ts'
import { handOver, reportOf, takeBack } from '../../testing/condition-reports.ts'
import { addApprovedDriver } from '../../testing/driving.ts'
import { addCar, addLocation } from '../../testing/fleet.ts'
import { readMails } from '../../testing/mailbox.ts'
import { PASSWORD, type Person } from '../../testing/people.ts'
import { drawDocument } from '../../testing/private-files.ts'
import { readPdf } from '../../testing/read-pdf.ts'
import { BOOKING_MORNING, bookCar, moveBookingOn } from '../../testing/renting.ts'
import { runDueJobs } from '../../testing/run-due-jobs.ts'
import { postForm } from '../../testing/selling.ts'
import { openTestMarket, type TestMarket } from '../../testing/test-app.ts'
import { trial } from '../../testing/trial.ts'
import { deleteDraft, insertAgreement } from './agreement-store.ts'
import { makeAgreement, makeLateAgreements } from './make-agreement.ts'
import { personalAgreements } from './read-agreements.ts'

let market: TestMarket
let staff: Person
let customer: Person
beforeAll(async () => {
  market = await openTestMarket({ now: BOOKING_MORNING, env: { RATE_LIMIT: 'off' } })
  await addLocation(market.db, 'Nairobi')
  staff = await market.signUp({ role: 'staff', name: 'Joseph Kariuki' })
})
afterAll(() => market.close())
beforeEach(async () => {
  market.clock.set(BOOKING_MORNING)
  customer = await market.signUp()
})

const customerInfo = {
  firstName: 'Mũthoni',
  lastName: 'Kĩhara',
  email: 'muthoni@example.com',
  phone: '0718000123',
  licenseNumber: 'DL-778899',
}

async function rent(as: 'active' | 'completed') {
  const carId = await addCar(market.db, { pricePerDay: 7_500 })
  const { _id } = await bookCar(market, customer, carId, { customerInfo })
  await moveBookingOn(market, staff, _id, as)
  return _id
}

/** Rents a car to somebody at the counter who has no account, and makes the agreement. */
async function rentAtCounter(
  by: Person,
  { paidBy = 'cash', email = 'walk-in@example.com' }: { paidBy?: 'cash' | 'none'; email?: string } = {},
) {
  const { data } = await market.call(
    'POST /api/admin/bookings',
    {
      body: {
        carId: await addCar(market.db),
        startDate: '2026-04-02',
        endDate: '2026-04-04',
        pickupTime: '12:00',
        dropoffTime: '12:00',
        pickupLocation: 'Nairobi',
        dropoffLocation: 'Nairobi',
        customerInfo: { ...customerInfo, email },
        paidBy,
      },
    },
    by,
  )
  if (paidBy === 'none') {
    const body = { amount: data.finalAmount, reason: 'Pays on return' }
    const params = { bookingId: data._id }
    await market.call('POST /api/admin/booking/:bookingId/owed/allow', { params, body }, by)
  }
  await handOver(market, by, data._id, { km: 42_000 })
  await agreementOf(market, data._id)
  return data._id
}

async function sendPhoto(bookingId: string, draftId: string, position: GuidedPosition) {
  const photo = new Blob([new Uint8Array(await drawDocument(800, 600))])
  const url = `/api/admin/booking/${bookingId}/condition/handover/photo`
  const answer = await postForm(market, url, { draftId, photoId: randomUUID(), position, photo }, staff)
  expect(answer.statusCode).toBe(200)
}

/** A picture of a PDF is an object whose dictionary says so. */
const countPictures = (bytes: Buffer) => bytes.toString('latin1').split('/Subtype /Image').length - 1

const list = (bookingId: string, person: Person) =>
  market.call('GET /api/booking/:bookingId/agreements', { params: { bookingId } }, person)

const check = async (number: string, hash?: string) =>
  (await market.call('GET /api/agreement/:number', { params: { number }, query: { hash } })).data

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

describe('the agreement of a rental', () => {
  test('says who rents which car for how long at which price, and how the car was', async () => {
    const bookingId = await rent('active')
    const { bytes, number } = await agreementOf(market, bookingId)
    const { text, pages } = await readPdf(bytes ?? Buffer.alloc(0))
    for (const part of [
      'Rental agreement',
      number,
      'Mũthoni Kĩhara',
      'DL1234567',
      '0718 000 123',
      '10 Apr 2026, 10:00, Nairobi',
      '13 Apr 2026, 10:00, Nairobi',
      'Rental, 3 days at Ksh 7,500',
      'Ksh 22,500',
      '42,000 km',
      'Joseph Kariuki',
      'Until 24 hours before pickup',
      'Who may drive',
      `/check/${number}`,
      `Page 1 of ${pages}`,
    ])
      expect(text).toContain(part)
  })

  test('names every approved driver with document numbers, all rates, what was paid and is owed, and the deposit', async () => {
    const bookingId = await rentAtCounter(staff, { paidBy: 'none', email: 'unpaid@example.com' })
    const { bytes } = await agreementOf(market, bookingId)
    const { text } = await readPdf(bytes ?? Buffer.alloc(0))
    for (const part of [
      'Who drives',
      'Achieng Ouma',
      'DL1234567',
      'National ID 12345678',
      'Each further kilometre Ksh 25',
      'Each missing eighth of a tank Ksh 1,200',
      'Return more than 60 minutes late Ksh 4,500 for each day begun',
      'More cleaning than usual Ksh 1,500',
      'Paid so far Ksh 0',
      'Still owed Ksh 9,000',
    ])
      expect(text).toContain(part)
    // The number that the customer typed is no checked one.
    expect(text).not.toContain('DL-778899')
  })

  test('is shown whole before it is signed, in the language that the renter reads, and made in that one', async () => {
    const carId = await addCar(market.db)
    const { _id: bookingId } = await bookCar(market, customer, carId, { customerInfo })
    await moveBookingOn(market, staff, bookingId, 'confirmed')
    await addApprovedDriver(market, bookingId)
    const params = { bookingId }
    const { language, data } = await market.call(
      'GET /api/admin/booking/:bookingId/agreement',
      { params },
      staff,
    )
    expect(language).toBe('en')
    const [english, swahili] = ['en', 'sw'].map((one) => data.find((paper) => paper.language === one))
    expect(JSON.stringify(english)).toContain('Rental agreement')
    expect(JSON.stringify(swahili)).toContain('Mkataba wa kukodi gari')
    for (const part of ['Mũthoni Kĩhara', 'DL1234567', '12345678', 'Ksh 25', 'Until 24 hours before pickup'])
      expect(JSON.stringify(english)).toContain(part)
    const report = await reportOf(market, bookingId, { kind: 'handover' })
    const body = { km: 42_000, fuel: 8, report: { ...report, language: 'sw' as const } }
    await market.call('POST /api/admin/booking/:bookingId/handover', { params, body }, staff)
    const { bytes = Buffer.alloc(0), language: made } = await agreementOf(market, bookingId)
    expect(made).toBe('sw')
    const { text } = await readPdf(bytes)
    // Everything that the phone showed is in the paper.
    for (const { title } of swahili?.sections ?? []) expect(text).toContain(title)
  })

  test('prints a name in any script, and tells staff before of letters that it cannot print', async () => {
    const named = { ...customerInfo, firstName: 'محمد', lastName: '王芳', address: 'አበበ Ул. \ua840' }
    const { _id: bookingId } = await bookCar(market, customer, await addCar(market.db), {
      customerInfo: named,
    })
    await moveBookingOn(market, staff, bookingId, 'confirmed')
    const { unprintable } = await market.call(
      'GET /api/admin/booking/:bookingId/agreement',
      { params: { bookingId }, query: { typed: 'A scratch \u{16a5}\u{a841}' } },
      staff,
    )
    expect(unprintable).toEqual(['\ua840', '\u{16a5}', '\ua841'])
    await handOver(market, staff, bookingId)
    const { bytes = Buffer.alloc(0) } = await agreementOf(market, bookingId)
    const { text } = await readPdf(bytes)
    for (const part of ['محمد', '王芳', 'አበበ', 'Ул.', '[U+A840]']) expect(text).toContain(part)
  })

  test('is in the language of the customer, and the report of the return has kilometres before and after', async () => {
    await market.db
      .updateTable('accounts')
      .set({ locale: 'sw' })
      .where('id', '=', customer.accountId)
      .execute()
    const bookingId = await rent('completed')
    const agreement = await agreementOf(market, bookingId)
    expect((await readPdf(agreement.bytes ?? Buffer.alloc(0))).text).toContain('Mkataba wa kukodi gari')
    const report = await agreementOf(market, bookingId, 'return')
    const { text } = await readPdf(report.bytes ?? Buffer.alloc(0))
    for (const part of [
      'Ripoti ya kurudisha gari',
      '42,000 km',
      '42,350 km',
      '350 km',
      `/sw/check/${report.number}`,
    ])
      expect(text).toContain(part)
    expect(report.language).toBe('sw')
  })

  test('says what was agreed when the car left, however the booking was changed before it was made', async () => {
    const bookingId = await rent('active')
    await market.db
      .updateTable('bookings')
      .set({ pickup_location: 'Kisumu', dropoff_location: 'Kisumu' })
      .where('id', '=', bookingId)
      .execute()
    const { bytes } = await agreementOf(market, bookingId)
    const { text } = await readPdf(bytes ?? Buffer.alloc(0))
    expect(text).toContain('Ksh 22,500')
    expect(text).not.toContain('Kisumu')
  })

  test('has the condition of the car with its eight photos, marks, equipment and signature, and the return report has the charges', async () => {
    const carId = await addCar(market.db)
    const { _id: bookingId } = await bookCar(market, customer, carId, { customerInfo })
    await moveBookingOn(market, staff, bookingId, 'confirmed')
    const draftId = randomUUID()
    for (const position of GUIDED_POSITIONS) await sendPhoto(bookingId, draftId, position)
    const dent = { id: randomUUID(), x: 20, y: 200, kind: 'dent', note: 'As wide as a hand' } as const
    await handOver(market, staff, bookingId, { fuel: 7, marks: [dent] })
    const { bytes = Buffer.alloc(0) } = await agreementOf(market, bookingId)
    const { text } = await readPdf(bytes)
    const labels = GUIDED_POSITIONS.map((position) => positionLabels[position]())
    for (const part of [
      ...labels,
      'Marks on the car',
      'Dent, Left side: As wide as a hand',
      'New',
      'Jack, Spare wheel',
      '7/8',
      'Achieng Ouma',
    ])
      expect(text).toContain(part)
    expect(countPictures(bytes)).toBe(8)
    expect(bytes.length).toBeLessThan(1_500_000)

    const charges = [{ kind: 'fuel', quantity: 3, amount: 3_600 } as const]
    const marks = [dent, { ...dent, id: randomUUID(), kind: 'scratch', note: '' } as const]
    await takeBack(market, staff, bookingId, {
      fuel: 4,
      marks,
      charges,
      chargesPayment: { paidBy: 'cash' as const, paidOn: addDays(nairobiDay(market.clock.now()), -1) },
    })
    const { data } = await market.call('GET /api/admin/booking/:bookingId', { params: { bookingId } }, staff)
    const paidOn = addDays(nairobiDay(market.clock.now()), -1)
    expect(data.handoverReturn?.chargesPaidOn).toBe(paidOn)
    const report = await agreementOf(market, bookingId, 'return')
    const after = (await readPdf(report.bytes ?? Buffer.alloc(0))).text
    for (const part of [
      'Scratch, Left side',
      'Already there',
      'Missing fuel, 3/8 of a tank',
      'Ksh 3,600',
      'Paid on',
      showDay(paidOn),
    ])
      expect(after).toContain(part)
  })

  test('is made without a photo whose file is gone', async () => {
    const { bytes = Buffer.alloc(0) } = await agreementOf(market, await rent('active'))
    expect(countPictures(bytes)).toBe(0)
    expect((await readPdf(bytes)).text).not.toContain('Photos of the car')
  })

  test('is made of a car that left the fleet while it was rented', async () => {
    const bookingId = await rent('active')
    await market.db
      .updateTable('cars')
      .set({ retired_at: market.clock.now() })
      .from('bookings')
      .whereRef('bookings.car_id', '=', 'cars.id')
      .where('bookings.id', '=', bookingId)
      .execute()
    await takeBack(market, staff, bookingId, { km: 42_100 })
    const { bytes } = await agreementOf(market, bookingId, 'return')
    expect((await readPdf(bytes ?? Buffer.alloc(0))).text).toContain('42,100 km')
  })

  test('is made by the job after the handover, mailed once, and downloaded by renter and staff', async () => {
    const bookingId = await rent('active')
    expect(await list(bookingId, customer)).toMatchObject({ data: [], beingMade: ['handover'] })
    await runDueJobs(market)
    await runDueJobs(market)
    const { data, beingMade } = await list(bookingId, customer)
    expect(beingMade).toEqual([])
    expect(data).toMatchObject([{ kind: 'handover' }])
    const { accountId } = customer
    expect(await readMails(market.db, { accountId, kind: 'booking_agreement_made' })).toHaveLength(1)
    const { content_hash } = await agreementOf(market, bookingId)
    for (const person of [customer, staff]) {
      const [agreement] = (await list(bookingId, person)).data
      const answer = await market.app.inject({ url: agreement?.link ?? '', headers: { token: person.token } })
      expect(answer.statusCode).toBe(200)
      expect(sha256(answer.rawPayload)).toBe(content_hash)
    }
  })

  test('is not mailed to a customer at the counter without an account, whose mails lead to no page', async () => {
    await rentAtCounter(staff)
    const mails = await readMails(market.db, { recipient: 'walk-in@example.com' })
    expect(mails.map(({ kind }) => kind)).toEqual(['booking_confirmed'])
    expect(mails[0]?.body).not.toContain('http')
  })

  test('of a customer at the counter is not the own one of the member of staff who made the booking', async () => {
    const clerk = await market.signUp({ role: 'staff' })
    const bookingId = await rentAtCounter(clerk)
    expect((await list(bookingId, clerk)).data).toMatchObject([{ kind: 'handover' }])
    const { content_hash } = await agreementOf(market, bookingId)
    expect(JSON.stringify(await market.call('GET /api/user/export', {}, clerk))).not.toContain(content_hash)
    await market.db
      .updateTable('accounts')
      .set({ role: 'user', rights: [] })
      .where('id', '=', clerk.accountId)
      .execute()
    const params = { bookingId }
    for (const read of [
      () => list(bookingId, clerk),
      () => market.call('GET /api/booking/:bookingId', { params }, clerk),
      () =>
        market.call(
          'PUT /api/booking/:bookingId/cancel',
          { params, body: { cancellationReason: '' } },
          clerk,
        ),
    ])
      await expect(read()).rejects.toMatchObject({ code: 'booking_not_found' })
  })

  test('is nobody else’s: not its list, and not its file with the link of another account, or five minutes later', async () => {
    const bookingId = await rent('active')
    await agreementOf(market, bookingId)
    const stranger = await market.signUp()
    await expect(list(bookingId, stranger)).rejects.toMatchObject({ code: 'booking_not_found' })
    const link = (await list(bookingId, customer)).data[0]?.link ?? ''
    const open = async (headers: Record<string, string>) =>
      (await market.app.inject({ url: link, headers })).statusCode
    expect(await open({ token: customer.token })).toBe(200)
    expect(await open({ token: stranger.token })).not.toBe(200)
    expect(await open({})).toBe(401)
    market.clock.advance(301_000)
    expect(await open({ token: customer.token })).not.toBe(200)
  })
})

describe('checking a file', () => {
  test('says that the file is the one that was made, and no more of its people than first letters', async () => {
    const bookingId = await rent('active')
    const { number, bytes } = await agreementOf(market, bookingId)
    expect(await check(number)).toMatchObject({
      isSame: null,
      kind: 'handover',
      renter: 'M. K.',
      staff: 'J. K.',
    })
    const found = await check(number, sha256(bytes ?? Buffer.alloc(0)))
    expect(found.isSame).toBe(true)
    expect(JSON.stringify(found)).not.toMatch(/Mũthoni|Kĩhara|Kariuki|0718000123|BK\d/)
  })

  test('sees a changed byte wherever it is, and a file that is shorter, longer or empty', async () => {
    const bookingId = await rent('active')
    const { number, bytes = Buffer.alloc(0) } = await agreementOf(market, bookingId)
    expect(bytes.length).toBeGreaterThan(10_000)
    const places = Array.from({ length: 60 }, (_, at) => Math.floor((at * (bytes.length - 1)) / 59))
    for (const place of places) {
      const changed = Buffer.from(bytes)
      changed.writeUInt8((bytes[place] ?? 0) ^ 1, place)
      expect((await check(number, sha256(changed))).isSame).toBe(false)
    }
    const others = [
      bytes.subarray(1),
      bytes.subarray(0, -1),
      Buffer.concat([bytes, Buffer.from(' ')]),
      Buffer.alloc(0),
    ]
    for (const other of others) expect((await check(number, sha256(other))).isSame).toBe(false)
  })

  test('knows no number that was not given', async () => {
    await expect(check('AG-00000-00000')).rejects.toMatchObject({ code: 'agreement_not_found' })
    await expect(check('1')).rejects.toBeInstanceOf(ApiError)
  })
})

describe('an agreement in the database', () => {
  test('is never changed or deleted, and a second one of its kind is refused', async () => {
    const bookingId = await rent('active')
    const { bytes: _, ...row } = await agreementOf(market, bookingId)
    const changed = market.db
      .updateTable('agreements')
      .set({ content_hash: 'a'.repeat(64) })
      .where('id', '=', row.id)
    await expect(changed.execute()).rejects.toThrow('only ever added')
    await expect(market.db.deleteFrom('agreements').where('id', '=', row.id).execute()).rejects.toThrow(
      'only ever added',
    )
    const second = { ...row, id: customer.accountId, number: 'AG-12345-12345' }
    await expect(market.db.insertInto('agreements').values(second).execute()).rejects.toThrow(
      'booking_has_one_agreement_of_each_kind',
    )
  })

  test('was made late when its job was lost', async () => {
    const bookingId = await rent('active')
    await makeLateAgreements(market.deps)
    expect((await list(bookingId, customer)).data).toEqual([])
    market.clock.advance(16 * 60_000)
    await makeLateAgreements(market.deps, AbortSignal.abort())
    expect((await list(bookingId, customer)).data, 'while the program stops').toEqual([])
    await makeLateAgreements(market.deps)
    expect((await list(bookingId, customer)).data).toHaveLength(1)
  })

  test('keeps its file for six years without its account, and its number can be checked for good', async () => {
    const bookingId = await rent('completed')
    const { number, content_hash } = await agreementOf(market, bookingId)
    const exported = await market.call('GET /api/user/export', {}, customer)
    expect(JSON.stringify(exported)).toContain(content_hash)
    market.clock.advance((LATE_CHARGE_DAYS + 1) * 86_400_000)
    await market.call(
      'POST /api/user/delete',
      { body: { password: PASSWORD, confirmation: 'DELETE' } },
      customer,
    )
    const linkNow = async () => (await list(bookingId, staff)).data[0]?.link
    expect(await linkNow()).toMatch(/^\/api\/private-file\//)
    market.clock.set(new Date('2032-04-14T00:00:00+03:00'))
    expect(await linkNow()).toBeNull()
    expect((await check(number, content_hash)).isSame).toBe(true)
  })
})

test('the file of an agreement that is just being made has its day too when its account goes', async () => {
  const { bytes: _, ...model } = await agreementOf(market, await rent('active'))
  const person = await market.signUp()
  customer = person
  const bookingId = await rent('active')
  const { id: fileId } = await saveOwnPdf(market.deps, { kind: 'agreement', bytes: Buffer.from('%PDF-') })
  const now = market.clock.now()
  const { erasing } = await market.db.transaction().execute(async (tx) => {
    await deleteDraft(tx, { bookingId, kind: 'handover' })
    await keepPrivateFiles(tx, { ids: [fileId], now })
    const erasing = market.db
      .transaction()
      .execute((other) => personalAgreements.erase(other, { accountId: person.accountId, now }))
    // The erasure waits for this transaction.
    await setTimeout(200)
    const agreement = { ...model, id: fileId, number: 'AG-54321-54321' }
    await insertAgreement(tx, { ...agreement, booking_id: bookingId, file_id: fileId })
    return { erasing }
  })
  await erasing
  const endsAt = new Date('2032-04-14T00:00:00+03:00')
  expect(await findPrivateFile(market.deps, fileId)).toMatchObject({ delete_after: endsAt })
})

trial(
  'twenty runs of the job beside each other make one agreement, one file that stays and one mail',
  { full: 5, few: 2 },
  async ({ rounds }) => {
    for (let round = 0; round < rounds; round += 1) {
      const person = await market.signUp()
      customer = person
      const bookingId = await rent('active')
      const runs = Array.from({ length: 20 }, () =>
        makeAgreement(market.deps, { bookingId, kind: 'handover' }),
      )
      await Promise.all(runs)
      const rows = await market.db
        .selectFrom('agreements')
        .selectAll()
        .where('booking_id', '=', bookingId)
        .execute()
      expect(rows).toHaveLength(1)
      const kept = await market.db
        .selectFrom('private_files')
        .select('id')
        .where('kind', '=', 'agreement')
        .where('delete_after', 'is', null)
        .where(
          'id',
          'in',
          rows.map(({ file_id }) => file_id),
        )
        .execute()
      expect(kept).toHaveLength(1)
      const { accountId } = person
      const mails = await readMails(market.db, { accountId, kind: 'booking_agreement_made' })
      expect(mails).toHaveLength(1)
    }
  },
)

test('a run that ends at any step leaves nothing behind, and the next one makes the agreement', async () => {
  const bookingId = await rent('active')
  const job = { bookingId, kind: 'handover' } as const
  let crashes = 0
  for (let step = 1; step <= 30; step += 1) {
    let calls = 0
    const now = () => {
      calls += 1
      if (calls === step) throw new Error('the process ended')
      return market.clock.now()
    }
    const ended = await makeAgreement({ ...market.deps, clock: { now } }, job).then(
      () => false,
      () => true,
    )
    if (!ended) break
    crashes += 1
    expect(await list(bookingId, customer)).toMatchObject({ data: [], beingMade: ['handover'] })
  }
  expect(crashes).toBeGreaterThanOrEqual(3)
  expect(await list(bookingId, customer)).toMatchObject({ data: [{ kind: 'handover' }], beingMade: [] })
})
