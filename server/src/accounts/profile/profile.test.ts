import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { personalData } from '../../personal-data.ts'
import { handOver } from '../../testing/condition-reports.ts'
import { addCar } from '../../testing/fleet.ts'
import { addSession, PASSWORD, type Person } from '../../testing/people.ts'
import { BOOKING_MORNING, BY_MPESA, bookCar, payBooking } from '../../testing/renting.ts'
import { createListing, listLiveCar } from '../../testing/selling.ts'
import { addProduct, moveOrderTo, placeOrder, settleOrder } from '../../testing/shopping.ts'
import { openTestMarket, type TestMarket } from '../../testing/test-app.ts'

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket({ env: { RATE_LIMIT: 'off' }, now: BOOKING_MORNING })
})
afterAll(() => market.close())

const me = (who: { token: string }) => market.call('GET /api/user/me', {}, who)
const update = (who: Person, body: object) => market.call('POST /api/user/update', { body }, who)
const NEW_PASSWORD = 'a better and longer password'
const changePassword = (who: { token: string }, oldPassword = PASSWORD, newPassword = NEW_PASSWORD) =>
  market.call('POST /api/user/change-password', { body: { oldPassword, newPassword } }, who)
const remove = (who: { token: string }, body: object = {}) =>
  market.call('POST /api/user/delete', { body: { password: PASSWORD, confirmation: 'DELETE', ...body } }, who)
const logIn = (email: string, password: string) =>
  market.call('POST /api/user/login', { body: { email, password } })
const notifications = (recipient: string) =>
  market.db.selectFrom('notifications').selectAll().where('recipient', '=', recipient).execute()

test('a person changes name and phone, and the new token says the new name', async () => {
  const person = await market.signUp()
  const { data, token } = await update(person, {
    name: ' Wanjiku wa Kamau ',
    phone: '0712 345 678',
    password: PASSWORD,
  })
  expect(data).toMatchObject({ name: 'Wanjiku wa Kamau', phone: '254712345678', email: person.email })
  expect((await me({ token })).data).toEqual(data)
  expect((await me(person)).data.name).toBe('Wanjiku wa Kamau')
  expect((await update(person, { phone: '', password: PASSWORD })).data.phone).toBeNull()
  expect((await update(person, {})).data.name).toBe('Wanjiku wa Kamau')
})

test('another phone needs the password, also when it is taken away; the same one does not', async () => {
  const person = await market.signUp()
  const phone = '0712 345 678'
  const needed = { status: 403, code: 'password_needed' }
  await expect(update(person, { phone })).rejects.toMatchObject(needed)
  await expect(update(person, { phone, password: 'a guess' })).rejects.toMatchObject({
    code: 'wrong_password',
  })
  await update(person, { phone, password: PASSWORD })
  await expect(update(person, { phone: '' })).rejects.toMatchObject(needed)
  expect((await update(person, { phone, name: 'Same Phone' })).data.name).toBe('Same Phone')
})

test.each([
  [{ name: ' ' }, 'Please enter your name'],
  [{ name: 'Two\nlines' }, 'Please enter your name on one line'],
  [{ phone: '12345' }, 'Please enter a valid Kenyan phone number (e.g., 254712345678 or 0712345678)'],
])('what cannot be is refused: %o', async (wrong, sentence) => {
  const person = await market.signUp()
  await expect(update(person, wrong)).rejects.toMatchObject({ status: 400, message: sentence })
})

test('nobody becomes staff, verified or another by what they send', async () => {
  const person = await market.signUp()
  const wishes = { role: 'admin', email: 'boss@example.com', _id: 'x', token_version: 7, banned_at: null }
  const { data } = await update(person, { ...wishes, name: 'Sly' })
  expect(data).toMatchObject({ name: 'Sly', role: 'user', email: person.email, _id: person.accountId })
})

test('mails about a topic stay away from whoever muted it; those about money and safety come', async () => {
  const person = await market.signUp()
  const { data } = await update(person, { notifications: { bookings: false } })
  expect(data.notifications).toEqual({ bookings: false, listings: true, orders: true, sms: false })
  const booking = await bookCar(market, person, await addCar(market.db), BY_MPESA)
  await payBooking(market, booking._id)
  await changePassword(person)
  const kinds = (await notifications(person.email)).map(({ kind }) => kind)
  expect(kinds).toEqual(['password_changed'])
})

