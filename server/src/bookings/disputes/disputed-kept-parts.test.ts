import { setTimeout } from 'node:timers/promises'
import { m } from '@twende/messages'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findBalance } from '../../payments/ledger/ledger-store.ts'
import { charge } from '../../payments/ledger/postings.ts'
import { carBackWithDeposit, postKeptPart } from '../../testing/deposits.ts'
import { expectBalanced } from '../../testing/ledger-invariants.ts'
import { readMails } from '../../testing/mailbox.ts'
import type { Person } from '../../testing/people.ts'
import { BOOKING_MORNING, historyOf } from '../../testing/renting.ts'
import { openTestMarket, type TestMarket } from '../../testing/test-app.ts'
import { trial } from '../../testing/trial.ts'
import { personalDisputes } from './read-charges.ts'

const HOUR_MS = 3_600_000

let market: TestMarket
let staff: Person
let colleague: Person
beforeAll(async () => {
  market = await openTestMarket({ now: BOOKING_MORNING, env: { RATE_LIMIT: 'off' } })
  staff = await market.signUp({ role: 'staff' })
  colleague = await market.signUp({ role: 'staff' })
})
afterAll(() => market.close())

type Rental = { params: { bookingId: string }; customer: Person; keptPart: string }

/** A rental that is over, of whose deposit of 10,000 staff keeps 3,000; the customer owed `owed` before. */
async function kept({ owed = 0 } = {}) {
  const rental = await carBackWithDeposit(market, staff)
  const { params, payable, photoId } = rental
  const at = market.clock.now()
  if (owed > 0)
    await market.db
      .transaction()
      .execute((tx) => charge(tx, { payable, amount: owed, key: `test ${params.bookingId}`, at }))
  const answer = await postKeptPart(market, staff, params, { photoIds: photoId, amount: '3000' })
  const keptPart: string = answer.json().data.deposit.kept[0]._id
  return { ...rental, keptPart }
}

const dispute = ({ params, customer, keptPart }: Rental, reason = 'It was there before') =>
  market.call('POST /api/booking/:bookingId/dispute', { params, body: { keptPart, reason } }, customer)

type Decision = { decision: 'kept' | 'withdrawn'; amount?: number; reason?: string }
const decide = (
  { params, keptPart }: Rental,
  { reason = 'See the photos', ...decision }: Decision,
  by = staff,
) =>
  market.call(
    'POST /api/admin/booking/:bookingId/dispute/decide',
    { params, body: { keptPart, reason, ...decision } },
    by,
  )
const settle = ({ params }: Rental) =>
  market.call('POST /api/admin/booking/:bookingId/deposit/settle', { params, body: {} }, staff)
const release = ({ params, keptPart: partId }: Rental) =>
  market.call(
    'POST /api/admin/booking/:bookingId/deposit/keep/:partId/release',
    { params: { ...params, partId }, body: { reason: 'A mistake' } },
    staff,
  )

async function depositOf({ params }: Rental) {
  const { data } = await market.call('GET /api/admin/booking/:bookingId/deposit', { params }, staff)
  if (!data.deposit) throw new Error('no deposit')
  return data.deposit
}

const mailsOf = ({ accountId }: Person, kind: string) => readMails(market.db, { accountId, kind })
const waiting = async () => (await market.call('GET /api/admin/today', {}, staff)).data.counts.chargesDisputed

