import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findBalance } from '../../payments/ledger/ledger-store.ts'
import { charge, keepDeposit, setMoneyAside } from '../../payments/ledger/postings.ts'
import { carBackWithDeposit, carOutWithDeposit, postKeptPart } from '../../testing/deposits.ts'
import { expectBalanced } from '../../testing/ledger-invariants.ts'
import { readMails } from '../../testing/mailbox.ts'
import type { Person } from '../../testing/people.ts'
import { drawDocument } from '../../testing/private-files.ts'
import { BOOKING_MORNING, historyOf } from '../../testing/renting.ts'
import { type FormFields, sendUntilTaken } from '../../testing/selling.ts'
import { openTestMarket, type TestMarket } from '../../testing/test-app.ts'
import { trial } from '../../testing/trial.ts'
import { markUnpaid } from '../booking-store.ts'
import { personalKeptParts } from './read-deposit.ts'

let market: TestMarket
let staff: Person
beforeAll(async () => {
  market = await openTestMarket({ now: BOOKING_MORNING, env: { RATE_LIMIT: 'off' } })
  staff = await market.signUp({ role: 'staff' })
})
afterAll(() => market.close())

const carOut = () => carOutWithDeposit(market, staff)
const carBack = (charges: { kind: 'fuel'; amount: number }[] = []) =>
  carBackWithDeposit(market, staff, charges)

type Params = { bookingId: string }

async function paymentStatusOf(params: Params) {
  return (await market.call('GET /api/admin/booking/:bookingId', { params }, staff)).data.paymentStatus
}

const postPart = (params: Params, fields: FormFields, idempotencyKey?: string) =>
  postKeptPart(market, staff, params, fields, idempotencyKey)

async function keep(params: Params, fields: FormFields) {
  const answer = await postPart(params, fields)
  return { status: answer.statusCode, ...answer.json() }
}

const settle = (params: Params) =>
  market.call('POST /api/admin/booking/:bookingId/deposit/settle', { params, body: {} }, staff)
const release = (params: Params, partId: string) =>
  market.call(
    'POST /api/admin/booking/:bookingId/deposit/keep/:partId/release',
    { params: { ...params, partId }, body: { reason: 'It was there before' } },
    staff,
  )

async function depositOf(params: Params) {
  const { data } = await market.call('GET /api/admin/booking/:bookingId/deposit', { params }, staff)
  if (!data.deposit) throw new Error('no deposit')
  return data.deposit
}

const drawn = async () => new Blob([new Uint8Array(await drawDocument())], { type: 'image/jpeg' })