test('a new password needs the old one, ends every other session, and is told by mail', async () => {
  const person = await market.signUp()
  await expect(changePassword(person, 'not my password')).rejects.toMatchObject({ code: 'wrong_password' })
  await expect(changePassword(person, PASSWORD, 'password')).rejects.toMatchObject({ status: 400 })
  const { token } = await changePassword(person)
  expect((await me({ token })).data._id).toBe(person.accountId)
  await expect(me(person)).rejects.toMatchObject({ code: 'not_signed_in' })
  await expect(logIn(person.email, PASSWORD)).rejects.toMatchObject({ code: 'wrong_login' })
  expect((await logIn(person.email, NEW_PASSWORD)).success).toBe(true)
  expect((await notifications(person.email)).map(({ kind }) => kind)).toEqual(['password_changed'])
})

test('of many who change a password at once, one is first and the others are told no', async () => {
  const person = await market.signUp()
  const wishes = Array.from({ length: 6 }, (_, at) =>
    changePassword(person, PASSWORD, `${NEW_PASSWORD} ${at}`),
  )
  const outcomes = await Promise.allSettled(wishes)
  const done = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value.token] : []))
  expect(done).toHaveLength(1)
  expect((await me({ token: done[0] ?? '' })).data._id).toBe(person.accountId)
  expect(await notifications(person.email)).toHaveLength(1)
})

test('guesses at a password are counted, in one session over all routes, 500 at once too', async () => {
  const limited = await openTestMarket()
  const person = await limited.signUp()
  const other = await addSession(limited.deps, { ...person, role: 'user' })
  const body = { oldPassword: 'a guess', newPassword: NEW_PASSWORD }
  const guess = () =>
    limited.call('POST /api/user/change-password', { body }, person).catch((error) => error.status)
  const statuses: unknown[] = []
  for (let count = 0; count < 12; count += 1) statuses.push(await guess())
  const phone = { body: { phone: '0712345678', password: 'a guess' } }
  await expect(limited.call('POST /api/user/update', phone, person)).rejects.toMatchObject({ status: 429 })
  const removal = { body: { password: PASSWORD, confirmation: 'DELETE' } }
  await expect(limited.call('POST /api/user/delete', removal, person)).rejects.toMatchObject({ status: 429 })
  const many = await Promise.allSettled(
    Array.from({ length: 500 }, () => limited.call('POST /api/user/change-password', { body }, other)),
  )
  const looked = many.filter((each) => each.status === 'rejected' && each.reason.status === 403)
  expect(looked).toHaveLength(10)
  limited.clock.advance(16 * 60_000)
  expect((await limited.call('POST /api/user/delete', removal, person)).success).toBe(true)
  await limited.close()
  expect(statuses).toEqual([...Array(10).fill(403), 429, 429])
})

test('a person downloads everything of theirs, nothing of others, and no secret', async () => {
  const [person, other] = [
    await market.signUp({ name: 'Achieng Ouma' }),
    await market.signUp({ name: 'Not Me' }),
  ]
  const carId = await addCar(market.db)
  const booking = await bookCar(market, person, carId, BY_MPESA)
  await payBooking(market, booking._id)
  const listing = await createListing(market, person)
  const letter = { name: 'Achieng', email: 'a@example.com', message: 'Is the Prado free?' }
  await market.call('POST /api/contact', { body: letter }, person)
  await market.call('POST /api/contact', { body: { ...letter, message: 'From a stranger' } }, other)
  const others = await bookCar(market, other, await addCar(market.db))
  await market.call('POST /api/user/forgot-password', { body: { email: person.email } })

  const { data } = await market.call('GET /api/user/export', {}, person)
  expect(Object.keys(data)).toEqual(['writtenAt', 'account', 'notes', ...Object.keys(personalData)])
  const text = JSON.stringify(data)
  for (const mine of [
    booking.bookingId,
    listing._id,
    'Is the Prado free?',
    person.email,
    'booking_confirmed',
  ])
    expect(text).toContain(mine)
  for (const hidden of [others.bookingId, 'From a stranger', 'argon2', 'passwordHash', 'webhook_secret'])
    expect(text).not.toContain(hidden)
  expect(text).not.toMatch(/code to set a new password is \d/)
  const cookie = await market.app.inject({ url: '/api/user/export', headers: { token: person.token } })
  expect(cookie.headers['content-disposition']).toContain('attachment')
  expect(cookie.headers['cache-control']).toBe('no-store')
})

test('an account is deleted only by its password and the typed word', async () => {
  const person = await market.signUp()
  await expect(remove(person, { password: 'a guess' })).rejects.toMatchObject({ code: 'wrong_password' })
  await expect(remove(person, { confirmation: 'delete' })).rejects.toMatchObject({
    status: 400,
    message: 'Please type DELETE to confirm',
  })
  expect((await me(person)).success).toBe(true)
})

