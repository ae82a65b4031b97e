import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PASSWORD, type Person } from '../testing/people.ts'
import { openTestMarket, type TestMarket } from '../testing/test-app.ts'
import { securityEvents } from './security-log.ts'

let market: TestMarket
let customer: Person
let staff: Person
let admin: Person
beforeAll(async () => {
  market = await openTestMarket()
  customer = await market.signUp({ name: 'Wanjiku Unmistakable' })
  staff = await market.signUp({ role: 'staff', name: 'Mercy Unmistakable' })
  admin = await market.signUp({ role: 'admin', name: 'Joseph Unmistakable' })
})
afterAll(() => market.close())

type Line = Record<string, unknown>

/** The security events that were logged since the last call. */
function takeEvents(): Line[] {
  const lines = market.logged.splice(0).map((line): Line => JSON.parse(line))
  return lines.filter(({ securityEvent }) => securityEvent !== undefined)
}

/** Does something, whatever its answer, and gives the security events that it left. */
async function eventsOf(work: () => Promise<unknown>): Promise<Line[]> {
  takeEvents()
  await work().catch(() => {})
  return takeEvents()
}

const call: TestMarket['call'] = (name, request, signedIn) => market.call(name, request, signedIn)
const logIn = (email: string, password: string) => call('POST /api/user/login', { body: { email, password } })

describe('security events in the log', () => {
  test('a log-in that succeeds, and one that fails', async () => {
    const [right] = await eventsOf(() => logIn(customer.email, PASSWORD))
    expect(right).toMatchObject({ securityEvent: 'log_in_succeeded', accountId: customer.accountId })
    const [wrong] = await eventsOf(() => logIn(customer.email, 'not this one'))
    expect(wrong).toMatchObject({
      securityEvent: 'log_in_failed',
      accountId: customer.accountId,
      cause: 'wrong_password',
    })
    const [unknown] = await eventsOf(() => logIn('nobody.at.all@example.com', PASSWORD))
    expect(unknown).toMatchObject({ securityEvent: 'log_in_failed', cause: 'unknown_account' })
    expect(unknown).not.toHaveProperty('accountId')
  })

  test('registration, every step of recovery, and a change of password', async () => {
    const email = 'new.unmistakable@example.com'
    const registration = { name: 'New Unmistakable', email, password: PASSWORD }
    const [registered] = await eventsOf(() => call('POST /api/user/register', { body: registration }))
    expect(registered).toMatchObject({ securityEvent: 'account_registered' })
    const { accountId } = registered ?? {}
    const [asked] = await eventsOf(() => call('POST /api/user/forgot-password', { body: { email } }))
    expect(asked).toMatchObject({ securityEvent: 'recovery_requested', accountId })
    const [refused] = await eventsOf(() =>
      call('POST /api/user/verify-code', { body: { email, code: '000000' } }),
    )
    expect(refused).toMatchObject({ securityEvent: 'recovery_code_refused', accountId })
    const [notReset] = await eventsOf(() =>
      call('POST /api/user/reset-password', { body: { email, newPassword: 'another fine long password' } }),
    )
    expect(notReset).toMatchObject({ securityEvent: 'password_reset_refused' })
    const [wrong] = await eventsOf(() =>
      call(
        'POST /api/user/change-password',
        { body: { oldPassword: 'not this one', newPassword: 'another fine long password' } },
        customer,
      ),
    )
    expect(wrong).toMatchObject({ securityEvent: 'password_check_failed', accountId: customer.accountId })
  })

  test('what was refused: no session, no right, bad input, a rate limit', async () => {
    const [signedOut] = await eventsOf(() => call('GET /api/user/me', {}))
    expect(signedOut).toMatchObject({
      securityEvent: 'access_refused',
      errorCode: 'not_signed_in',
      route: 'GET /api/user/me',
    })
    const [forbidden] = await eventsOf(() => call('GET /api/admin/people', {}, customer))
    expect(forbidden).toMatchObject({
      securityEvent: 'access_refused',
      errorCode: 'forbidden',
      accountId: customer.accountId,
    })
    const [bad] = await eventsOf(() => call('GET /api/admin/people', { query: { page: -1 } }, staff))
    expect(bad).toMatchObject({ securityEvent: 'input_refused', accountId: staff.accountId })
    const guesses = async () => {
      for (let guess = 0; guess < 12; guess += 1)
        await logIn('one.victim@example.com', 'not this one').catch(() => {})
    }
    const guessed = await eventsOf(guesses)
    expect(guessed).toContainEqual(
      expect.objectContaining({ securityEvent: 'rate_limit_reached', route: 'POST /api/user/login' }),
    )
  })

  test('what staff does to accounts, and every file with a list', async () => {
    const { accountId } = await market.signUp()
    const params = { accountId }
    const role = await eventsOf(() =>
      call(
        'POST /api/admin/person/:accountId/role',
        { params, body: { role: 'staff', note: 'Hired' } as never },
        admin,
      ),
    )
    expect(role[0]).toMatchObject({
      securityEvent: 'role_changed',
      accountId: admin.accountId,
      subjectId: accountId,
    })
    const [out] = await eventsOf(() => call('POST /api/admin/person/:accountId/log-out', { params }, admin))
    expect(out).toMatchObject({ securityEvent: 'sessions_ended_by_staff', subjectId: accountId })
    const [noted] = await eventsOf(() =>
      call('POST /api/admin/person/:accountId/note', { params, body: { note: 'Unmistakable note' } }, staff),
    )
    expect(noted).toMatchObject({ securityEvent: 'staff_action', accountId: staff.accountId })
    const [file] = await eventsOf(() =>
      call('GET /api/admin/people.csv', { query: { search: 'Unmistakable' } }, admin),
    )
    expect(file).toMatchObject({ securityEvent: 'data_exported', route: 'GET /api/admin/people.csv' })
  })

  test('each names its request, and only the network in place of an address', async () => {
    const [event] = await eventsOf(() => logIn(customer.email, PASSWORD))
    expect(event).toMatchObject({ requestId: expect.stringMatching(/^[\da-f-]{36}$/) })
    expect(event?.network).toMatch(/^[\w-]{16}$/)
  })
})

