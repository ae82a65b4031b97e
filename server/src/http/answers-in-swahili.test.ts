import { afterAll, beforeAll, expect, test } from 'vitest'
import { addSession, PASSWORD } from '../testing/people.ts'
import { openTestMarket, type TestMarket } from '../testing/test-app.ts'

let market: TestMarket
let base = ''

beforeAll(async () => {
  market = await openTestMarket()
  base = await market.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => market.close())

/** Over a real connection: the language must outlast reading the body. */
async function send(
  locale: string | undefined,
  path: string,
  { body, token }: { body?: unknown; token?: string } = {},
) {
  const response = await fetch(`${base}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      ...(locale === undefined ? {} : { 'accept-language': locale }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { token }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: response.status, ...(await response.json()) }
}

test('a refusal is told in the language of the request, with the same code', async () => {
  const body = { email: 'nobody@example.com', password: 'a wrong password' }
  const english = { status: 401, code: 'wrong_login', message: 'The email or the password is wrong.' }
  for (const locale of [undefined, 'en', 'de', 'en-GB,en;q=0.9,sw;q=0.1'])
    expect(await send(locale, '/api/user/login', { body })).toMatchObject(english)
  expect(await send('sw-KE,sw;q=0.9,en;q=0.8', '/api/user/login', { body })).toMatchObject({
    ...english,
    message: 'Barua pepe au nenosiri si sahihi.',
  })
  expect(await send('sw', '/api/car/get/00000000-0000-4000-8000-000000000000')).toMatchObject({
    status: 404,
    code: 'car_not_found',
    message: 'Gari halikupatikana',
  })
})

test('a form that breaks rules is told so in the language of the request, at each field', async () => {
  const body = { name: '', email: 'not an email', password: 'short' }
  expect(await send('en', '/api/user/register', { body })).toMatchObject({
    code: 'invalid',
    message: 'Please enter your name',
    data: {
      fields: {
        name: 'Please enter your name',
        email: 'Please enter a valid email address',
        password: 'Please use at least 8 characters',
      },
    },
  })
  expect(await send('sw', '/api/user/register', { body })).toMatchObject({
    code: 'invalid',
    message: 'Tafadhali weka jina lako',
    data: {
      fields: {
        name: 'Tafadhali weka jina lako',
        email: 'Tafadhali weka barua pepe sahihi',
        password: 'Tafadhali tumia angalau herufi 8',
      },
    },
  })
  const tooLong = { ...body, name: 'x'.repeat(81) }
  expect((await send('sw', '/api/user/register', { body: tooLong })).data.fields.name).toBe(
    'Tafadhali tumia herufi zisizozidi 80',
  )
})

test('what is refused while the body is read is told in the language of the request too', async () => {
  const body = { email: 'a\u0000b', password: PASSWORD }
  expect((await send('sw', '/api/user/login', { body })).message).toBe(
    'Maandishi yako yana herufi tusizoweza kuhifadhi.',
  )
  expect((await send('en', '/api/user/login', { body })).message).toBe(
    'Your text holds characters we cannot keep.',
  )
})

test('requests at the same moment are answered each in its own language', async () => {
  const locales = ['sw', 'en', 'sw', 'en', 'en', 'sw']
  const bodies = locales.map((_, at) => ({ email: `nobody${at}@example.com`, password: 'a wrong password' }))
  const answers = await Promise.all(
    locales.map((locale, at) => send(locale, '/api/user/login', { body: bodies[at] })),
  )
  expect(answers.map(({ message }) => message.slice(0, 3))).toEqual([
    'Bar',
    'The',
    'Bar',
    'The',
    'The',
    'Bar',
  ])
})

test('a deleted account, which has no name, is called so in the language of the reader, also by what it did as staff', async () => {
  const leaving = await market.signUp({ name: 'Zawadi Nyambura', role: 'staff' })
  const reader = await market.signUp({ role: 'staff' })
  const admin = await market.signUp({ role: 'admin' })
  const about = await market.signUp()
  const note = { params: { accountId: about.accountId }, body: { note: 'Called about a booking' } }
  await market.call('POST /api/admin/person/:accountId/note', note, leaving)
  await market.db
    .updateTable('accounts')
    .set({ role: 'user', rights: [] })
    .where('id', '=', leaving.accountId)
    .execute()
  const { token } = await addSession(market.deps, { ...leaving, role: 'user' })
  const confirmed = { password: PASSWORD, confirmation: 'DELETE' }
  await market.call('POST /api/user/delete', { body: confirmed }, { token })

  for (const [locale, name] of [
    ['en', 'Deleted account'],
    ['sw', 'Akaunti iliyofutwa'],
  ] as const) {
    const of = (accountId: string) => send(locale, `/api/admin/person/${accountId}`, { token: reader.token })
    expect((await of(leaving.accountId)).data).toMatchObject({ name })
    expect((await of(about.accountId)).data.notes).toMatchObject([{ by: name }])
    const { data } = await send(locale, '/api/admin/audit', { token: admin.token })
    expect(JSON.stringify(data)).toContain(name)
  }
})