test('a deleted account is gone: no session, no login, no name anywhere, its address free again', async () => {
  const person = await market.signUp({ name: 'Zawadi Nyambura' })
  const carId = await addCar(market.db)
  const ownPhone = { ...BY_MPESA, paymentDetails: { mpesaNumber: '0712999777' } }
  const booking = await bookCar(market, person, carId, ownPhone)
  await payBooking(market, booking._id)
  const params = { bookingId: booking._id }
  await expect(remove(person)).rejects.toMatchObject({
    status: 409,
    code: 'account_in_use',
    message: expect.stringContaining(booking.bookingId),
  })
  const over = { status: 'completed' }
  await market.db.updateTable('bookings').set(over).where('id', '=', booking._id).execute()
  await market.call(
    'POST /api/booking/:bookingId/review',
    { params, body: { rating: 5, comment: 'Fine' } },
    person,
  )
  const listing = await listLiveCar(market, person, { mpesaName: 'Zawadi Nyambura', email: person.email })
  await market.call(
    'POST /api/contact',
    { body: { name: 'Zawadi', email: person.email, message: 'Hi' } },
    person,
  )

  const staff = await market.signUp({ role: 'staff' })
  const about = {
    params: { accountId: person.accountId },
    body: { note: 'Her cousin Barasa called us about Zawadi' },
  }
  await market.call('POST /api/admin/person/:accountId/note', about, staff)
  const done = await auditOf(person)
  expect(done.length).toBeGreaterThan(3)

  expect((await remove(person)).success).toBe(true)
  expect(await auditOf(person)).toEqual(done)
  await expect(me(person)).rejects.toMatchObject({ code: 'not_signed_in' })
  await expect(logIn(person.email, PASSWORD)).rejects.toMatchObject({ code: 'wrong_login' })
  await expect(
    market.call('GET /api/sell/get/:carId', { params: { carId: listing._id } }),
  ).rejects.toMatchObject({ status: 404 })
  const { data: reviews } = await market.call('GET /api/car/reviews/:carId', { params: { carId } })
  expect(reviews).toMatchObject([{ name: null, rating: 5, comment: 'Fine' }])
  expect(JSON.stringify(reviews)).not.toContain('Zawadi')

  expect(await whereIsIt(['Zawadi', 'Barasa', person.email, '254712999777'])).toEqual([
    'notifications: account_deleted',
  ])
  const paid = await market.db
    .selectFrom('payments')
    .select(['amount', 'receipt', 'status'])
    .where('account_id', '=', person.accountId)
    .execute()
  expect(paid).toHaveLength(2)
  for (const row of paid) expect(row).toMatchObject({ status: 'paid', receipt: expect.any(String) })
  const again = { name: 'Zawadi', email: person.email, password: NEW_PASSWORD }
  expect((await market.call('POST /api/user/register', { body: again })).success).toBe(true)
})

/** Who did what to a person's things, and when, without what it was before and after. */
async function auditOf({ accountId }: Person) {
  const { rows } = await sql`
    select id, at, account_id, request_id, action, subject, subject_id,
      array(select jsonb_object_keys(coalesce(after, before)) order by 1) as changed
    from audit_log where subject_id = ${accountId} or subject_id in (
      select id::text from listings where account_id = ${accountId} union
      select id::text from payment_proofs where account_id = ${accountId} union
      select id::text from payments where account_id = ${accountId}
    ) order by id`.execute(market.db)
  return rows
}

/** Every row of the database in which one of the words stands. */
async function whereIsIt(words: readonly string[]): Promise<string[]> {
  const found: string[] = []
  const tables = [
    'accounts',
    'account_notes',
    'audit_log',
    'bookings',
    'booking_history',
    'listings',
    'listing_history',
    'payments',
    'notifications',
    'payment_messages',
    'payment_proofs',
    'provider_transactions',
    'contact_messages',
    'recovery_codes',
    'reviews',
    'sessions',
  ] as const
  for (const table of tables) {
    for (const row of await market.db.selectFrom(table).selectAll().execute()) {
      const text = JSON.stringify(row)
      if (words.some((word) => text.includes(word)))
        found.push(`${table}: ${'kind' in row ? row.kind : text}`)
    }
  }
  return found
}