test('no line of the log holds an e-mail, a phone, a name, a token, a code or a network address', async () => {
  market.logged.splice(0)
  await logIn(customer.email, PASSWORD)
  await logIn('nobody.unmistakable@example.com', 'secret guess').catch(() => {})
  await call('POST /api/user/forgot-password', { body: { email: customer.email } })
  await call('POST /api/user/verify-code', { body: { email: customer.email, code: '135790' } }).catch(
    () => {},
  )
  await call('GET /api/admin/people', { query: { search: '0712345678' } }, staff)
  await call('GET /api/admin/people.csv', { query: { search: 'Unmistakable' } }, admin)
  const receipt = { params: { receipt: 'SKL1ABCDEF' }, body: { reference: 'BK-1', reason: 'Unmistakable' } }
  await call('POST /api/admin/receipt/:receipt/match', receipt as never, staff).catch(() => {})
  const text = market.logged.join('\n')
  expect(text).toContain('log_in_failed')
  expect(text).toContain('data_exported')
  expect(text).not.toMatch(
    /@example\.com|Unmistakable|0712345678|254712345678|135790|secret guess|SKL1ABCDEF/,
  )
  expect(text).not.toContain(customer.token)
  expect(text).not.toMatch(/eyJ[\w-]+\.|127\.0\.0\.1/)
})

test('the codes are lower-case words that reports can rely on', () => {
  const codes = Object.keys(securityEvents)
  expect(codes.length).toBeGreaterThan(30)
  for (const code of codes) expect(code).toMatch(/^[a-z]+(_[a-z]+)+$/)
})