describe('a part of a deposit', () => {
  test('is kept with a reason and a photo, told to its customer, and the rest goes back', async () => {
    const { customer, params, bookingId, photoId, payable } = await carBack()
    const { price } = await findBalance(market.db, payable)
    const { status } = await keep(params, { photoIds: photoId, photo: await drawn() })
    expect(status).toBe(200)
    expect(await depositOf(params)).toMatchObject({ held: 8_000, keepable: 8_000, owedBack: 0 })
    expect(await findBalance(market.db, payable)).toMatchObject({ price: price + 2_000, receivable: 0 })
    const { data } = await market.call('GET /api/booking/:bookingId/deposit', { params }, customer)
    expect(data.deposit?.kept).toMatchObject([
      { amount: 2_000, released: 0, reason: 'damage', words: 'A scratch on the left door' },
    ])
    const [, own] = data.deposit?.kept[0]?.photos ?? []
    const seen = await market.app.inject({ url: own?.link ?? '', headers: { token: customer.token } })
    expect(seen.statusCode).toBe(200)
    expect(seen.rawPayload.byteLength).toBeGreaterThan(100)
    const forStaff = await market.app.inject({ url: own?.link ?? '', headers: { token: staff.token } })
    expect(forStaff.statusCode).not.toBe(200)
    const mails = await readMails(market.db, {
      accountId: customer.accountId,
      kind: 'booking_deposit_kept',
    })
    expect(mails).toHaveLength(1)
    expect(JSON.stringify(mails)).toContain('A scratch on the left door')
    expect((await historyOf(market, bookingId)).map(({ what }) => what)).toContain('Part of the deposit kept')
    await settle(params)
    expect(await depositOf(params)).toMatchObject({ held: 0, owedBack: 8_000, keepable: 0 })
  })

  test('is kept by a photo that was taken for it alone, once however often it is sent', async () => {
    const { params } = await carBack()
    const photo = await drawn()
    const key = crypto.randomUUID()
    const send = () => sendUntilTaken(() => postPart(params, { photo }, key))
    const answers = await Promise.all([send(), send(), send()])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    const deposit = await depositOf(params)
    expect(deposit).toMatchObject({ held: 8_000 })
    expect(deposit.kept.map(({ photos }) => photos.length)).toEqual([1])
  })

  test('is not kept without photo, reason or words, above what is held, or before the return', async () => {
    const { params, photoId } = await carBack()
    const other = await carBack()
    const refusals = [
      [{}, 'deposit_photo_missing'],
      [{ photoIds: other.photoId }, 'deposit_photo_missing'],
      [{ photoIds: photoId, reason: 'mood' }, 'invalid'],
      [{ photoIds: photoId, words: ' ' }, 'invalid'],
      [{ photoIds: photoId, amount: '0' }, 'invalid'],
      [{ photoIds: photoId, amount: '10001' }, 'deposit_kept_above_held'],
    ] as const
    for (const [fields, code] of refusals) expect(await keep(params, fields)).toMatchObject({ code })
    expect(await depositOf(params)).toMatchObject({ held: 10_000, kept: [] })
    const out = await carOut()
    expect(await keep(out.params, { photo: await drawn() })).toMatchObject({ code: 'deposit_wrong_state' })
  })

  test('pays what the customer owes before anything is charged for it', async () => {
    const { params, photoId, payable } = await carBack()
    const before = await findBalance(market.db, payable)
    await market.db.transaction().execute(async (tx) => {
      const at = market.clock.now()
      await charge(tx, { payable, amount: 1_500, key: `test ${params.bookingId}`, at })
      await markUnpaid(tx, params.bookingId, at)
    })
    await keep(params, { photoIds: photoId, amount: '1000' })
    expect(await paymentStatusOf(params)).toBe('pending')
    await keep(params, { photo: await drawn(), amount: '1000' })
    expect(await paymentStatusOf(params)).toBe('paid')
    const { price, receivable } = await findBalance(market.db, payable)
    expect({ price, receivable }).toEqual({ price: before.price + 2_000, receivable: 0 })
    const part = await market.db
      .selectFrom('kept_deposit_parts')
      .select(['amount', 'charged'])
      .where('words', '<>', '')
      .orderBy('kept_at', 'desc')
      .orderBy('id', 'desc')
      .executeTakeFirst()
    expect(part).toEqual({ amount: 1_000, charged: 500 })
  })

  test('that was kept by mistake is held again once, and goes back where the rest did', async () => {
    const { customer, params, photoId, payable } = await carBack()
    const { price } = await findBalance(market.db, payable)
    await keep(params, { photoIds: photoId })
    await keep(params, { photoIds: photoId, amount: '3000', reason: 'other', words: 'A lost cover' })
    const [first, second] = (await depositOf(params)).kept
    if (!first || !second) throw new Error('two parts were kept')
    const ends = await Promise.allSettled([release(params, first._id), release(params, first._id)])
    expect(ends.filter((end) => end.status === 'fulfilled')).toHaveLength(1)
    expect(await depositOf(params)).toMatchObject({ held: 7_000, owedBack: 0 })
    expect(await findBalance(market.db, payable)).toMatchObject({ price: price + 3_000, receivable: 0 })
    await settle(params)
    await release(params, second._id)
    expect(await depositOf(params)).toMatchObject({ held: 0, owedBack: 10_000 })
    expect(await findBalance(market.db, payable)).toMatchObject({ price, receivable: 0 })
    const mails = await readMails(market.db, {
      accountId: customer.accountId,
      kind: 'booking_deposit_released',
    })
    expect(mails).toHaveLength(2)
    const foreign = await carBack()
    await expect(release(foreign.params, first._id)).rejects.toMatchObject({ code: 'kept_part_not_found' })
  })
})

