import { addDays, nairobiDay } from '@twende/contract/calendar-day.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect } from 'vitest'
import { proveContact, sendFrom } from '../../testing/contact-proofs.ts'
import { addCar } from '../../testing/fleet.ts'
import { readMails } from '../../testing/mailbox.ts'
import { PASSWORD } from '../../testing/people.ts'
import { bookingBody } from '../../testing/renting.ts'
import { listLiveCar } from '../../testing/selling.ts'
import { openTestMarket, type TestMarket } from '../../testing/test-app.ts'
import { trial } from '../../testing/trial.ts'

/** A Friday evening in Nairobi. */
const FRIDAY_EVENING = new Date('2026-04-10T19:00:00+03:00')
const CARS = 24
const SHARED = '105.160.4.9'

let market: TestMarket
let cars: string[]
let listingId: string
beforeAll(async () => {
  market = await openTestMarket({ now: FRIDAY_EVENING })
  cars = []
  for (let n = 0; n < CARS; n += 1) cars.push(await addCar(market.db, { pricePerDay: 2_000 }))
  const seller = await market.signUp()
  listingId = (await listLiveCar(market, seller))._id
})
afterAll(() => market.close())

type Post = (
  path: string,
  body: object,
) => Promise<{ code: string; json: { data?: unknown; token?: string } }>
type Visitor = { post: Post; proofs: () => number; token: () => string | undefined }

/** A browser behind the shared address, whose person reads the code that is sent to their own email. */
function visitorWith(email: string, { canProve = true } = {}): Visitor {
  const cookies = new Map<string, string>()
  let token: string | undefined
  let proofs = 0
  const given = () => ({ from: SHARED, cookie: [...cookies.values()].join('; '), ...(token && { token }) })
  const keep = (pair: string) => void cookies.set(pair.split('=')[0] ?? '', pair)
  async function post(path: string, body: object) {
    const send = () => sendFrom(market, ['POST', `/api/${path}`], { ...given(), body })
    let answer = await send()
    const asksProof = answer.code === 'contact_proof_needed' || answer.code === 'email_proof_needed'
    if (asksProof && canProve) {
      proofs += 1
      keep(await proveContact(market, { email }, given()))
      answer = await send()
    }
    for (const pair of answer.cookies) keep(pair)
    token = answer.json.token ?? token
    return answer
  }
  return { post, proofs: () => proofs, token: () => token }
}

/** The code and the link of the last recovery mail. */
async function recoveryMail(email: string) {
  const [mail] = (await readMails(market.db, { recipient: email, kind: 'recovery_code' })).slice(-1)
  return {
    code: /\b\d{6}\b/.exec(mail?.body ?? '')?.[0] ?? '',
    secret: /#recovery=([\w-]{43})/.exec(mail?.body ?? '')?.[1] ?? '',
  }
}

/** A weekend for each 24 customers, each of them with another car. */
function weekendRequest(customer: number) {
  const startDate = addDays(nairobiDay(FRIDAY_EVENING), 7 * (1 + Math.floor(customer / CARS)))
  return bookingBody(cars[customer % CARS] ?? '', { startDate, endDate: addDays(startDate, 2) })
}

/** What one customer does on the evening; the codes of all answers. */
async function spendEvening(customer: number) {
  const email = `customer${customer}@gmail.com`
  const { post, proofs } = visitorWith(email)
  const codes: Record<string, string> = {}
  const did = async (name: string, path: string, body: object) => {
    const { code } = await post(path, body)
    codes[name] = code
  }
  await did('sign-up', 'user/register', { name: 'Achieng Ouma', email, password: PASSWORD })
  await did('request', 'booking/create', weekendRequest(customer))
  const other = visitorWith(email)
  await other.post('user/login', { email, password: 'not the one' })
  codes['log-in'] = (await other.post('user/login', { email, password: PASSWORD })).code
  const visitor = visitorWith(email)
  const did2 = async (name: string, path: string, body: object) => {
    codes[name] = (await visitor.post(path, body)).code
  }
  await did2('reveal', `sell/reveal/${listingId}`, {})
  await did2('contact', 'contact', { name: 'Achieng', email, message: `Is the car there? ${customer}` })
  await did2('recovery', 'user/forgot-password', { email })
  const { code, secret } = await recoveryMail(email)
  const typed = await visitor.post('user/verify-code', { email, code })
  codes.code =
    typed.code === 'mailed_link_needed'
      ? (await visitor.post('user/verify-link', { secret })).code
      : typed.code
  return { codes, proofs: proofs() + other.proofs() + visitor.proofs() }
}

/** As after so many calls of others. */
async function countedBefore(bucket: string, count: number) {
  const set = await market.db.updateTable('rate_limits').set({ count }).where('bucket', '=', bucket).execute()
  expect(set[0]?.numUpdatedRows, bucket).toBe(1n)
}

