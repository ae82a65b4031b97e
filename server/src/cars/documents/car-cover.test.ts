import { setTimeout } from 'node:timers/promises'
import { addDays, nairobiInstant } from '@twende/contract/calendar-day.ts'
import { type DocumentDays, type DocumentKind, findCoverGaps } from '@twende/contract/cars/car-cover.ts'
import { ApiError, type CallOptions } from '@twende/contract/http/call.ts'
import { settingsRoutes } from '@twende/contract/settings/settings-routes.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setKeepsNoCar } from '../../bookings/booking-store.ts'
import { addCarPaper } from '../../testing/car-papers.ts'
import { addCar } from '../../testing/fleet.ts'
import { paidWith } from '../../testing/payments.ts'
import type { Person } from '../../testing/people.ts'
import { BOOKING_MORNING, BY_MPESA, bookCar, bookingBody, payBooking } from '../../testing/renting.ts'
import { openTestMarket, type TestMarket } from '../../testing/test-app.ts'
import { trial } from '../../testing/trial.ts'
import { setDocumentWithdrawn } from './car-document-store.ts'

const TODAY = '2026-04-01'
const day = (offset: number) => addDays(TODAY, offset)

let market: TestMarket
let staff: Person
let customer: Person
beforeAll(async () => {
  market = await openTestMarket({ now: BOOKING_MORNING, env: { RATE_LIMIT: 'off' } })
  staff = await market.signUp({ role: 'staff' })
  customer = await market.signUp()
})
afterAll(() => market.close())

/** A car whose papers hold for these days of April, counted from the first. */
async function carWith(papers: { [Kind in DocumentKind]?: [from: number, until: number] }) {
  const carId = await addCar(market.db)
  for (const [kind, [from, until]] of Object.entries(papers))
    await addCarPaper(market, carId, {
      kind: kind as DocumentKind,
      validFrom: day(from),
      validUntil: day(until),
    })
  return carId
}

async function refusalOf(work: Promise<unknown>): Promise<ApiError> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (error instanceof ApiError) return error
  throw error ?? new Error('nothing was refused')
}

const book = (carId: string, from: number, to: number, person = customer) =>
  bookCar(market, person, carId, { startDate: day(from), endDate: day(to) })
const walkIn = (carId: string, from: number, to: number) =>
  market.call(
    'POST /api/admin/bookings',
    {
      body: {
        carId,
        startDate: day(from),
        endDate: day(to),
        pickupTime: '12:00',
        dropoffTime: '12:00',
        pickupLocation: 'Nairobi',
        dropoffLocation: 'Nairobi',
        customerInfo: { firstName: 'Otieno', lastName: 'Okello', phone: '0722000111', email: '' },
        paidBy: 'cash',
      },
    },
    staff,
  )
const quote = async (carId: string, from: number, to: number) =>
  (
    await market.call('POST /api/booking/quote', {
      body: { carId, startDate: day(from), endDate: day(to) },
    })
  ).data

async function insuranceOf(carId: string): Promise<string> {
  const { data } = await market.call('GET /api/admin/car/:carId/documents', { params: { carId } }, staff)
  return data.documents.find(({ kind }) => kind === 'insurance')?._id ?? ''
}
const withdraw = (documentId: string) =>
  market.call(
    'POST /api/admin/car-document/:documentId/withdraw',
    { params: { documentId }, body: { reason: 'Entered wrongly' } },
    staff,
  )
const extend = ({ _id, updatedAt }: { _id: string; updatedAt: string }, endDate: string) =>
  market.call(
    'POST /api/admin/booking/:bookingId/extend',
    { params: { bookingId: _id }, body: { endDate, dropoffTime: '12:00', ...paidWith(), updatedAt } },
    staff,
  )

