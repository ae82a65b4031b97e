import type { RouteKey } from '@twende/contract/routes.ts'
import { nextPlate, offenceAt, paperOfFine, postFine } from '../fines.ts'
import { type AccessRow, byBooking, type Fixture, market, ownerAndStaff, staffOnly } from './fixtures.ts'

let phones = 0

/** Who may call the routes of traffic fines. */
export const fineRows = {
  'GET /api/booking/:bookingId/fines': { request: byBooking, status: ownerAndStaff },
  'GET /api/admin/booking/:bookingId/fines': { request: byBooking, status: staffOnly },
  'GET /api/admin/fines': { request: () => ({}), status: staffOnly },
  'GET /api/admin/fines.csv': { request: () => ({}), status: staffOnly, right: 'payments' },
  'GET /api/admin/fine-match': {
    request: async (fixture) => ({ query: await offence(fixture) }),
    status: staffOnly,
  },
  'POST /api/admin/fines': {
    request: async (fixture) => ({
      form: { ...(await offence(fixture)), amount: '3000', paper: await paperOfFine() },
    }),
    status: staffOnly,
    booking: 'active',
  },
  'POST /api/admin/fine/:fineId/withdraw': {
    request: async (fixture) => ({
      params: { fineId: await addFine(fixture) },
      body: { reason: 'Another plate' },
    }),
    status: staffOnly,
    booking: 'active',
  },
  'POST /api/admin/booking/:bookingId/owed': {
    request: async (fixture) => {
      await addFine(fixture)
      return { ...byBooking(fixture), body: { amount: 3_000, paidBy: 'cash' } }
    },
    status: staffOnly,
    booking: 'active',
  },
  'POST /api/admin/booking/:bookingId/owed/request': {
    request: async (fixture) => {
      await addFine(fixture)
      return { ...byBooking(fixture), body: { phone: `07121${String(++phones).padStart(5, '0')}` } }
    },
    status: staffOnly,
    booking: 'active',
  },
} satisfies Partial<Record<RouteKey, AccessRow>>

/** The car of the booking with a plate, at this moment. */
async function offence({ carId }: Fixture) {
  const plate = nextPlate()
  await market.db.updateTable('cars').set({ number_plate: plate }).where('id', '=', carId).execute()
  return { plate, ...offenceAt(market.clock.now()) }
}

/** A fine of the booking; its id. */
async function addFine(fixture: Fixture): Promise<string> {
  const staff = await market.signUp({ role: 'staff' })
  const answer = await postFine(market, staff, await offence(fixture))
  return answer.json().data._id
}