describe('a charge that is withdrawn', () => {
  /** The customer disputes 2,400 for fuel, owes `owed` of it, and the deposit paid `kept`. */
  async function disputed({ owed, kept }: { owed: number; kept: number }) {
    const rental = await carBack([{ kind: 'fuel', amount: 2_400 }])
    const { params, payable, customer, photoId } = rental
    if (owed > 0)
      await market.db
        .transaction()
        .execute((tx) =>
          charge(tx, { payable, amount: owed, key: `test ${params.bookingId}`, at: market.clock.now() }),
        )
    const dispute = { params, body: { charge: 0, reason: 'It was full' } }
    await market.call('POST /api/booking/:bookingId/dispute', dispute, customer)
    if (kept > 0) await keep(params, { photoIds: photoId, amount: String(kept), reason: 'fuel' })
    return rental
  }
  const withdraw = (params: Params) =>
    market.call(
      'POST /api/admin/booking/:bookingId/dispute/decide',
      { params, body: { charge: 0, decision: 'withdrawn', reason: 'The gauge was wrong' } },
      staff,
    )

  test('goes back into the deposit as far as the deposit paid it, and not a second time', async () => {
    const { params, payable } = await disputed({ owed: 1_000, kept: 1_000 })
    await withdraw(params)
    expect(await depositOf(params)).toMatchObject({ held: 10_000, owedBack: 0, kept: [{ released: 1_000 }] })
    expect(await findBalance(market.db, payable)).toMatchObject({ receivable: 0, refundsPayable: 1_400 })
    await settle(params)
    expect(await depositOf(params)).toMatchObject({ held: 0, owedBack: 10_000 })
  })

  test('does not release what was kept for another reason', async () => {
    const { params, payable } = await disputed({ owed: 0, kept: 3_000 })
    await withdraw(params)
    expect(await depositOf(params)).toMatchObject({ held: 7_000, kept: [{ released: 0 }] })
    expect(await findBalance(market.db, payable)).toMatchObject({ receivable: 0, refundsPayable: 2_400 })
  })

  test('is owed back out of the deposit at once, where the rest of it went back', async () => {
    const { params, payable } = await disputed({ owed: 2_400, kept: 2_400 })
    await settle(params)
    await withdraw(params)
    expect(await depositOf(params)).toMatchObject({ held: 0, owedBack: 10_000 })
    expect(await findBalance(market.db, payable)).toMatchObject({ receivable: 0, refundsPayable: 0 })
  })
})

trial(
  'one wins when all of a deposit is kept and given back at the same moment',
  { full: 12, few: 12 },
  async ({ rounds }) => {
    let kept = 0
    let givenBack = 0
    // The head start grows and changes sides, so that each side wins sometimes, however slow the machine is.
    for (let round = 0; round < rounds || kept === 0 || givenBack === 0; round += 1) {
      const { params, photoId } = await carBack()
      const all = { photoIds: photoId, amount: '10000' }
      const keeping = async () => (await keep(params, all)).status === 200
      const settling = async () =>
        settle(params).then(
          () => true,
          () => false,
        )
      const [first, second] = round % 2 === 0 ? [keeping, settling] : [settling, keeping]
      const later = async () => {
        await setTimeout(2 ** Math.floor(round / 2))
        return second()
      }
      const won = await Promise.all([first(), later(), first(), later()])
      expect(won.filter(Boolean)).toHaveLength(1)
      const deposit = await depositOf(params)
      expect(deposit).toMatchObject({ held: 0 })
      const sum = deposit.kept.reduce((total, { amount }) => total + amount, 0)
      expect(sum + deposit.owedBack).toBe(10_000)
      if (sum > 0) kept += 1
      else givenBack += 1
    }
    await expectBalanced(market)
  },
)