describe('a car whose insurance ends', () => {
  test('is quoted, offered and booked up to its last day, and not beyond', async () => {
    const carId = await carWith({ insurance: [-300, 12], inspection: [-10, 200] })
    expect(await quote(carId, 9, 12)).toMatchObject({ free: true })
    expect(await quote(carId, 9, 13)).toMatchObject({ free: false, offered: false, nextFree: null })
    const listed = async (from: number, to: number) => {
      const query = { startDate: day(from), endDate: day(to) }
      return (await market.call('GET /api/car/list', { query })).data.some(({ _id }) => _id === carId)
    }
    expect(await listed(9, 12)).toBe(true)
    expect(await listed(9, 13)).toBe(false)
    const { data } = await market.call('GET /api/car/availability/:carId', {
      params: { carId },
      query: { from: TODAY, to: day(60) },
    })
    expect(data.busy).toEqual([
      {
        from: nairobiInstant(day(13), '00:00').toISOString(),
        until: nairobiInstant(day(60), '00:00').toISOString(),
      },
    ])
    const refused = await refusalOf(book(carId, 9, 13))
    expect(refused).toMatchObject({ status: 409, code: 'car_not_covered', data: { nextFree: null } })
    expect(refused.message).not.toMatch(/insurance/i)
    expect((await book(carId, 9, 12)).status).toBe('pending')
  })

  test('is offered again from the day on which a renewal begins, which the quote names', async () => {
    const carId = await carWith({ insurance: [-300, 10], inspection: [-10, 200] })
    await addCarPaper(market, carId, { kind: 'insurance', validFrom: day(15), validUntil: day(300) })
    expect((await quote(carId, 9, 12)).nextFree).toEqual({ startDate: day(15), endDate: day(18) })
    await addCarPaper(market, carId, { kind: 'insurance', validFrom: day(11), validUntil: day(20) })
    expect((await quote(carId, 9, 12)).free).toBe(true)
  })

  test('is refused at the counter and in an extension, with the paper and the days that are missing', async () => {
    const carId = await carWith({ insurance: [-300, 8], inspection: [-10, 200] })
    expect(await refusalOf(walkIn(carId, 5, 9))).toMatchObject({
      code: 'car_not_covered',
      message: 'This car cannot be rented on 10 Apr 2026: no valid insurance is recorded for that day.',
    })
    const { data } = await walkIn(carId, 5, 7)
    expect(await refusalOf(extend(data, day(11)))).toMatchObject({
      code: 'car_not_covered',
      message:
        'This car cannot be rented from 10 Apr 2026 to 12 Apr 2026: no valid insurance is recorded for those days.',
    })
    expect((await extend(data, day(8))).data.endDate).toBe(day(8))
  })

  test('keeps the bookings that were made before a paper was withdrawn, until they would take longer', async () => {
    const carId = await carWith({ insurance: [-300, 40], inspection: [-10, 200] })
    const booking = await bookCar(market, customer, carId, {
      startDate: day(20),
      endDate: day(23),
      ...BY_MPESA,
    })
    const insurance = await insuranceOf(carId)
    const { data } = await withdraw(insurance)
    expect(data.documents.find(({ _id }) => _id === insurance)?.withdrawnAt).not.toBeNull()
    expect(await refusalOf(withdraw(insurance))).toMatchObject({ code: 'car_document_not_found' })
    await payBooking(market, booking._id)
    const paid = await market.call(
      'GET /api/admin/booking/:bookingId',
      { params: { bookingId: booking._id } },
      staff,
    )
    expect(paid.data.status).toBe('confirmed')
    // Of the days without insurance only those that are added are refused.
    expect(await refusalOf(extend(paid.data, day(25)))).toMatchObject({
      code: 'car_not_covered',
      message:
        'This car cannot be rented from 24 Apr 2026 to 26 Apr 2026: no valid insurance is recorded for those days.',
      data: { gaps: [{ kind: 'insurance', from: day(23), until: day(25) }] },
    })
  })

  test('is not confirmed by staff for a booking that keeps no car, who is told the days that are missing', async () => {
    const carId = await carWith({ insurance: [-300, 40] })
    const booking = await book(carId, 20, 23, await market.signUp())
    await setKeepsNoCar(market.db, booking._id)
    const insurance = await insuranceOf(carId)
    const confirm = () =>
      market.call(
        'POST /api/admin/booking/:bookingId/confirm',
        { params: { bookingId: booking._id }, body: { note: 'Cash', paidBy: 'cash' } },
        staff,
      )
    // Staff withdraws the paper at the same moment: the confirmation waits, and then sees it.
    const confirmed = await market.db.transaction().execute(async (tx) => {
      await setDocumentWithdrawn(tx, insurance, market.clock.now())
      const refused = refusalOf(confirm())
      await setTimeout(300)
      return { refused }
    })
    expect(await confirmed.refused).toMatchObject({
      code: 'car_not_covered',
      data: { gaps: [{ kind: 'insurance', from: day(20), until: day(23) }] },
    })
    await addCarPaper(market, carId, { kind: 'insurance', validFrom: day(0), validUntil: day(40) })
    expect((await confirm()).data.status).toBe('confirmed')
  })
})

test('no money is asked for a booking that keeps no car once the car is not covered', async () => {
  const carId = await carWith({ insurance: [-300, 40] })
  const person = await market.signUp()
  const booking = await bookCar(market, person, carId, {
    startDate: day(20),
    endDate: day(23),
    ...BY_MPESA,
  })
  await setKeepsNoCar(market.db, booking._id)
  const phone = '0712000009'
  const body = { purpose: 'booking' as const, purchaseId: booking._id, phone }
  const ask = () => market.call('POST /api/payment/start', { body }, person)
  await withdraw(await insuranceOf(carId))
  market.clock.advance(120_000)
  expect(await refusalOf(ask())).toMatchObject({ status: 409, code: 'car_not_covered' })
  await addCarPaper(market, carId, { kind: 'insurance', validFrom: day(0), validUntil: day(40) })
  expect((await ask()).data.status).toBe('processing')
})

