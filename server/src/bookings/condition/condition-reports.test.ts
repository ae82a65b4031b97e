import { randomUUID } from 'node:crypto'
import { GUIDED_POSITIONS, type Mark } from '@twende/contract/bookings/condition/condition-report.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { handOver, reportOf, SIGNATURE, takeBack } from '../../testing/condition-reports.ts'
import { addApprovedDriver } from '../../testing/driving.ts'
import { addCar } from '../../testing/fleet.ts'
import type { Person } from '../../testing/people.ts'
import { drawDocument, drawEvenSurface } from '../../testing/private-files.ts'
import { BOOKING_MORNING, bookCar, moveBookingOn } from '../../testing/renting.ts'
import { drawView, postForm } from '../../testing/selling.ts'
import { openTestMarket, type TestMarket } from '../../testing/test-app.ts'
import { findConditionReports } from './read-reports.ts'

let market: TestMarket
let staff: Person
let customer: Person
beforeAll(async () => {
  market = await openTestMarket({ now: BOOKING_MORNING })
  staff = await market.signUp({ role: 'admin' })
  customer = await market.signUp()
})
afterAll(() => market.close())

async function confirmed(carId?: string, person = customer): Promise<string> {
  const { _id } = await bookCar(market, person, carId ?? (await addCar(market.db)))
  await moveBookingOn(market, staff, _id, 'confirmed')
  return _id
}

type Sent = { draftId: string; position: string; photoId?: string; bytes?: Buffer; markId?: string }

async function sendPhoto(bookingId: string, { photoId = randomUUID(), bytes, ...sent }: Sent) {
  const photo = new Blob([new Uint8Array(bytes ?? (await drawDocument(320, 240)))])
  const url = `/api/admin/booking/${bookingId}/condition/handover/photo`
  const answer = await postForm(market, url, { ...sent, photoId, photo }, staff)
  return { photoId, status: answer.statusCode, code: answer.json().code, repeats: answer.json().repeats }
}

const photosOf = async (bookingId: string) =>
  market.db
    .selectFrom('condition_photos')
    .innerJoin('condition_reports', 'condition_reports.id', 'condition_photos.report_id')
    .selectAll('condition_photos')
    .where('booking_id', '=', bookingId)
    .execute()

const mark = (kind: Mark['kind'] = 'scratch'): Mark => ({ id: randomUUID(), x: 40, y: 200, kind, note: '' })

describe('a photo that was sent before', () => {
  const anyPhoto = async () => Buffer.from(await (await drawView()).arrayBuffer())
  const passedOn = (bytes: Buffer) => sharp(bytes).resize(300).jpeg({ quality: 60 }).toBuffer()

  test('is told to staff at once, for another side of the car and from an earlier rental', async () => {
    const carId = await addCar(market.db)
    const first = await confirmed(carId)
    const draftId = randomUUID()
    const bytes = await anyPhoto()
    const front = await sendPhoto(first, { draftId, position: 'front', bytes })
    const right = await sendPhoto(first, { draftId, position: 'right', bytes: await passedOn(bytes) })
    const rear = await sendPhoto(first, { draftId, position: 'rear', bytes: await anyPhoto() })
    expect([front.repeats, right.repeats, rear.repeats]).toEqual([
      null,
      { of: 'report', position: 'front' },
      null,
    ])
    await market.db
      .updateTable('condition_reports')
      .set({ started_at: new Date(market.clock.now().getTime() - 60_000) })
      .where('booking_id', '=', first)
      .execute()
    await handOver(market, staff, first)
    await takeBack(market, staff, first)
    market.clock.advance(4 * 86_400_000)
    const second = await confirmed(carId)
    const old = await sendPhoto(second, {
      draftId: randomUUID(),
      position: 'left',
      bytes: await passedOn(bytes),
    })
    expect(old.repeats).toEqual({ of: 'earlier', position: 'front' })
    const other = await confirmed()
    const unseen = await sendPhoto(other, { draftId: randomUUID(), position: 'left', bytes })
    expect(unseen.repeats).toBeNull()
  })
})

