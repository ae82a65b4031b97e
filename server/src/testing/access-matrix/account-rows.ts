import type { RouteKey } from '@twende/contract/routes.ts'
import { v7 as uuidv7 } from 'uuid'
import { privateFileLink, savePrivateFile } from '../../private-files/private-files.ts'
import { PASSWORD } from '../people.ts'
import { drawDocument } from '../private-files.ts'
import { addApp } from '../second-factors.ts'
import {
  type AccessRow,
  addFailedNotification,
  adminOnly,
  byNewcomer,
  byOwner,
  everybody,
  market,
  NOBODYS_CHALLENGE,
  nextEmail,
  nobodysAddress,
  nobodysPasskey,
  ownerOnly,
  signedIn,
  signedInTooLate,
  staffOnly,
} from './fixtures.ts'

/** Who may call the routes of accounts, people, settings and the log of actions. */
export const accountRows = {
  'POST /api/user/register': {
    request: () => ({ body: { name: 'New', email: nextEmail(), password: 'a fine long password' } }),
    status: everybody,
  },
  'POST /api/user/login': {
    request: ({ owner }) => ({ body: { email: owner.email, password: 'a fine long password' } }),
    status: everybody,
  },
  'POST /api/user/forgot-password': {
    request: () => ({ body: { email: nobodysAddress } }),
    status: everybody,
  },
  'POST /api/user/verify-code': {
    request: () => ({ body: { email: nobodysAddress, code: '123456' } }),
    status: { none: 400, other: 400, owner: 400, staff: 400, admin: 400, revoked: 400 },
  },
  'POST /api/user/contact-code': {
    request: () => ({ body: { email: nextEmail() } }),
    status: everybody,
  },
  'POST /api/user/contact-proof': {
    request: () => ({ body: { email: nobodysAddress, challenge: 'x', code: '123456' } }),
    status: { none: 400, other: 400, owner: 400, staff: 400, admin: 400, revoked: 400 },
  },
  'POST /api/user/verify-link': {
    request: () => ({ body: { secret: 'x'.repeat(43) } }),
    status: { none: 400, other: 400, owner: 400, staff: 400, admin: 400, revoked: 400 },
  },
  'POST /api/user/reset-password': {
    request: () => ({ body: { email: nobodysAddress, newPassword: 'a fine long password' } }),
    status: { none: 403, other: 403, owner: 403, staff: 403, admin: 403, revoked: 403 },
  },
  'POST /api/user/logout': { request: () => ({}), status: signedIn },
  'POST /api/user/logout-everywhere': { request: () => ({}), status: signedIn },
  'GET /api/user/sessions': { request: () => ({}), status: signedIn },
  'POST /api/user/session/:sessionId/end': {
    request: ({ owner }) => ({ params: { sessionId: owner.sessionId } }),
    status: ownerOnly,
  },
  // Whoever was not given the link gets nothing, staff included.
  'GET /api/private-file/:fileId': {
    request: async ({ owner }) => {
      const { accountId } = owner
      const by = { accountId, role: 'user' as const }
      const bytes = await drawDocument()
      const { id } = await savePrivateFile(market.deps, { kind: 'licence_front', bytes, by })
      const link = new URL(privateFileLink(market.deps, { fileId: id, accountId }), 'http://localhost')
      return { params: { fileId: id }, query: Object.fromEntries(link.searchParams) }
    },
    status: ownerOnly,
  },
  'GET /api/user/me': { request: () => ({}), status: signedIn },
  'POST /api/user/update': { request: () => ({ body: { name: 'Wanjiku' } }), status: signedIn },
  'POST /api/user/change-password': {
    request: () => ({ body: { oldPassword: PASSWORD, newPassword: 'another fine long password' } }),
    status: signedIn,
  },
  'GET /api/user/export': { request: () => ({}), status: signedIn },
  // An account with an open booking cannot be deleted, nor one of staff.
  'POST /api/user/delete': {
    request: () => ({ body: { password: PASSWORD, confirmation: 'DELETE' } }),
    status: { ...signedIn, owner: 409, staff: 409, admin: 409 },
    booking: 'pending',
  },
  'POST /api/user/second-factor': {
    request: () => ({ body: { challenge: NOBODYS_CHALLENGE, code: '123456' } }),
    status: { none: 409, other: 409, owner: 409, staff: 409, admin: 409, revoked: 409 },
  },
  'POST /api/user/proof-question': { request: () => ({}), status: signedIn },
  'POST /api/user/proof': {
    request: () => ({ body: { challenge: NOBODYS_CHALLENGE, password: PASSWORD } }),
    status: signedInTooLate,
  },
  'GET /api/user/second-factors': { request: () => ({}), status: signedIn },
  'POST /api/user/second-factors/app': { request: () => ({}), status: signedIn },
  'POST /api/user/second-factors/app/confirm': {
    request: () => ({ body: { challenge: NOBODYS_CHALLENGE, code: '123456' } }),
    status: signedInTooLate,
  },
  'POST /api/user/second-factors/app/remove': { request: () => ({}), status: signedIn },
  'POST /api/user/second-factors/passkey': { request: () => ({}), status: signedIn },
  'POST /api/user/second-factors/passkey/confirm': {
    request: () => ({ body: { challenge: NOBODYS_CHALLENGE, name: 'Phone', passkey: nobodysPasskey } }),
    status: signedInTooLate,
  },
  'POST /api/user/second-factors/passkey/:passkeyId/remove': {
    request: () => ({ params: { passkeyId: uuidv7() } }),
    status: signedIn,
  },
  'POST /api/user/second-factors/recovery-codes': { request: () => ({}), status: signedInTooLate },
  'POST /api/admin/person/:accountId/reset-second-factor': {
    request: async () => {
      const person = await market.signUp()
      await addApp(market, person)
      return { params: { accountId: person.accountId }, body: { reason: 'Lost the phone' } }
    },
    status: adminOnly,
  },
  'GET /api/admin/settings': { request: () => ({}), status: staffOnly },
  'POST /api/admin/settings': {
    request: async () => {
      const { data } = await market.call(
        'GET /api/admin/settings',
        {},
        await market.signUp({ role: 'staff' }),
      )
      const { updatedBy: _, ...body } = data
      return { body: { ...body, mpesaBusinessName: `Shop ${Math.random()}` } }
    },
    status: adminOnly,
  },
  'GET /api/admin/today': { request: () => ({}), status: staffOnly },
  'GET /api/user/saved-views': { request: () => ({}), status: staffOnly },
  'PUT /api/user/saved-views': {
    request: () => ({ body: { name: 'Overdue', list: 'bookings', query: 'queue=overdue' } }),
    status: staffOnly,
  },
  'POST /api/user/saved-view/:viewId/remove': {
    request: () => ({ params: { viewId: uuidv7() } }),
    status: staffOnly,
  },
  'GET /api/admin/search': { request: () => ({ query: { query: 'wanjiku' } }), status: staffOnly },
  'GET /api/admin/holds': { request: () => ({}), status: staffOnly, right: 'payments' },
  'GET /api/admin/access-records': { request: () => ({}), status: adminOnly },
  'GET /api/admin/people': { request: () => ({}), status: staffOnly, right: 'people' },
  'GET /api/admin/people.csv': { request: () => ({}), status: adminOnly },
  'GET /api/admin/person/:accountId': { request: byOwner, status: staffOnly, right: 'people' },
  'POST /api/admin/person/:accountId/note': {
    request: (fixture) => ({ ...byOwner(fixture), body: { note: 'Called about the deposit' } }),
    status: staffOnly,
    right: 'people',
  },
  'POST /api/admin/person/:accountId/ban': {
    request: async () => ({ ...(await byNewcomer()), body: { reason: 'Fake listings' } }),
    status: staffOnly,
    right: 'people',
  },
  'POST /api/admin/person/:accountId/unban': {
    request: async () => {
      const newcomer = await byNewcomer()
      const request = { ...newcomer, body: { reason: 'Fake listings' } }
      const staff = await market.signUp({ role: 'staff' })
      await market.call('POST /api/admin/person/:accountId/ban', request, staff)
      return { ...newcomer, body: { reason: 'They were not theirs' } }
    },
    status: staffOnly,
    right: 'people',
  },
  'POST /api/admin/person/:accountId/role': {
    request: async () => ({ ...(await byNewcomer()), body: { role: 'staff' } }),
    status: adminOnly,
  },
  'POST /api/admin/person/:accountId/rights': {
    request: async () => {
      const { accountId } = await market.signUp({ role: 'staff', rights: ['people'] })
      return { params: { accountId }, body: { was: ['people'], rights: ['payments'], reason: '' } }
    },
    status: adminOnly,
  },
  'POST /api/admin/person/:accountId/log-out': { request: byNewcomer, status: staffOnly, right: 'people' },
  'GET /api/admin/notifications': { request: () => ({}), status: staffOnly },
  'POST /api/admin/notification/:notificationId/retry': {
    request: async () => ({ params: { notificationId: await addFailedNotification() } }),
    status: staffOnly,
  },
  'GET /api/admin/audit.csv': { request: () => ({}), status: adminOnly },
  'GET /api/admin/audit': { request: () => ({}), status: adminOnly },
} satisfies Partial<Record<RouteKey, AccessRow>>