test('who has a car or waits for a parcel is not told to cancel what cannot be cancelled', async () => {
  const refusal = (person: Person) =>
    remove(person).then(
      () => '',
      ({ message }: { message: string }) => message,
    )
  const hirer = await market.signUp()
  const booking = await bookCar(market, hirer, await addCar(market.db), BY_MPESA)
  await payBooking(market, booking._id)
  expect(await refusal(hirer)).toMatch(/Cancel it in My Bookings/)
  await handOver(market, await market.signUp({ role: 'staff' }), booking._id)
  expect(await refusal(hirer)).toBe(
    `Booking ${booking.bookingId} is still under way and cannot be cancelled any more. Come back when it is over, or contact us.`,
  )
  const buyer = await market.signUp()
  const { data: order } = await placeOrder(market, buyer, await addProduct(market))
  expect(await refusal(buyer)).toMatch(/Cancel it in My Orders/)
  await moveOrderTo(market, order._id, 'processing')
  expect(await refusal(buyer)).toContain(
    `Order ${order.number} is still under way and cannot be cancelled in My Orders any more. Come back when it has arrived, or contact us.`,
  )
})

test('nobody leaves while a payment is looked at, and staff not by themselves', async () => {
  const seller = await market.signUp()
  await createListing(market, seller)
  await expect(remove(seller)).rejects.toMatchObject({
    code: 'account_in_use',
    message: 'A payment of yours is still being checked. Please wait until it is done.',
  })
  const staff = await market.signUp({ role: 'staff' })
  await expect(remove(staff)).rejects.toMatchObject({ code: 'account_in_use' })
  expect((await me(staff)).success).toBe(true)
})

test('an order under way keeps its customer; once it has arrived they may go, and their address goes too', async () => {
  const person = await market.signUp()
  const productId = await addProduct(market)
  const body = { itemId: productId }
  await market.call('POST /api/cart/add', { body }, person)
  const { data: order } = await placeOrder(market, person, productId)
  await settleOrder(market, order)
  const { data: mine } = await market.call('GET /api/user/export', {}, person)
  expect(mine.orders).toMatchObject({
    orders: [{ number: order.number, address: { street: 'Moi Avenue 12' } }],
  })
  await expect(remove(person)).rejects.toMatchObject({ message: expect.stringContaining(order.number) })
  // Why it was called off is written beside the pieces that this gave back, too.
  await market.call('POST /api/cart/add', { body }, person)
  const { data: other } = await placeOrder(market, person, productId, { channel: 'whatsapp' })
  const staff = await market.signUp({ role: 'staff' })
  const callOff = {
    params: { orderId: other._id },
    body: { move: 'callOff' as const, note: 'Barasa has it already' },
  }
  await market.call('POST /api/admin/order/:orderId/move', callOff, staff)
  expect((await whereIsIt(['Barasa'])).length).toBeGreaterThan(1)
  const arrived = { status: 'delivered' }
  await market.db.updateTable('orders').set(arrived).where('id', '=', order._id).execute()
  await remove(person)
  const kept = await market.db
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', order._id)
    .executeTakeFirstOrThrow()
  expect(kept).toMatchObject({ address: null, amount: order.amount, account_id: person.accountId })
  expect(await whereIsIt(['Barasa'])).toEqual([])
  const cart = market.db.selectFrom('cart_items').where('account_id', '=', person.accountId)
  expect(await cart.selectAll().execute()).toEqual([])
  const ghost = {
    account_id: person.accountId,
    product_id: productId,
    quantity: 1,
    added_at: market.clock.now(),
  }
  await expect(market.db.insertInto('cart_items').values(ghost).execute()).rejects.toThrow('deleted')
})

test('an account that is deleted while it books either books or is gone, never both', async () => {
  for (let round = 0; round < 8; round += 1) {
    const person = await market.signUp()
    const carId = await addCar(market.db)
    const [booked, removed] = await Promise.allSettled([bookCar(market, person, carId), remove(person)])
    expect([booked.status, removed.status].sort(), `round ${round}`).toEqual(['fulfilled', 'rejected'])
    if (booked.status === 'rejected') expect(booked.reason).toMatchObject({ code: 'not_signed_in' })
    if (removed.status === 'rejected') expect(removed.reason).toMatchObject({ code: 'account_in_use' })
  }
})

test('the database itself lets nothing begin for a deleted account', async () => {
  const person = await market.signUp()
  const carId = await addCar(market.db)
  const booking = await bookCar(market, await market.signUp(), carId)
  await remove(person)
  const row = await market.db
    .selectFrom('bookings')
    .selectAll()
    .where('id', '=', booking._id)
    .executeTakeFirstOrThrow()
  const { car_snapshot, customer_info, search_text: _, ...rest } = row
  const ghost = {
    ...rest,
    id: '018f0000-0000-7000-8000-00000000dead',
    reference: 'BK00001',
    account_id: person.accountId,
    status: 'cancelled',
    cancelled_at: row.created_at,
    cancelled_by: 'clock',
    car_snapshot: JSON.stringify(car_snapshot),
    customer_info: JSON.stringify(customer_info),
  }
  await expect(market.db.insertInto('bookings').values(ghost).execute()).rejects.toThrow('deleted')
})
