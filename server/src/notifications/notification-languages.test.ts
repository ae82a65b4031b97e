import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertLocation } from '../content/content-store.ts'
import { inLocale } from '../http/request-locale.ts'
import { addCar } from '../testing/fleet.ts'
import { readMails } from '../testing/mailbox.ts'
import { addSession, type Person } from '../testing/people.ts'
import { BOOKING_MORNING, BY_MPESA, bookCar, payBooking } from '../testing/renting.ts'
import { openTestMarket, type TestMarket } from '../testing/test-app.ts'
import type { OutgoingMessage } from './channels/channel.ts'
import { sendDueNotifications } from './send-notifications.ts'

let market: TestMarket

beforeAll(async () => {
  market = await openTestMarket({ now: BOOKING_MORNING, env: { RATE_LIMIT: 'off' } })
})
afterAll(() => market.close())

const password = 'a password of eleven camels'

async function post(locale: string | undefined, url: string, payload: object, token?: string) {
  const headers = { ...(locale && { 'accept-language': locale }), ...(token && { token }) }
  return (await market.app.inject({ method: 'POST', url, payload, headers })).json()
}

async function signUp(locale: string, name: string): Promise<Person> {
  const email = `${name.toLowerCase()}@example.com`
  const { token } = await post(locale, '/api/user/register', { name, email, password })
  const { id } = await market.db
    .selectFrom('accounts')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  return { token, sessionId: '', accountId: id, email, name }
}

test('a customer of each language gets mails in it, also of what happens at the same moment and later', async () => {
  const [achieng, baraka] = await Promise.all([signUp('en', 'Achieng'), signUp('sw', 'Baraka')])
  const cars = [await addCar(market.db), await addCar(market.db)]
  const bookings = await Promise.all(
    [achieng, baraka].map((person, at) => bookCar(market, person, cars[at] ?? '', BY_MPESA)),
  )
  // The payment arrives in a request of the provider, which has no language of the customer.
  await Promise.all(bookings.map(({ _id }) => inLocale('en', () => payBooking(market, _id))))
  await Promise.all([achieng, baraka].map(({ email }) => post('en', '/api/user/forgot-password', { email })))
  const subjects = async (person: Person) =>
    (await readMails(market.db, { recipient: person.email })).map(({ subject }) => subject)
  const [first, second] = bookings.map(({ bookingId }) => bookingId)
  const english = await subjects(achieng)
  expect(english).toContain(`Booking ${first} is confirmed`)
  expect(english).toContain('Your Twende code')
  const swahili = await subjects(baraka)
  expect(swahili).toContain(`Nafasi ${second} imethibitishwa`)
  expect(swahili).toContain('Nambari yako ya Twende')
  expect(swahili).toHaveLength(english.length)
  const [recovery] = await readMails(market.db, { recipient: baraka.email, kind: 'recovery_code' })
  expect(recovery?.body).toMatch(/^Habari Baraka,\n\nNambari yako ya kuweka nenosiri jipya ni \d{6}\./)
})

test('a mail calls a place as the pages of its language do, and by its own name where nobody translated it', async () => {
  const airport = 'Wilson Airport'
  const names = { sw: 'Uwanja wa Ndege wa Wilson' }
  await insertLocation(market.db, { name: airport, names, townId: undefined, position: 1 })
  const sent: OutgoingMessage[] = []
  const send = async (message: OutgoingMessage) => void sent.push(message)
  const channels = new Map([['mail', { send, isPermanent: () => false }]])
  const drain = () => sendDueNotifications({ ...market.deps, channels }, 'mail')
  await drain()
  sent.length = 0
  for (const person of [await signUp('en', 'Furaha'), await signUp('sw', 'Zawadi')]) {
    const choices = { pickupLocation: airport, dropoffLocation: 'Nairobi' }
    await bookCar(market, person, await addCar(market.db), choices)
    // One after the other, so that the mails come in this order.
    await drain()
  }
  const [english, swahili] = sent.map(({ text }) => text.paragraphs.join('\n'))
  expect(sent).toHaveLength(2)
  expect(english).toContain('Wilson Airport')
  expect(swahili).toContain('Uwanja wa Ndege wa Wilson')
  expect(swahili).not.toContain('Wilson Airport')
  expect(swahili).toContain('Nairobi')
})

test('the language is that of the last sign-in, until the person chooses another', async () => {
  const person = await signUp('sw', 'Chebet')
  const localeNow = async () => (await market.call('GET /api/user/me', {}, person)).data.locale
  expect(await localeNow()).toBe('sw')
  const { token } = await post('en', '/api/user/login', { email: person.email, password })
  expect(await localeNow()).toBe('en')
  expect(await post('en', '/api/user/update', { locale: 'sw' }, token)).toMatchObject({
    success: true,
    data: { locale: 'sw' },
  })
  expect(await localeNow()).toBe('sw')
  expect(await post('en', '/api/user/update', { locale: 'xx' }, token)).toMatchObject({ code: 'invalid' })
})

test('a notification that cannot be read does not hide the others from the export of personal data', async () => {
  const person = await market.signUp()
  await bookCar(market, person, await addCar(market.db))
  await market.db
    .insertInto('notifications')
    .values({
      id: '01900000-0000-7000-8000-000000000001',
      account_id: person.accountId,
      channel: 'mail',
      recipient: person.email,
      kind: 'kind_of_tomorrow',
      params: JSON.stringify({ version: 1 }),
      dedupe_key: 'of tomorrow',
      created_at: market.clock.now(),
      next_attempt_at: market.clock.now(),
    })
    .execute()
  const { data } = await market.call('GET /api/user/export', {}, person)
  const texts = JSON.stringify(data)
  expect(texts).toContain('kind_of_tomorrow')
  expect(texts).toContain('We have your booking.')
})

test('the export of notes names the roles of a role change', async () => {
  const admin = await market.signUp({ role: 'admin' })
  const person = await market.signUp()
  const params = { accountId: person.accountId }
  await market.call(
    'POST /api/admin/person/:accountId/role',
    { params, body: { role: 'staff', reason: 'New.' } },
    admin,
  )
  const again = await addSession(market.deps, { ...person, role: 'staff' })
  const { data } = await market.call('GET /api/user/export', {}, { ...person, ...again })
  expect(data.notes).toMatchObject([{ oldRole: 'user', newRole: 'staff', note: 'New.' }])
})