describe('a handover', () => {
  test('needs its eight photos, each kept once however often it is sent, and is completed once', async () => {
    const bookingId = await confirmed()
    const draftId = randomUUID()
    const photoIds: string[] = []
    for (const position of GUIDED_POSITIONS) {
      const sent = await sendPhoto(bookingId, { draftId, position })
      const again = await sendPhoto(bookingId, { draftId, position, photoId: sent.photoId })
      expect([sent.status, again.status]).toEqual([200, 200])
      photoIds.push(sent.photoId)
    }
    expect(await photosOf(bookingId)).toHaveLength(8)
    const signedAt = market.clock.now().toISOString()
    const body = (ids: string[]) => ({
      km: 42_000,
      fuel: 7,
      report: {
        draftId,
        photoIds: ids,
        marks: [],
        equipment: [],
        signature: SIGNATURE,
        signerName: 'Achieng Ouma',
        signedAt,
      },
    })
    await addApprovedDriver(market, bookingId)
    const complete = (ids: string[]) =>
      market.call(
        'POST /api/admin/booking/:bookingId/handover',
        { params: { bookingId }, body: body(ids) },
        { ...staff, idempotencyKey: draftId },
      )
    await expect(complete(photoIds.slice(1))).rejects.toMatchObject({ code: 'condition_photo_missing' })
    await expect(complete([...photoIds.slice(1), randomUUID()])).rejects.toMatchObject({
      code: 'condition_photo_missing',
    })
    const answers = await Promise.all([complete(photoIds), complete(photoIds), complete(photoIds)])
    expect(answers.map(({ data }) => data.status)).toEqual(['active', 'active', 'active'])
    const [report] = await findConditionReports(market.db, bookingId)
    expect(report).toMatchObject({ kind: 'handover', km: 42_000, fuel: 7, signature: SIGNATURE })
    const late = await sendPhoto(bookingId, { draftId, position: 'dashboard' })
    expect(late).toMatchObject({ status: 409, code: 'booking_wrong_state' })
  })

  test('that comes too early is refused with the step that comes first', async () => {
    const { _id: bookingId } = await bookCar(market, await market.signUp(), await addCar(market.db))
    const start = (kind: 'handover' | 'return') =>
      market.call(
        'POST /api/admin/booking/:bookingId/condition/:kind/start',
        { params: { bookingId, kind }, body: { draftId: randomUUID() } },
        staff,
      )
    for (const kind of ['handover', 'return'] as const)
      await expect(start(kind)).rejects.toMatchObject({
        code: 'booking_wrong_state',
        message: 'This booking is not confirmed yet. Confirm it first.',
      })
    await moveBookingOn(market, staff, bookingId, 'confirmed')
    await expect(start('return')).rejects.toMatchObject({
      code: 'booking_wrong_state',
      message: 'This car is not handed over yet. Hand it over first.',
    })
  })

  test('is refused a photo of almost nothing, of another booking, or of damage without its mark', async () => {
    const bookingId = await confirmed()
    const draftId = randomUUID()
    const bytes = await drawEvenSurface('grey')
    expect(await sendPhoto(bookingId, { draftId, position: 'front', bytes })).toMatchObject({
      code: 'picture_without_detail',
    })
    expect(await sendPhoto(bookingId, { draftId, position: 'damage' })).toMatchObject({ status: 400 })
    const other = await confirmed()
    const { photoId } = await sendPhoto(other, { draftId, position: 'front' })
    expect(await sendPhoto(bookingId, { draftId, position: 'front', photoId })).toMatchObject({ status: 400 })
    expect(await photosOf(bookingId)).toEqual([])
  })

  test('keeps the last photo of a position', async () => {
    const bookingId = await confirmed()
    const draftId = randomUUID()
    await sendPhoto(bookingId, { draftId, position: 'front' })
    const { photoId } = await sendPhoto(bookingId, { draftId, position: 'front' })
    expect((await photosOf(bookingId)).map(({ id }) => id)).toEqual([photoId])
  })

  test('is made on one device, until another takes it over', async () => {
    const bookingId = await confirmed()
    const [first, second] = [randomUUID(), randomUUID()]
    const start = (draftId: string, takeOver = false) =>
      market.call(
        'POST /api/admin/booking/:bookingId/condition/:kind/start',
        { params: { bookingId, kind: 'handover' }, body: { draftId, takeOver } },
        staff,
      )
    await start(first)
    await start(first)
    await expect(start(second)).rejects.toMatchObject({ code: 'condition_report_elsewhere' })
    const basis = await market.call(
      'GET /api/admin/booking/:bookingId/condition',
      { params: { bookingId } },
      staff,
    )
    expect(basis.data.inProgress).toMatchObject({ draftId: first, photos: 0 })
    await start(second, true)
    expect(await sendPhoto(bookingId, { draftId: first, position: 'front' })).toMatchObject({
      code: 'condition_report_elsewhere',
    })
    expect(await sendPhoto(bookingId, { draftId: second, position: 'front' })).toMatchObject({ status: 200 })
  })

  test('is refused a signature of one dot, in a sentence', async () => {
    const bookingId = await confirmed()
    const report = await reportOf(market, bookingId, { kind: 'handover' })
    const body = { km: 1, fuel: 8, report: { ...report, signature: { strokes: [[300, 120]] } } }
    const params = { bookingId }
    await expect(
      market.call('POST /api/admin/booking/:bookingId/handover', { params, body }, staff),
    ).rejects.toMatchObject({ status: 400, message: /not a signature yet/ })
  })
})