test('a car without any paper is offered, unless the business offers only recorded cars; a recorded kind always counts', async () => {
  const nothing = await carWith({})
  const insured = await carWith({ insurance: [-1, 300] })
  const ended = await carWith({ inspection: [-300, -1] })
  const both = await carWith({ insurance: [-1, 300], inspection: [-1, 300] })
  const offered = async () => {
    const free = await Promise.all([nothing, insured, ended, both].map((carId) => quote(carId, 5, 7)))
    return free.map(({ free }) => free)
  }
  expect(await offered()).toEqual([true, true, false, true])
  const admin = await market.signUp({ role: 'admin' })
  const set = async (onlyRecordedCars: boolean) => {
    const { data } = await market.call('GET /api/admin/settings', {}, admin)
    const { updatedBy: _, ...settings } = data
    const body = { ...settings, onlyRecordedCars }
    expect(settingsRoutes['POST /api/admin/settings'].body.safeParse(body).success).toBe(true)
    await market.call('POST /api/admin/settings', { body }, admin)
  }
  await set(true)
  try {
    expect(await offered()).toEqual([false, false, false, true])
    expect(await refusalOf(book(insured, 5, 7))).toMatchObject({ code: 'car_not_covered' })
    expect((await refusalOf(walkIn(insured, 5, 7))).message).toContain('inspection')
  } finally {
    await set(false)
  }
})

test('a paper is refused whose days are the wrong way round, and one of an unknown car; sent twice it is recorded once', async () => {
  const add = (carId: string, stated = {}, by: CallOptions = staff) =>
    market.call(
      'POST /api/admin/car/:carId/documents',
      {
        params: { carId },
        body: {
          kind: 'insurance',
          number: 'POL/1',
          issuer: 'Jubilee',
          validFrom: day(0),
          validUntil: day(364),
          ...stated,
        },
      },
      by,
    )
  const carId = await carWith({})
  expect(await refusalOf(add(carId, { validUntil: day(-1) }))).toMatchObject({
    code: 'invalid',
    data: { fields: { validUntil: 'The last day must not be before the first day' } },
  })
  for (const validFrom of ['0000-01-01', '1999-12-31'])
    expect(await refusalOf(add(carId, { validFrom }))).toMatchObject({
      code: 'invalid',
      data: { fields: { validFrom: 'Please choose a valid date' } },
    })
  expect(await refusalOf(add('0190a5b0-0000-7000-8000-000000000000'))).toMatchObject({
    code: 'car_not_found',
  })
  const once = { ...staff, idempotencyKey: 'the-insurance-of-2026' }
  await add(carId, {}, once)
  const { data } = await add(carId, {}, once)
  expect(data).toEqual({
    onlyRecorded: false,
    documents: [expect.objectContaining({ kind: 'insurance', number: 'POL/1', validUntil: day(364) })],
    gaps: [{ kind: 'insurance', from: day(365), until: day(455) }],
  })
})

trial(
  'database and contract agree for random papers on which rentals a car may have',
  { full: 60, few: 20 },
  async ({ rounds, seed }) => {
    const paper = fc.record({
      kind: fc.constantFrom('insurance' as const, 'inspection' as const, 'road' as const),
      from: fc.integer({ min: -10, max: 20 }),
      length: fc.integer({ min: 0, max: 25 }),
    })
    let offered = 0
    let refused = 0
    await fc.assert(
      fc.asyncProperty(
        fc.array(paper, { minLength: 1, maxLength: 6 }),
        fc.integer({ min: 1, max: 20 }),
        fc.integer({ min: 1, max: 6 }),
        async (drawn, from, length) => {
          const carId = await addCar(market.db)
          const papers: DocumentDays[] = drawn.map((each) => ({
            kind: each.kind,
            validFrom: day(each.from),
            validUntil: day(each.from + each.length),
          }))
          for (const each of papers) await addCarPaper(market, carId, each)
          const days = { from: day(from), until: day(from + length) }
          const isCovered = findCoverGaps(papers, days, { onlyRecorded: false }).length === 0
          expect((await quote(carId, from, from + length)).free).toBe(isCovered)
          const body = bookingBody(carId, { startDate: days.from, endDate: days.until })
          const made = market.call('POST /api/booking/create', { body }, await market.signUp())
          if (isCovered) {
            offered += 1
            expect((await made).data.status).toBe('pending')
          } else {
            refused += 1
            expect(await refusalOf(made)).toMatchObject({ code: 'car_not_covered' })
          }
        },
      ),
      { numRuns: rounds, seed },
    )
    expect(offered).toBeGreaterThan(rounds / 12)
    expect(refused).toBeGreaterThan(rounds / 12)
  },
)

test('a booking and the withdrawal of the insurance at the same time end in one order: none is made after it', async () => {
  for (let round = 0; round < 20; round += 1) {
    const carId = await carWith({ insurance: [-300, 40], inspection: [-10, 200] })
    const insurance = await insuranceOf(carId)
    const person = await market.signUp()
    const [, booked] = await Promise.allSettled([withdraw(insurance), book(carId, 5, 7, person)])
    await expect(book(carId, 15, 17, person)).rejects.toMatchObject({ code: 'car_not_covered' })
    const live = await market.db.selectFrom('bookings').select('id').where('car_id', '=', carId).execute()
    expect(live).toHaveLength(booked.status === 'fulfilled' ? 1 : 0)
  }
})
