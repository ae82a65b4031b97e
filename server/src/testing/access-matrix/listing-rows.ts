import type { RouteKey } from '@twende/contract/routes.ts'
import { sellFields } from '../selling.ts'
import {
  type AccessRow,
  byId,
  byListing,
  bySale,
  everybody,
  market,
  ownerOnly,
  pendingEditId,
  renewal,
  signedIn,
  staffOnly,
} from './fixtures.ts'

/** Who may call the routes of cars for sale. */
export const listingRows = {
  'GET /api/sell/list': { request: () => ({}), status: everybody },
  'GET /api/sell/get/:carId': { request: bySale, status: everybody, listing: 'live' },
  'GET /api/sell/agreement/:carId': { request: bySale, status: everybody, listing: 'live' },
  'GET /api/sell/filter-counts': { request: () => ({}), status: everybody },
  'GET /api/sell/guide': {
    request: () => ({ query: { make: 'Toyota', model: 'Vitz', year: 2017 } }),
    status: everybody,
  },
  'POST /api/sell/reveal/:carId': {
    request: (fixture) => ({ ...bySale(fixture), body: {} }),
    status: everybody,
    listing: 'live',
  },
  'POST /api/sell/report/:carId': {
    request: (fixture) => ({ ...bySale(fixture), body: { reason: 'photos' } }),
    status: everybody,
    listing: 'live',
  },
  'POST /api/sell/add': {
    request: async () => ({ form: await sellFields(market.clock.now()) }),
    status: signedIn,
  },
  'GET /api/sell/user/:userId': {
    request: ({ owner }) => ({ params: { userId: owner.accountId } }),
    status: ownerOnly,
  },
  'POST /api/sell/update': {
    request: ({ listingId }) => ({ form: { id: listingId, color: 'Blue' } }),
    status: ownerOnly,
    listing: 'live',
  },
  'POST /api/sell/withdraw-edit': {
    request: byId,
    status: ownerOnly,
    listing: 'edited',
  },
  'POST /api/sell/toggle-availability': { request: byId, status: ownerOnly, listing: 'live' },
  'POST /api/sell/remove': { request: byId, status: ownerOnly, listing: 'live' },
  'POST /api/sell/renew': {
    request: ({ listingId }) => ({ body: renewal(listingId) }),
    status: ownerOnly,
    listing: 'live',
  },
  'GET /api/admin/listings': { request: () => ({}), status: staffOnly },
  'GET /api/admin/listings.csv': { request: () => ({}), status: staffOnly, right: 'people' },
  'GET /api/admin/listing/:listingId': { request: byListing, status: staffOnly, listing: 'waiting' },
  'POST /api/admin/listing/:listingId/approve-payment': {
    request: (fixture) => ({ ...byListing(fixture), body: {} }),
    status: staffOnly,
    right: 'payments',
    listing: 'waiting',
  },
  'POST /api/admin/listing/:listingId/reject-payment': {
    request: (fixture) => ({ ...byListing(fixture), body: { reason: 'Not in our account' } }),
    status: staffOnly,
    right: 'payments',
    listing: 'waiting',
  },
  'POST /api/admin/listing/:listingId/verify': {
    request: (fixture) => ({ ...byListing(fixture), body: {} }),
    status: staffOnly,
    listing: 'paid',
  },
  'POST /api/admin/listing/:listingId/reject': {
    request: (fixture) => ({ ...byListing(fixture), body: { reason: 'The photos show two cars' } }),
    status: staffOnly,
    listing: 'paid',
  },
  'POST /api/admin/listing/:listingId/give-money-back': {
    request: (fixture) => ({ ...byListing(fixture), body: { reason: 'The car could not be verified' } }),
    status: staffOnly,
    right: 'payments',
    listing: 'paid',
  },
  'POST /api/admin/listing/:listingId/approve-edit': {
    request: async (fixture) => ({ ...byListing(fixture), body: { editId: await pendingEditId(fixture) } }),
    status: staffOnly,
    listing: 'edited',
  },
  'POST /api/admin/listing/:listingId/refuse-edit': {
    request: async (fixture) => ({
      ...byListing(fixture),
      body: { editId: await pendingEditId(fixture), reason: 'The photo shows 180,000 km' },
    }),
    status: staffOnly,
    listing: 'edited',
  },
  'POST /api/admin/listing/:listingId/suspend': {
    request: (fixture) => ({ ...byListing(fixture), body: { reason: 'Reported by readers' } }),
    status: staffOnly,
    listing: 'live',
  },
  'POST /api/admin/listing/:listingId/close-reports': {
    request: async (fixture) => {
      const report = { params: { carId: fixture.listingId }, body: { reason: 'sold' as const, details: '' } }
      await market.call('POST /api/sell/report/:carId', report, await market.signUp())
      return { ...byListing(fixture), body: { reason: 'It is still for sale' } }
    },
    status: staffOnly,
    listing: 'live',
  },
  'POST /api/admin/listing/:listingId/restore': {
    request: (fixture) => ({ ...byListing(fixture), body: {} }),
    status: staffOnly,
    listing: 'suspended',
  },
  'POST /api/admin/listing/:listingId/correct-payment': {
    request: async (fixture) => {
      const { receipt } = await market.db
        .selectFrom('payments')
        .select('receipt')
        .where('payable_id', '=', fixture.listingId)
        .executeTakeFirstOrThrow()
      const body = { code: receipt ?? '', amount: 4_500, reason: 'A slip of the hand' }
      return { ...byListing(fixture), body }
    },
    status: staffOnly,
    right: 'payments',
    listing: 'paid',
  },
  'POST /api/admin/listing/:listingId/take-days-back': {
    request: async (fixture) => {
      const given = { ...byListing(fixture), body: { days: 7, reason: 'The review took long' } }
      const staff = await market.signUp({ role: 'staff' })
      await market.call('POST /api/admin/listing/:listingId/extend', given, staff)
      return { ...byListing(fixture), body: { days: 7, reason: 'It did not' } }
    },
    status: staffOnly,
    listing: 'live',
  },
  'POST /api/admin/listing/:listingId/extend': {
    request: (fixture) => ({ ...byListing(fixture), body: { days: 7, reason: 'The review took long' } }),
    status: staffOnly,
    listing: 'live',
  },
} satisfies Partial<Record<RouteKey, AccessRow>>