describe('the database', () => {
  test('refuses a completed report without its eight photos, and any change of them', async () => {
    const bookingId = await confirmed()
    await handOver(market, staff, bookingId)
    const [photo] = await photosOf(bookingId)
    const change = market.db
      .updateTable('condition_photos')
      .set({ position: 'interior' })
      .where('id', '=', photo?.id ?? '')
      .execute()
    await expect(change).rejects.toMatchObject({ constraint: 'completed_report_keeps_its_photos' })
    const row = {
      id: randomUUID(),
      booking_id: await confirmed(),
      kind: 'handover',
      draft_id: randomUUID(),
      started_at: market.clock.now(),
      content: '{}',
      signature: '{}',
      signer_name: 'Nobody',
      signed_at: market.clock.now(),
      completed_at: market.clock.now(),
    }
    const bare = market.db.insertInto('condition_reports').values(row).execute()
    await expect(bare).rejects.toMatchObject({ constraint: 'completed_report_has_eight_photos' })
    const unsigned = market.db
      .insertInto('condition_reports')
      .values({ ...row, signature: null })
      .execute()
    await expect(unsigned).rejects.toMatchObject({ constraint: 'completed_report_is_signed' })
  })
})

describe('marks', () => {
  test('stay on the car from one rental to the next; only those that were added are new', async () => {
    const carId = await addCar(market.db)
    const [old, scratch] = [mark('dent'), mark()]
    const first = await confirmed(carId)
    await handOver(market, staff, first, { marks: [old] })
    await takeBack(market, staff, first, { marks: [old, scratch] })
    const [left, back] = await findConditionReports(market.db, first)
    expect(left?.marks.map(({ isNew }) => isNew)).toEqual([true])
    expect(back?.marks.map(({ id, isNew }) => [id, isNew])).toEqual([
      [old.id, false],
      [scratch.id, true],
    ])
    const { _id } = await bookCar(market, customer, carId, { startDate: '2026-05-10', endDate: '2026-05-12' })
    const { data } = await market.call(
      'GET /api/admin/booking/:bookingId/condition',
      { params: { bookingId: _id } },
      staff,
    )
    expect(data.carriedMarks).toEqual([old, scratch])
  })
})

