import { ApiError } from '@twende/contract/http/call.ts'
import { type RouteKey, routes } from '@twende/contract/routes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addCar } from '../../testing/fleet.ts'
import { addRefundDue, paidWith } from '../../testing/payments.ts'
import { PASSWORD, type Person } from '../../testing/people.ts'
import { addApp } from '../../testing/second-factors.ts'
import { drawCode, type FormFields, postForm } from '../../testing/selling.ts'
import { openTestMarket, type TestMarket } from '../../testing/test-app.ts'

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket()
})
afterAll(() => market.close())

const FIVE_MINUTES = 300_000

async function codeOf(asked: Promise<unknown>): Promise<string> {
  try {
    await asked
    return 'done'
  } catch (error) {
    if (error instanceof ApiError) return error.code
    throw error
  }
}

/** Somebody who logged in just now, as a person does: the proof grows old as the clock moves. */
function signedInNow(role: 'admin' | 'staff'): Promise<Person> {
  return market.signUp({ role, provedAt: market.clock.now() })
}
const approve = (refundId: string, by: { token: string }) =>
  codeOf(market.call('POST /api/admin/refund/:refundId/approve', { params: { refundId }, body: {} }, by))
const waitingRefund = async () => (await addRefundDue(market, { pricePerDay: 9_000 })).refundId

async function prove(by: { token: string }, proof: { code: string } | { password: string }) {
  const { data } = await market.call('POST /api/user/proof-question', {}, by)
  return market.call('POST /api/user/proof', { body: { challenge: data.challenge, ...proof } }, by)
}

test('a stolen session cannot approve a refund: not with the password either, where there is a second factor', async () => {
  const admin = await signedInNow('admin')
  const app = await addApp(market, admin)
  const refundId = await waitingRefund()
  market.clock.advance(FIVE_MINUTES + 1_000)
  const stolen = { token: admin.token }
  expect(await approve(refundId, stolen)).toBe('fresh_proof_needed')
  const { data } = await market.call('POST /api/user/proof-question', {}, stolen)
  expect(data.methods).toEqual(['app', 'recovery'])
  const body = { challenge: data.challenge, password: PASSWORD }
  expect(await codeOf(market.call('POST /api/user/proof', { body }, stolen))).toBe('wrong_second_factor')
  expect(await approve(refundId, stolen)).toBe('fresh_proof_needed')
  await prove(admin, { code: app.freshCode() })
  expect(await approve(refundId, admin)).toBe('done')
})

test('an account without a second factor proves its password; five minutes later it is asked again', async () => {
  const staff = await signedInNow('staff')
  const { refundId } = await addRefundDue(market)
  const sent = () => {
    const body = paidWith(drawCode(market.clock.now()))
    return codeOf(market.call('POST /api/admin/refund/:refundId/sent', { params: { refundId }, body }, staff))
  }
  market.clock.advance(FIVE_MINUTES + 1_000)
  expect(await sent()).toBe('fresh_proof_needed')
  expect(await codeOf(prove(staff, { password: 'not my password' }))).toBe('wrong_password')
  await prove(staff, { password: PASSWORD })
  market.clock.advance(FIVE_MINUTES + 1_000)
  expect(await sent()).toBe('fresh_proof_needed')
  await prove(staff, { password: PASSWORD })
  expect(await sent()).toBe('done')
})

test('a proof counts for the session that gave it, and a question for the account that asked', async () => {
  const admin = await signedInNow('admin')
  const app = await addApp(market, admin)
  market.clock.advance(FIVE_MINUTES + 1_000)
  const login = { email: admin.email, password: PASSWORD }
  const refused = await market.call('POST /api/user/login', { body: login }).catch((error: unknown) => error)
  if (!(refused instanceof ApiError)) throw new Error('the second step was not asked for')
  const { challenge } = refused.data as { challenge: string }
  const body = { challenge, code: app.freshCode() }
  // The question of a log-in proves nothing in a session.
  expect(await codeOf(market.call('POST /api/user/proof', { body }, admin))).toBe('challenge_over')
  await market.call('POST /api/user/second-factor', { body })
  expect(await approve(await waitingRefund(), admin)).toBe('fresh_proof_needed')
  const { data } = await market.call('POST /api/user/proof-question', {}, admin)
  const other = await signedInNow('admin')
  const theirs = { challenge: data.challenge, password: PASSWORD }
  expect(await codeOf(market.call('POST /api/user/proof', { body: theirs }, other))).toBe('challenge_over')
})

test('wrong passwords are capped for a session that somebody else holds', async () => {
  const admin = await signedInNow('admin')
  const codes: string[] = []
  for (let tries = 0; tries < 7; tries += 1)
    codes.push(await codeOf(prove(admin, { password: `guess ${tries}` })))
  expect(codes).toEqual([...Array(5).fill('wrong_password'), 'rate_limited', 'rate_limited'])
})

test('the price of a day needs a fresh proof, what else is known of a car does not', async () => {
  const carId = await addCar(market.db, { pricePerDay: 4_500 })
  const staff = await signedInNow('staff')
  market.clock.advance(FIVE_MINUTES + 1_000)
  const change = async (fields: FormFields) => {
    const { data } = await market.call('GET /api/admin/car/:carId', { params: { carId } }, staff)
    const sent = { updatedAt: data.updatedAt, ...fields }
    return (await postForm(market, `/api/admin/car/${carId}/update`, sent, staff)).json()
  }
  expect(await change({ price: '450' })).toMatchObject({ success: false, code: 'fresh_proof_needed' })
  expect(await change({ deposit: '1' })).toMatchObject({ success: false, code: 'fresh_proof_needed' })
  expect(await change({ price: '4500', description: 'Newly painted.' })).toMatchObject({ success: true })
  await prove(staff, { password: PASSWORD })
  expect(await change({ price: '4600' })).toMatchObject({ success: true, data: { price: 4_600 } })
})

test('roles, refunds, settings, exports and second factors ask for a fresh proof', async () => {
  const names = Object.keys(routes) as RouteKey[]
  const fresh = names.filter((name) => 'fresh' in routes[name])
  const exports = names.filter((name) => name.endsWith('.csv'))
  expect(exports.length).toBeGreaterThan(5)
  const dangerous = [
    ...exports,
    'POST /api/admin/refund/:refundId/approve',
    'POST /api/admin/refund/:refundId/sent',
    'POST /api/admin/person/:accountId/role',
    'POST /api/admin/person/:accountId/reset-second-factor',
    'POST /api/admin/settings',
    'POST /api/admin/price-rules',
    'POST /api/admin/price-rule/:ruleId/update',
    'POST /api/admin/price-rule/:ruleId/remove',
    'POST /api/admin/extras',
    'POST /api/admin/extra/:extraId/update',
    'POST /api/admin/extra/:extraId/remove',
    'POST /api/user/second-factors/app',
    'POST /api/user/second-factors/app/remove',
    'POST /api/user/second-factors/passkey',
    'POST /api/user/second-factors/passkey/:passkeyId/remove',
    'POST /api/user/second-factors/recovery-codes',
  ]
  for (const name of dangerous) expect(fresh, name).toContain(name)
  const admin = await signedInNow('admin')
  market.clock.advance(FIVE_MINUTES + 1_000)
  for (const name of fresh) {
    const [method = '', path = ''] = name.split(' ')
    const url = path.replace(/:\w+/g, '0')
    const response = await market.app.inject({
      method: method as 'GET',
      url,
      headers: { token: admin.token },
    })
    expect([response.statusCode, response.json().code], name).toEqual([403, 'fresh_proof_needed'])
  }
})