describe('a kept part of a deposit', () => {
  test('is disputed once by its customer, waits in the queue of staff and is told to each of them', async () => {
    const rental = await kept()
    const { params, customer, keptPart } = rental
    const before = await waiting()
    const foreign = { ...rental, customer: await market.signUp() }
    await expect(dispute(foreign)).rejects.toMatchObject({ code: 'booking_not_found' })
    await Promise.all([dispute(rental), dispute(rental), dispute(rental, 'Once more')])
    expect(await waiting()).toBe(before + 1)
    const { data } = await market.call('GET /api/booking/:bookingId/deposit', { params }, customer)
    expect(data.deposit?.kept).toMatchObject([
      { _id: keptPart, dispute: { amount: 3_000, withdrawn: 0, decision: null } },
    ])
    const query = { queue: 'disputed' } as const
    const list = await market.call('GET /api/admin/bookings', { query }, staff)
    expect(list.data.map(({ _id }) => _id)).toContain(params.bookingId)
    const events = (await historyOf(market, params.bookingId)).map(({ what }) => what)
    expect(events.filter((what) => what === 'Charge disputed')).toHaveLength(1)
    for (const one of [staff, colleague]) {
      const mails = await mailsOf(one, 'yard_charge_disputed')
      expect(mails.filter((mail) => JSON.stringify(mail).includes(params.bookingId))).toHaveLength(1)
    }
  })

  test('disputed beside another one of the same booking is one line of the queue, and one on the first page', async () => {
    const rental = await kept()
    const before = await waiting()
    const answer = await postKeptPart(market, staff, rental.params, {
      photoIds: rental.photoId,
      amount: '1000',
    })
    const keptParts = answer.json().data.deposit.kept.map(({ _id }: { _id: string }) => _id)
    expect(keptParts).toHaveLength(2)
    for (const keptPart of keptParts) await dispute({ ...rental, keptPart })
    expect(await waiting()).toBe(before + 1)
    const query = { queue: 'disputed' } as const
    const list = await market.call('GET /api/admin/bookings', { query }, staff)
    expect(list.data.filter(({ _id }) => _id === rental.params.bookingId)).toHaveLength(1)
  })

  test('is disputed within 48 hours of being kept, by its own booking, and only while it is kept', async () => {
    const rental = await kept()
    const other = await kept()
    await expect(dispute({ ...rental, keptPart: other.keptPart })).rejects.toMatchObject({
      code: 'kept_part_not_found',
    })
    const body = { reason: 'Neither of them' }
    const { params, customer } = rental
    await expect(
      market.call('POST /api/booking/:bookingId/dispute', { params, body }, customer),
    ).rejects.toMatchObject({ code: 'invalid' })
    await release(other)
    await expect(dispute(other)).rejects.toMatchObject({ code: 'dispute_wrong_state' })
    const late = await kept()
    market.clock.advance(48 * HOUR_MS - 60_000)
    await dispute(rental)
    market.clock.advance(120_000)
    await expect(dispute(late)).rejects.toMatchObject({ code: 'dispute_too_late' })
  })

  test('is released by the decision alone while it is disputed, and the rest of the deposit goes back meanwhile', async () => {
    const rental = await kept()
    await dispute(rental)
    await expect(release(rental)).rejects.toMatchObject({ code: 'kept_part_disputed' })
    await settle(rental)
    expect(await depositOf(rental)).toMatchObject({ held: 0, owedBack: 7_000, kept: [{ released: 0 }] })
    await decide(rental, { decision: 'withdrawn', reason: '' })
    expect(await depositOf(rental)).toMatchObject({ held: 0, owedBack: 10_000, kept: [{ released: 3_000 }] })
    const [mail] = await mailsOf(rental.customer, 'booking_kept_part_decided')
    expect(mail?.body).toContain(m.mail_withdrawn_back({ amount: 'Ksh 3,000' }))
  })

  test('that is given back in full is held again and charged no more, once', async () => {
    const rental = await kept()
    const { price } = await findBalance(market.db, rental.payable)
    await dispute(rental)
    await decide(rental, { decision: 'withdrawn' })
    expect(await depositOf(rental)).toMatchObject({ held: 10_000, owedBack: 0 })
    expect(await findBalance(market.db, rental.payable)).toMatchObject({
      price: price - 3_000,
      receivable: 0,
    })
    await expect(decide(rental, { decision: 'withdrawn' })).rejects.toMatchObject({
      code: 'dispute_wrong_state',
    })
    const mails = await mailsOf(rental.customer, 'booking_kept_part_decided')
    expect(mails).toHaveLength(1)
    expect(JSON.stringify(mails)).toContain('See the photos')
    expect(mails[0]?.body).toContain(m.mail_withdrawn_held({ amount: 'Ksh 3,000' }))
    expect(`${mails[0]?.subject} ${mails[0]?.body}`).not.toContain('goes back')
  })

  test('that is given back in part keeps the rest, needs words, and its rest can be released later', async () => {
    const rental = await kept()
    const { price } = await findBalance(market.db, rental.payable)
    await dispute(rental)
    const part = { decision: 'withdrawn', amount: 1_000 } as const
    await expect(decide(rental, { ...part, reason: '' })).rejects.toMatchObject({ code: 'invalid' })
    await expect(decide(rental, { ...part, amount: 3_001 })).rejects.toMatchObject({
      code: 'dispute_amount_above',
    })
    await decide(rental, part)
    expect(await depositOf(rental)).toMatchObject({
      held: 8_000,
      kept: [{ released: 1_000, dispute: { decision: 'withdrawn', withdrawn: 1_000, amount: 3_000 } }],
    })
    expect(await findBalance(market.db, rental.payable)).toMatchObject({
      price: price - 1_000,
      receivable: 0,
    })
    await release(rental)
    expect(await depositOf(rental)).toMatchObject({ held: 10_000, kept: [{ released: 3_000 }] })
    expect(await findBalance(market.db, rental.payable)).toMatchObject({
      price: price - 3_000,
      receivable: 0,
    })
  })

  test('that is kept after all moves no money and has an answer', async () => {
    const rental = await kept()
    const before = await findBalance(market.db, rental.payable)
    await dispute(rental)
    await expect(decide(rental, { decision: 'kept', reason: '' })).rejects.toMatchObject({ code: 'invalid' })
    await decide(rental, { decision: 'kept' })
    expect(await findBalance(market.db, rental.payable)).toEqual(before)
    expect(await depositOf(rental)).toMatchObject({
      held: 7_000,
      kept: [{ released: 0, dispute: { decision: 'kept', answer: 'See the photos' } }],
    })
  })

  test('that paid what was owed is owed again as far as that is given back', async () => {
    const rental = await kept({ owed: 2_000 })
    await dispute(rental)
    await decide(rental, { decision: 'withdrawn', amount: 2_500 })
    // Of the 3,000, 1,000 were charged by keeping them: they are charged no more, and go back first.
    expect(await depositOf(rental)).toMatchObject({ held: 9_500 })
    expect(await findBalance(market.db, rental.payable)).toMatchObject({ receivable: 1_500 })
    const [mail] = await mailsOf(rental.customer, 'booking_kept_part_decided')
    expect(mail?.body).toContain(m.mail_booking_deposit_released_owed({ amount: 'Ksh 1,500' }))
    await release(rental)
    expect(await findBalance(market.db, rental.payable)).toMatchObject({ receivable: 2_000 })
  })
})