describe('the customer', () => {
  test('sees photos, marks and charges before and after; nobody else does', async () => {
    const bookingId = await confirmed()
    await handOver(market, staff, bookingId)
    const charges = [{ what: 'Scratch', amount: 3_000 }]
    await takeBack(market, staff, bookingId, {
      fuel: 6,
      marks: [mark()],
      charges,
      chargesPayment: { paidBy: 'cash' as const },
    })
    const look = (person: Person) =>
      market.call('GET /api/booking/:bookingId/condition', { params: { bookingId } }, person)
    const { data } = await look(customer)
    expect(data.handover).toMatchObject({ fuel: 8, km: 42_000 })
    expect(data.return).toMatchObject({ fuel: 6, km: 42_350, marks: [{ kind: 'scratch', isNew: true }] })
    expect(data.return?.photos).toHaveLength(8)
    expect(data.return?.photos[0]?.file.link).toMatch(/^\/api\/private-file\//)
    expect(data.charges).toMatchObject([{ kind: 'other', what: 'Scratch', amount: 3_000 }])
    await expect(look(staff)).rejects.toMatchObject({ status: 404 })
    await expect(look(await market.signUp())).rejects.toMatchObject({ status: 404 })
  })

  test('leaves neither signature nor name when the account is deleted', async () => {
    const person = await market.signUp()
    const bookingId = await confirmed(undefined, person)
    await handOver(market, staff, bookingId)
    await takeBack(market, staff, bookingId)
    const { erase } = (await import('../read-bookings.ts')).personalBookings
    await erase(market.db, { accountId: person.accountId, now: market.clock.now() })
    const reports = await findConditionReports(market.db, bookingId)
    expect(reports.map(({ signature, signerName }) => [signature, signerName])).toEqual([
      [null, ''],
      [null, ''],
    ])
  })
})

test('a booking keeps the rental terms under which it was made', async () => {
  const params = { bookingId: await confirmed() }
  const { data: settings } = await market.call('GET /api/admin/settings', {}, staff)
  await market.db
    .insertInto('business_settings')
    .values({
      chosen: JSON.stringify({
        version: 1,
        rentalTerms: { ...settings.rentalTerms, extraKmRate: 99, version: 1 },
      }),
      updated_at: market.clock.now(),
      updated_by: staff.accountId,
    })
    .execute()
  const read = async (of: { bookingId: string }) =>
    (await market.call('GET /api/admin/booking/:bookingId/condition', { params: of }, staff)).data.terms
  expect((await read(params)).extraKmRate).toBe(25)
  expect(await read({ bookingId: await confirmed() })).toMatchObject({ extraKmRate: 99, kmPerDay: 200 })
  await market.db
    .updateTable('bookings')
    .set({ rental_terms: '{"version":1}' })
    .where('id', '=', params.bookingId)
    .execute()
  expect(await read(params)).toEqual({
    extraKmRate: 25,
    fuelPerEighth: 1_200,
    lateMinutes: 60,
    cleaningFee: 1_500,
    kmPerDay: 200,
    extraKm: 0,
    depositDays: 2,
  })
})

test('a return is as late as it was signed, and never signed before the handover or after now', async () => {
  const back = async (bookingId: string, signedAt: Date) => {
    const report = await reportOf(market, bookingId, { kind: 'return', signedAt })
    const body = { km: 42_100, fuel: 8, report }
    const params = { bookingId }
    const { data } = await market.call('POST /api/admin/booking/:bookingId/return', { params, body }, staff)
    return new Date(data.handoverReturn?.at ?? 0)
  }
  const [one, other, third] = [await confirmed(), await confirmed(), await confirmed()]
  const before = market.clock.now()
  market.clock.advance(60_000)
  for (const bookingId of [one, other, third]) await handOver(market, staff, bookingId)
  market.clock.advance(3_600_000)
  const signedAt = market.clock.now()
  market.clock.advance(7_200_000)
  expect(await back(one, signedAt)).toEqual(signedAt)
  expect((await back(other, before)).getTime()).toBeGreaterThan(signedAt.getTime())
  const later = new Date(market.clock.now().getTime() + 3_600_000)
  expect((await back(third, later)).getTime()).toBeLessThan(later.getTime())
})
