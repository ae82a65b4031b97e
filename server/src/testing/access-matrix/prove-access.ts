import { ApiError } from '@twende/contract/http/call.ts'
import type { RouteKey } from '@twende/contract/routes.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createWorkers } from '../../jobs/scheduled-tasks.ts'
import { handOver, takeBack } from '../condition-reports.ts'
import { addCar } from '../fleet.ts'
import type { Person } from '../people.ts'
import { createListing, moveListingOn, postForm } from '../selling.ts'
import { addProduct, moveOrderTo, placeOrder } from '../shopping.ts'
import {
  type AccessRow,
  bookingRequest,
  type CallerKind,
  callers,
  type Fixture,
  market,
  openMatrixMarket,
  type Request,
  rightsOfCaller,
  statusesOf,
} from './fixtures.ts'
import { type AccessPart, accessParts } from './parts.ts'

const NOT_ADMITTED = [401, 403, 404]

/** Tests one part of the matrix: each of its routes with every kind of caller, then what the audit log holds. */
export function proveAccess(part: AccessPart): void {
  const rows: Partial<Record<RouteKey, AccessRow>> = accessParts[part]
  const cells = Object.entries(rows) as [RouteKey, AccessRow][]
  let calls = 0
  beforeAll(openMatrixMarket)
  afterAll(() => market.close())

  describe(`every route of ${part} admits exactly the callers it is for`, () => {
    test.each(cells)('%s', async (name, row) => {
      const seen: Partial<Record<CallerKind, number>> = {}
      let prepared: { fixture: Fixture; request: Request } | undefined
      for (const kind of callers) {
        prepared ??= await prepare(name, row)
        const token = await tokenOf(kind, row, prepared.fixture)
        const status = await send(name, prepared.request, token)
        seen[kind] = status
        calls += 1
        // Who is not admitted changes nothing, so that the next caller finds everything as it was.
        if (!name.startsWith('GET ') && !NOT_ADMITTED.includes(status)) prepared = undefined
      }
      expect(seen).toEqual(statusesOf(row))
    })

    test('each of them was called by every kind of caller', () => {
      expect(cells.length).toBeGreaterThan(10)
      expect(calls).toBe(cells.length * callers.length)
    })

    test('whatever staff changed is in the audit log, and nothing else', async () => {
      const changing = cells.map(([name]) => name).filter(isStaffChange)
      const logged = await market.db.selectFrom('audit_log').select('action').distinct().execute()
      const actions = logged.map(({ action }) => action)
      expect(changing.length).toBeGreaterThan(3)
      expect(actions).toEqual(expect.arrayContaining(changing))
      // The fixtures of a part also use staff routes of other parts.
      expect(actions.filter((action) => !isStaffChange(action))).toEqual([])
    })
  })
}

function isStaffChange(route: string): boolean {
  return route.includes(' /api/admin/') && !route.startsWith('GET ')
}

async function prepare(name: RouteKey, row: AccessRow): Promise<{ fixture: Fixture; request: Request }> {
  const fixture = await makeFixture(name, row)
  return { fixture, request: await row.request(fixture) }
}

async function makeFixture(name: RouteKey, row: AccessRow): Promise<Fixture> {
  const owner = await market.signUp()
  const { booking = ofBookingOrPayment.test(name) ? 'pending' : undefined, listing, order } = row
  const listingId = listing ? (await createListing(market, owner))._id : ''
  if (listing === 'edited') {
    await moveListingOn(market, listingId, 'live')
    await market.call('POST /api/sell/update', { body: { id: listingId, mileage: 20_000 } }, owner)
  } else if (listing && listing !== 'waiting') await moveListingOn(market, listingId, listing)
  const productId = await addProduct(market)
  const orderId = order ? (await placeOrder(market, owner, productId)).orderId : ''
  if (order) await moveOrderTo(market, orderId, order)
  const carId = await addCar(market.db)
  const booked = booking ? await book(name, { carId, booking, owner }) : { bookingId: '', paymentId: '' }
  return { carId, listingId, productId, orderId, owner, ...booked }
}

/** What is done to a booking or its payment needs one; of the other rows, those that do say so. */
const ofBookingOrPayment = /\/(booking|payment)\/:|\/demo\//

type Booked = { carId: string; booking: Required<AccessRow>['booking']; owner: Person }

async function book(name: RouteKey, { carId, booking, owner }: Booked) {
  const paidByPhone = name.includes('/payment/:') || name.includes('/demo/')
  const body = bookingRequest(carId, paidByPhone ? 'mpesa' : 'whatsapp') as never
  const made = await market.call('POST /api/booking/create', { body }, owner)
  // The payment request is sent by a job.
  if (paidByPhone) await market.deps.jobs.runQueued(createWorkers(market.deps))
  const bookingId: string = made.data._id
  const staff = await market.signUp({ role: 'staff' })
  if (booking !== 'pending') {
    await market.call(
      'POST /api/admin/booking/:bookingId/confirm',
      { params: { bookingId }, body: { note: 'Cash', paidBy: 'cash' } },
      staff,
    )
  }
  if (booking === 'active' || booking === 'completed') await handOver(market, staff, bookingId)
  if (booking === 'completed') await takeBack(market, staff, bookingId)
  return { bookingId, paymentId: made.payment?._id ?? '' }
}

async function tokenOf(
  kind: CallerKind,
  { right }: AccessRow,
  fixture: Fixture,
): Promise<string | undefined> {
  if (kind === 'none') return undefined
  if (kind === 'owner') return fixture.owner.token
  if (kind === 'revoked') {
    await market.call('POST /api/user/logout-everywhere', {}, fixture.owner)
    return fixture.owner.token
  }
  if (kind === 'staff' || kind === 'staffWithout')
    return (await market.signUp({ role: 'staff', rights: rightsOfCaller(kind, right) })).token
  return (await market.signUp({ role: kind === 'other' ? 'user' : kind })).token
}

async function send(name: RouteKey, { form, ...request }: Request, token?: string): Promise<number> {
  if (form) {
    const [, path = ''] = name.split(' ')
    const url = path.replace(/:(\w+)/g, (_, part: string) => request.params?.[part] ?? '')
    return (await postForm(market, url, form, { token })).statusCode
  }
  try {
    await market.call(name, request as never, { token })
    return 200
  } catch (error) {
    if (error instanceof ApiError) return error.status
    throw error
  }
}
