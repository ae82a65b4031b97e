import { expect, test } from 'vitest'
import { routes } from '../routes.ts'
import type { RouteSpec } from './route.ts'

/** What a POST to something that is there already makes besides. */
const makesMore = /\/(note|block|review|report)(\/:\w+)?$/

/** Posts that look like creates but need no key, each with the reason why twice is once. */
const harmless = new Map([
  ['POST /api/user/register', 'an email has one account'],
  ['POST /api/user/login', 'makes nothing'],
  ['POST /api/user/forgot-password', 'a new code replaces the one before'],
  ['POST /api/user/contact-code', 'each code has a challenge of its own, and few are sent'],
  ['POST /api/user/contact-proof', 'the same proof is remembered once'],
  ['POST /api/user/verify-code', 'makes nothing'],
  ['POST /api/user/verify-link', 'makes nothing'],
  ['POST /api/user/reset-password', 'makes nothing'],
  ['POST /api/user/logout', 'makes nothing'],
  ['POST /api/user/logout-everywhere', 'makes nothing'],
  ['POST /api/user/update', 'makes nothing'],
  ['POST /api/user/change-password', 'makes nothing'],
  ['POST /api/user/delete', 'makes nothing'],
  ['POST /api/user/second-factor', 'a question is answered once'],
  ['POST /api/user/proof-question', 'an unanswered question is forgotten'],
  ['POST /api/user/proof', 'a question is answered once'],
  ['POST /api/admin/statements', 'each code of a file is added once'],
  ['POST /api/user/second-factors/app', 'an unanswered question is forgotten'],
  ['POST /api/user/second-factors/app/confirm', 'an account has one app'],
  ['POST /api/user/second-factors/app/remove', 'makes nothing'],
  ['POST /api/user/second-factors/passkey', 'an unanswered question is forgotten'],
  ['POST /api/user/second-factors/passkey/confirm', 'a passkey is kept once'],
  ['POST /api/user/second-factors/recovery-codes', 'new codes replace the ones before'],
  ['POST /api/booking/quote', 'makes nothing'],
  ['POST /api/booking/:bookingId/review', 'a booking has one review'],
  ['POST /api/payment/start', 'one request at a time is under way for a thing'],
  ['POST /api/admin/settings', 'makes nothing'],
  ['POST /api/contact', 'the same message twice on a day is kept once'],
  ['POST /api/sell/report/:carId', 'a reader reports a listing once'],
  ['POST /api/sell/update', 'makes nothing'],
  ['POST /api/sell/withdraw-edit', 'makes nothing'],
  ['POST /api/sell/toggle-availability', 'makes nothing'],
  ['POST /api/sell/remove', 'makes nothing'],
  ['POST /api/cart/get', 'makes nothing'],
  ['POST /api/cart/add', 'one more is what was asked for'],
  ['POST /api/cart/remove', 'makes nothing'],
  ['POST /api/cart/set', 'makes nothing'],
  ['POST /api/cart/merge', 'carries a key of its own'],
  ['POST /api/cart/clear', 'makes nothing'],
  ['POST /api/order/verify', 'makes nothing'],
  ['POST /api/order/userorders', 'makes nothing'],
  ['POST /api/order/cancel', 'makes nothing'],
])

test('every route that makes something takes an Idempotency-Key, or says why twice is once', () => {
  const posts = Object.entries<RouteSpec>(routes).filter(([name]) => name.startsWith('POST '))
  const creates = posts.filter(([name]) => !name.includes('/:') || makesMore.test(name))
  expect(creates.length).toBeGreaterThan(30)
  const keyless = creates.filter(([, spec]) => !spec.idempotent).map(([name]) => name)
  expect(keyless.filter((name) => !harmless.has(name))).toEqual([])
  expect([...harmless.keys()].filter((name) => !keyless.includes(name))).toEqual([])
  expect(posts.filter(([, spec]) => spec.idempotent).length).toBeGreaterThanOrEqual(10)
})