/** The attacker uses up everything that the address may do without a proof. */
async function useUpAddress() {
  const attacker = visitorWith('nobody@gmail.com', { canProve: false })
  const { post } = attacker
  const password = 'a long password of nobody'
  await post('user/register', { name: 'Nobody', email: 'nobody@gmail.com', password })
  await countedBefore(`POST /api/user/register address 3600 ${SHARED}`, 400)
  await post('user/forgot-password', { email: 'nobody@gmail.com' })
  await countedBefore(`POST /api/user/forgot-password address 3600 ${SHARED}`, 300)
  await post('user/login', { email: 'customer0@gmail.com', password })
  await countedBefore(`guess 3600 log-in of network ${SHARED}`, 600)
  await post('user/verify-code', { email: 'customer0@gmail.com', code: '000000' })
  await countedBefore(`guess 3600 recovery codes from ${SHARED}`, 300)
  for (let n = 0; n < 10; n += 1)
    await post('contact', { name: 'N', email: 'nobody@gmail.com', message: `Buy ${n}` })
  for (let n = 0; n < 60; n += 1) await post(`sell/reveal/${listingId}`, {})
  return attacker
}

/** Requests for one weekend by accounts that prove nothing, as long as the address has something left. */
async function holdByWhatsapp(customers: readonly number[]) {
  const codes: string[] = []
  for (const customer of customers) {
    const { token } = await market.signUp()
    const sent = { from: SHARED, token, body: weekendRequest(customer) }
    codes.push((await sendFrom(market, ['POST', '/api/booking/create'], sent)).code)
  }
  return codes
}

trial(
  'nobody of many honest customers behind one address is refused, and an attacker there holds no more than before',
  { full: 500, few: 12 },
  async ({ rounds: customers }) => {
    const attacker = await useUpAddress()
    const weekend = CARS * 40
    expect(await holdByWhatsapp([weekend, weekend + 1, weekend + 2])).toEqual([
      'ok',
      'ok',
      'contact_proof_needed',
    ])
    let proofs = 0
    for (let customer = 0; customer < customers; customer += 1) {
      const evening = await spendEvening(customer)
      expect({ customer, ...evening.codes }).toEqual({
        customer,
        'sign-up': 'ok',
        request: 'ok',
        'log-in': 'ok',
        reveal: 'ok',
        contact: 'ok',
        recovery: 'ok',
        code: 'ok',
      })
      proofs += evening.proofs
      market.clock.advance(1_000)
    }
    // Each browser proves once, the one that signed up, the one that logs in, and the one that only looks.
    expect(proofs).toBe(3 * customers)

    expect(await holdByWhatsapp([weekend + 3, weekend + 4])).toEqual(Array(2).fill('contact_proof_needed'))
    const refused = {
      'user/register': { name: 'Nobody', email: 'nobody2@gmail.com', password: 'a long password of nobody' },
      'user/forgot-password': { email: 'customer1@gmail.com' },
      contact: { name: 'N', email: 'nobody@gmail.com', message: 'Buy now' },
      [`sell/reveal/${listingId}`]: {},
    }
    for (const [path, body] of Object.entries(refused))
      expect([path, (await attacker.post(path, body)).code]).toEqual([path, 'contact_proof_needed'])
    const victim = 'customer2@gmail.com'
    expect((await attacker.post('user/login', { email: victim, password: 'a guess' })).code).toBe(
      'email_proof_needed',
    )
    expect((await attacker.post('user/verify-code', { email: victim, code: '000000' })).code).toBe(
      'mailed_link_needed',
    )
    const { rows } = await sql<{ held: number }>`
      select count(*)::int as held from hold_origins
      join bookings on bookings.id = booking_id and bookings.status = 'pending' where person is null`.execute(
      market.db,
    )
    expect(rows).toEqual([{ held: 2 }])

    // With a mailbox of their own the attacker is one more person, and guesses at the accounts of others no more than before.
    const proven = visitorWith('attacker@gmail.com')
    await proven.post(`sell/reveal/${listingId}`, {})
    const codes: string[] = []
    for (let n = 0; n < 40; n += 1) codes.push((await proven.post(`sell/reveal/${listingId}`, {})).code)
    expect(codes.filter((code) => code === 'ok')).toHaveLength(29)
    const guess = { email: victim, password: 'another guess' }
    const cookie = await proveContact(market, { email: 'attacker@gmail.com' }, { from: SHARED })
    const guessed = await sendFrom(market, ['POST', '/api/user/login'], { from: SHARED, cookie, body: guess })
    expect(guessed.code).toBe('email_proof_needed')
  },
)