test('a charge is withdrawn in part', async () => {
  const { params, customer, payable } = await carBackWithDeposit(market, staff, [
    { kind: 'fuel', amount: 2_400 },
  ])
  const { price } = await findBalance(market.db, payable)
  const reason = 'It was half full'
  await market.call('POST /api/booking/:bookingId/dispute', { params, body: { charge: 0, reason } }, customer)
  const body = { charge: 0, decision: 'withdrawn', amount: 900, reason } as const
  await market.call('POST /api/admin/booking/:bookingId/dispute/decide', { params, body }, staff)
  expect(await findBalance(market.db, payable)).toMatchObject({ price: price - 900, refundsPayable: 900 })
  const { data } = await market.call('GET /api/admin/booking/:bookingId', { params }, staff)
  expect(data).toMatchObject({ extraCharges: 1_500 })
  const [mail] = await mailsOf(customer, 'booking_charge_decided')
  expect(mail?.body).toContain(m.mail_withdrawn_back({ amount: 'Ksh 900' }))
})

test('a charge waits for the decision on the kept part that paid it', async () => {
  const rental = await carBackWithDeposit(market, staff, [{ kind: 'fuel', amount: 2_400 }])
  const { params, customer, payable, photoId } = rental
  const at = market.clock.now()
  await market.db
    .transaction()
    .execute((tx) => charge(tx, { payable, amount: 2_400, key: `test ${params.bookingId}`, at }))
  const fields = { photoIds: photoId, amount: '2400', reason: 'fuel' }
  const answer = await postKeptPart(market, staff, params, fields)
  const keptPart: string = answer.json().data.deposit.kept[0]._id
  const ofCharge = { charge: 0, reason: 'It was full' }
  await market.call('POST /api/booking/:bookingId/dispute', { params, body: ofCharge }, customer)
  await dispute({ params, customer, keptPart })
  const body = { charge: 0, decision: 'withdrawn', reason: 'True' } as const
  const withdraw = () =>
    market.call('POST /api/admin/booking/:bookingId/dispute/decide', { params, body }, staff)
  await expect(withdraw()).rejects.toMatchObject({ code: 'kept_part_disputed' })
  await decide({ params, customer, keptPart }, { decision: 'kept' })
  await withdraw()
  expect(await depositOf({ params, customer, keptPart })).toMatchObject({ held: 10_000 })
  expect(await findBalance(market.db, payable)).toMatchObject({ receivable: 0, refundsPayable: 0 })
})

const settled = (sent: Promise<unknown>) =>
  sent.then(
    () => 'done',
    (error) => error.code as string,
  )

trial(
  'of two clerks who decide at once one is right, in every round',
  { full: 25, few: 5 },
  async ({ rounds }) => {
    for (let round = 0; round < rounds; round += 1) {
      const rental = await kept()
      await dispute(rental)
      const ends = await Promise.all([
        settled(decide(rental, { decision: 'withdrawn', amount: 1_000 }, staff)),
        settled(decide(rental, { decision: round % 2 === 0 ? 'kept' : 'withdrawn' }, colleague)),
        settled(decide(rental, { decision: 'withdrawn', amount: 1_000 }, colleague)),
      ])
      expect(ends.toSorted()).toEqual(['dispute_wrong_state', 'dispute_wrong_state', 'done'])
      const { held, kept: parts } = await depositOf(rental)
      const [part] = parts
      expect(part?.released).toBe(part?.dispute?.withdrawn)
      expect(held).toBe(7_000 + (part?.released ?? 0))
    }
    await expectBalanced(market)
  },
)