describe('a kept part in the database', () => {
  test('has a photo, words and a known reason, agrees with the ledger, and never changes', async () => {
    const { params, photoId } = await carBack()
    await keep(params, { photoIds: photoId })
    const [part] = (await depositOf(params)).kept
    if (!part) throw new Error('nothing was kept')
    const insert = (change: string) =>
      sql`insert into kept_deposit_parts (id, deposit_id, amount, charged, reason, words, kept_by, kept_at)
        select gen_random_uuid(), deposit_id, ${sql.raw(change)} from kept_deposit_parts where id = ${part._id}::uuid`.execute(
        market.db,
      )
    const facts = 'kept_by, kept_at'
    const refused: [string, string][] = [
      [`0, 0, 'damage', 'A scratch', ${facts}`, 'kept_amount_is_positive'],
      [`100, 101, 'damage', 'A scratch', ${facts}`, 'kept_part_charges_no_more_than_it_keeps'],
      [`100, 0, 'mood', 'A scratch', ${facts}`, 'kept_part_reason_is_known'],
      [`100, 0, 'damage', '', ${facts}`, 'kept_part_has_words'],
      [`100, 0, 'damage', 'A scratch', ${facts}`, 'kept_part_has_a_photo'],
    ]
    for (const [values, constraint] of refused)
      await expect(insert(values)).rejects.toMatchObject({ constraint })
    const change = (set: string) =>
      sql`update kept_deposit_parts set ${sql.raw(set)} where id = ${part._id}::uuid`.execute(market.db)
    await expect(change('amount = 100')).rejects.toMatchObject({ constraint: 'kept_part_does_not_change' })
    await expect(change('released = 5, released_by = kept_by, released_at = kept_at')).rejects.toMatchObject({
      constraint: 'kept_parts_agree_with_the_ledger',
    })
    await expect(
      market.db.deleteFrom('kept_deposit_photos').where('part_id', '=', part._id).execute(),
    ).rejects.toMatchObject({ constraint: 'kept_part_keeps_its_photos' })
  })

  test('is never above what is held, whoever writes to the ledger', async () => {
    const { params, payable } = await carBack()
    const { _id: id } = await depositOf(params)
    const deposit = { type: 'deposit', id }
    const payment = await market.db
      .selectFrom('payments')
      .select('id')
      .where('deposit_id', '=', id)
      .executeTakeFirstOrThrow()
    const at = market.clock.now()
    const keepAmount = (amount: number) =>
      market.db.transaction().execute(async (tx) => {
        await charge(tx, { payable, amount, at, key: `test ${id} charged ${amount}` })
        return keepDeposit(tx, { deposit, charged: payable, amount, at, key: `test ${id} kept ${amount}` })
      })
    await expect(keepAmount(10_001)).rejects.toMatchObject({ code: '23514' })
    // Of the 10,000 that were taken, 4,000 are looked at again.
    await market.db.transaction().execute((tx) =>
      setMoneyAside(tx, {
        payable: deposit,
        paymentId: payment.id,
        amount: 4_000,
        at,
        key: `test ${id} set aside`,
      }),
    )
    await expect(keepAmount(6_001)).rejects.toMatchObject({ constraint: 'kept_never_exceeds_held' })
    expect(await keepAmount(6_000)).toBe(true)
  })

  test('is exported with the account, and loses its words when the account is deleted', async () => {
    const { params, photoId, customer } = await carBack()
    await keep(params, { photoIds: photoId })
    const { accountId } = customer
    const exported = async () => JSON.stringify(await personalKeptParts.exportData(market.deps, accountId))
    expect(await exported()).toContain('left door')
    await personalKeptParts.erase(market.db, { accountId, now: market.clock.now() })
    expect(await exported()).not.toContain('left door')
    expect(await exported()).toContain('2000')
  })
})