trial(
  'a dispute, the release of the same part and the return of the rest at once lose no money and leave nothing undecided',
  { full: 25, few: 4 },
  async ({ rounds }) => {
    const seen = new Set<string>()
    // The head start of the release grows, so that each side wins sometimes, however slow the machine is.
    for (let round = 0; round < rounds || seen.size < 2; round += 1) {
      const rental = await kept()
      const disputing = async () => {
        if (round % 2 === 1) await setTimeout(2 ** Math.floor(round / 4))
        return settled(dispute(rental))
      }
      const [disputed, released, returned] = await Promise.all([
        disputing(),
        settled(release(rental)),
        settled(settle(rental)),
      ])
      expect(returned).toBe('done')
      expect(['done,kept_part_disputed', 'dispute_wrong_state,done']).toContain(`${disputed},${released}`)
      seen.add(`${disputed}`)
      const deposit = await depositOf(rental)
      const back = deposit.held + deposit.owedBack
      expect(back).toBe(released === 'done' ? 10_000 : 7_000)
      if (disputed === 'done') await decide(rental, { decision: 'withdrawn' })
      const after = await depositOf(rental)
      expect(after.held + after.owedBack).toBe(10_000)
    }
    await expectBalanced(market)
  },
)

describe('the dispute of a kept part in the database', () => {
  test('is of what is kept of its own deposit, in time, and keeps the part until it is decided', async () => {
    const rental = await kept()
    const other = await kept()
    const insert = (bookingId: string, amount: number, hours: number) =>
      sql`insert into charge_disputes (id, booking_id, kept_part_id, amount, reason, disputed_at)
        values (gen_random_uuid(), ${bookingId}::uuid, ${rental.keptPart}::uuid, ${amount}, 'No',
          ${new Date(market.clock.now().getTime() + hours * HOUR_MS)})`.execute(market.db)
    const refused: [string, number, number, string][] = [
      [rental.bookingId, 2_999, 1, 'dispute_is_of_a_kept_part'],
      [other.bookingId, 3_000, 1, 'dispute_is_of_a_kept_part'],
      [rental.bookingId, 3_000, 49, 'dispute_is_in_time'],
    ]
    for (const [bookingId, amount, hours, constraint] of refused)
      await expect(insert(bookingId, amount, hours)).rejects.toMatchObject({ constraint })
    await dispute(rental)
    await expect(insert(rental.bookingId, 3_000, 1)).rejects.toMatchObject({
      constraint: 'kept_part_is_disputed_once',
    })
    const change = (set: string) =>
      sql`update charge_disputes set ${sql.raw(set)} where kept_part_id = ${rental.keptPart}::uuid`.execute(
        market.db,
      )
    const by = `decided_by = '${staff.accountId}', decided_at = now()`
    await expect(change('charge = 0')).rejects.toMatchObject({ code: '23514' })
    await expect(change(`decision = 'kept', withdrawn = 5, answer = 'No', ${by}`)).rejects.toMatchObject({
      constraint: 'dispute_withdraws_as_decided',
    })
    await expect(change(`decision = 'withdrawn', withdrawn = 5, ${by}`)).rejects.toMatchObject({
      constraint: 'part_that_is_withdrawn_has_an_answer',
    })
    await expect(
      sql`update kept_deposit_parts set released = 5, released_by = kept_by, released_at = kept_at
        where id = ${rental.keptPart}::uuid`.execute(market.db),
    ).rejects.toMatchObject({ constraint: 'disputed_part_is_not_released' })
    await decide(rental, { decision: 'kept' })
    await expect(change(`decision = 'withdrawn', withdrawn = 5`)).rejects.toMatchObject({
      constraint: 'dispute_is_decided_once',
    })
  })

  test('is exported with the account, and loses what the customer wrote when it is deleted', async () => {
    const rental = await kept()
    await dispute(rental, 'It was full of scratches')
    const { accountId } = rental.customer
    const exported = async () => JSON.stringify(await personalDisputes.exportData(market.deps, accountId))
    expect(await exported()).toContain('full of scratches')
    await personalDisputes.erase(market.db, { accountId, now: market.clock.now() })
    expect(await exported()).not.toContain('full of scratches')
  })
})
