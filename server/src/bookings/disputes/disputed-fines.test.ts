import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findBalance } from '../../payments/ledger/ledger-store.ts'
import { carBackWithDeposit, postKeptPart } from '../../testing/deposits.ts'
import { nextPlate, postFine, rentedCar } from '../../testing/fines.ts'
import { expectBalanced } from '../../testing/ledger-invariants.ts'
import { readMails } from '../../testing/mailbox.ts'
import { paidWith } from '../../testing/payments.ts'
import type { Person } from '../../testing/people.ts'
import { BOOKING_MORNING, historyOf } from '../../testing/renting.ts'
import { openTestMarket, type TestMarket } from '../../testing/test-app.ts'
import { trial } from '../../testing/trial.ts'

let market: TestMarket
let staff: Person
let colleague: Person
beforeAll(async () => {
  market = await openTestMarket({ now: BOOKING_MORNING, env: { RATE_LIMIT: 'off' } })
  staff = await market.signUp({ role: 'staff' })
  colleague = await market.signUp({ role: 'staff' })
})
afterAll(() => market.close())

const HOUR_MS = 3_600_000

type Rental = { customer: Person; bookingId: string; params: { bookingId: string }; fine: string }

async function recordFine(plate: string, reference = ''): Promise<string> {
  const answer = await postFine(market, staff, { plate, reference })
  return answer.json().data._id
}

/** A rental that is over, with a fine of 3,000. */
async function fined() {
  const rental = await rentedCar(market, staff, 'completed')
  return { ...rental, fine: await recordFine(rental.plate) }
}

const dispute = ({ params, customer, fine }: Rental, reason = 'I was not there') =>
  market.call('POST /api/booking/:bookingId/dispute', { params, body: { fine, reason } }, customer)

type Decision = { decision: 'kept' | 'withdrawn'; amount?: number; reason?: string }
const decide = ({ params, fine }: Rental, { reason = 'See the paper', ...decision }: Decision, by = staff) =>
  market.call(
    'POST /api/admin/booking/:bookingId/dispute/decide',
    { params, body: { fine, reason, ...decision } },
    by,
  )
const withdraw = ({ fine: fineId }: Rental) =>
  market.call(
    'POST /api/admin/fine/:fineId/withdraw',
    { params: { fineId }, body: { reason: 'Another plate' } },
    staff,
  )
const take = ({ params }: Rental, amount: number) =>
  market.call('POST /api/admin/booking/:bookingId/owed', { params, body: { amount, ...paidWith() } }, staff)

async function finesOf({ params, customer }: Rental) {
  return (await market.call('GET /api/booking/:bookingId/fines', { params }, customer)).data
}

const mailsOf = ({ accountId }: Person, kind: string) => readMails(market.db, { accountId, kind })
const waiting = async () => (await market.call('GET /api/admin/today', {}, staff)).data.counts.chargesDisputed
const refundsOf = (bookingId: string) =>
  market.db
    .selectFrom('refunds')
    .select(['amount', 'reason'])
    .where('booking_id', '=', bookingId)
    .orderBy('amount')
    .execute()

describe('a traffic fine', () => {
  test('is disputed once by its customer, waits in the queue of staff and is told to each of them', async () => {
    const rental = await fined()
    const before = await waiting()
    const foreign = { ...rental, customer: await market.signUp() }
    await expect(dispute(foreign)).rejects.toMatchObject({ code: 'booking_not_found' })
    await Promise.all([dispute(rental), dispute(rental), dispute(rental, 'Once more')])
    expect(await waiting()).toBe(before + 1)
    expect(await finesOf(rental)).toMatchObject({
      owed: 3_000,
      fines: [{ amount: 3_000, dispute: { amount: 3_000, withdrawn: 0, decision: null } }],
    })
    const list = await market.call('GET /api/admin/bookings', { query: { queue: 'disputed' } }, staff)
    expect(list.data.map(({ _id }) => _id)).toContain(rental.bookingId)
    expect((await historyOf(market, rental.bookingId)).at(-1)).toMatchObject({ what: 'Charge disputed' })
    for (const one of [staff, colleague]) {
      const mails = await mailsOf(one, 'yard_charge_disputed')
      expect(mails.filter((mail) => JSON.stringify(mail).includes(rental.bookingId))).toHaveLength(1)
    }
  })

  test('is disputed within 48 hours of being recorded, by its own booking, and only while it counts', async () => {
    const [rental, other, late] = [await fined(), await fined(), await fined()]
    await expect(dispute({ ...rental, fine: other.fine })).rejects.toMatchObject({ code: 'fine_not_found' })
    const body = { fine: rental.fine, charge: 0, reason: 'Both of them' }
    const { params, customer } = rental
    await expect(
      market.call('POST /api/booking/:bookingId/dispute', { params, body }, customer),
    ).rejects.toMatchObject({ code: 'invalid' })
    await withdraw(other)
    await expect(dispute(other)).rejects.toMatchObject({ code: 'dispute_wrong_state' })
    market.clock.advance(48 * HOUR_MS - 60_000)
    await dispute(rental)
    market.clock.advance(120_000)
    await expect(dispute(late)).rejects.toMatchObject({ code: 'dispute_too_late' })
  })

  test('is withdrawn by the decision alone while it is disputed', async () => {
    const rental = await fined()
    await dispute(rental)
    await expect(withdraw(rental)).rejects.toMatchObject({ code: 'fine_disputed' })
    await expect(decide(rental, { decision: 'withdrawn', reason: '' })).rejects.toMatchObject({
      code: 'invalid',
    })
    await decide(rental, { decision: 'withdrawn' })
    expect(await finesOf(rental)).toMatchObject({
      owed: 0,
      fines: [{ withdrawnAt: expect.any(String), dispute: { decision: 'withdrawn', withdrawn: 3_000 } }],
    })
    await expect(decide(rental, { decision: 'withdrawn' })).rejects.toMatchObject({
      code: 'dispute_wrong_state',
    })
    await expect(withdraw(rental)).rejects.toMatchObject({ code: 'fine_wrong_state' })
    expect(await refundsOf(rental.bookingId)).toEqual([])
    const mails = await mailsOf(rental.customer, 'booking_fine_decided')
    expect(mails).toHaveLength(1)
    expect(JSON.stringify(mails)).toContain('See the paper')
  })

  test('that is paid and withdrawn in part goes back in part, and the rest of it can be withdrawn later', async () => {
    const rental = await fined()
    await take(rental, 3_000)
    await dispute(rental)
    const part = { decision: 'withdrawn', amount: 1_000 } as const
    await expect(decide(rental, { ...part, amount: 3_001 })).rejects.toMatchObject({
      code: 'dispute_amount_above',
    })
    await decide(rental, part)
    expect(await refundsOf(rental.bookingId)).toEqual([{ amount: 1_000, reason: 'charge_withdrawn' }])
    expect(await finesOf(rental)).toMatchObject({ owed: 0, fines: [{ withdrawnAt: null }] })
    await withdraw(rental)
    expect(await refundsOf(rental.bookingId)).toEqual([
      { amount: 1_000, reason: 'charge_withdrawn' },
      { amount: 2_000, reason: 'fine_withdrawn' },
    ])
    expect(await findBalance(market.db, rental.payable)).toMatchObject({ receivable: 0, unapplied: 0 })
    await expectBalanced(market)
  })

  test('that is not paid is owed for the rest after a part was withdrawn, and for nothing after all of it was', async () => {
    const rental = await fined()
    await dispute(rental)
    await decide(rental, { decision: 'withdrawn', amount: 1_000 })
    expect(await finesOf(rental)).toMatchObject({ owed: 2_000, fines: [{ amount: 3_000, charged: 2_000 }] })
    await withdraw(rental)
    expect(await finesOf(rental)).toMatchObject({ owed: 0, fines: [{ charged: 0 }] })
    expect(await refundsOf(rental.bookingId)).toEqual([])
  })

  test('that is kept moves no money, needs an answer and is paid as before', async () => {
    const rental = await fined()
    const before = await findBalance(market.db, rental.payable)
    await dispute(rental)
    await expect(decide(rental, { decision: 'kept', reason: '' })).rejects.toMatchObject({ code: 'invalid' })
    await decide(rental, { decision: 'kept' })
    expect(await findBalance(market.db, rental.payable)).toEqual(before)
    expect(await finesOf(rental)).toMatchObject({
      fines: [{ withdrawnAt: null, dispute: { decision: 'kept', answer: 'See the paper' } }],
    })
    await take(rental, 3_000)
    expect((await finesOf(rental)).owed).toBe(0)
  })

  test('that the deposit paid is held again as far as it is withdrawn', async () => {
    const rental = await carBackWithDeposit(market, staff)
    const plate = nextPlate()
    await sql`update cars set number_plate = ${plate}
      where id = (select car_id from bookings where id = ${rental.bookingId}::uuid)`.execute(market.db)
    const disputed = { ...rental, fine: await recordFine(plate) }
    const kept = { photoIds: rental.photoId, amount: '3000', reason: 'fine', words: 'The fine' }
    expect((await postKeptPart(market, staff, rental.params, kept)).statusCode).toBe(200)
    await dispute(disputed)
    await decide(disputed, { decision: 'withdrawn', amount: 1_200 })
    const { data } = await market.call(
      'GET /api/booking/:bookingId/deposit',
      { params: rental.params },
      rental.customer,
    )
    expect(data.deposit).toMatchObject({ held: 8_200, kept: [{ amount: 3_000, released: 1_200 }] })
    expect(await findBalance(market.db, rental.payable)).toMatchObject({ receivable: 0, refundsPayable: 0 })
    await expectBalanced(market)
  })
})

const settled = (sent: Promise<unknown>) =>
  sent.then(
    () => 'done',
    (error) => error.code as string,
  )

trial(
  'of two clerks who decide on a fine at once one is right, in every round',
  { full: 25, few: 5 },
  async ({ rounds }) => {
    for (let round = 0; round < rounds; round += 1) {
      const rental = await fined()
      await dispute(rental)
      const ends = await Promise.all([
        settled(decide(rental, { decision: 'withdrawn', amount: 1_000 }, staff)),
        settled(decide(rental, { decision: round % 2 === 0 ? 'kept' : 'withdrawn' }, colleague)),
        settled(decide(rental, { decision: 'withdrawn', amount: 1_000 }, colleague)),
      ])
      expect(ends.toSorted()).toEqual(['dispute_wrong_state', 'dispute_wrong_state', 'done'])
      const { owed, fines } = await finesOf(rental)
      const [fine] = fines
      expect(owed).toBe(3_000 - (fine?.dispute?.withdrawn ?? 0))
      expect(fine?.withdrawnAt === null).toBe(owed > 0)
    }
    await expectBalanced(market)
  },
)

trial(
  'of a dispute and a withdrawal of the same fine at once one comes first, and nothing is withdrawn twice',
  { full: 25, few: 4 },
  async ({ rounds }) => {
    const seen = new Set<string>()
    // The head start of the withdrawal grows, so that each side wins sometimes, however slow the machine is.
    for (let round = 0; round < rounds || seen.size < 2; round += 1) {
      const rental = await fined()
      await take(rental, 3_000)
      const disputing = async () => {
        if (round % 2 === 1) await setTimeout(2 ** Math.floor(round / 4))
        return settled(dispute(rental))
      }
      const ends = (await Promise.all([disputing(), settled(withdraw(rental))])).join()
      expect(['done,fine_disputed', 'dispute_wrong_state,done']).toContain(ends)
      seen.add(ends)
      if (ends.startsWith('done')) await decide(rental, { decision: 'withdrawn' })
      const reason = ends.startsWith('done') ? 'charge_withdrawn' : 'fine_withdrawn'
      expect(await refundsOf(rental.bookingId)).toEqual([{ amount: 3_000, reason }])
      expect((await finesOf(rental)).owed).toBe(0)
    }
    await expectBalanced(market)
  },
)

test('the database refuses a dispute of another fine, too late, twice, and a withdrawal before or against the decision', async () => {
  const [rental, other] = [await fined(), await fined()]
  const insert = (bookingId: string, amount: number, hours: number) =>
    sql`insert into charge_disputes (id, booking_id, fine_id, amount, reason, disputed_at)
      values (gen_random_uuid(), ${bookingId}::uuid, ${rental.fine}::uuid, ${amount}, 'No',
        ${new Date(market.clock.now().getTime() + hours * HOUR_MS)})`.execute(market.db)
  const refused: [string, number, number, string][] = [
    [rental.bookingId, 2_999, 1, 'dispute_is_of_a_fine'],
    [other.bookingId, 3_000, 1, 'dispute_is_of_a_fine'],
    [rental.bookingId, 3_000, 49, 'dispute_is_in_time'],
  ]
  for (const [bookingId, amount, hours, constraint] of refused)
    await expect(insert(bookingId, amount, hours)).rejects.toMatchObject({ constraint })
  await dispute(rental)
  await expect(insert(rental.bookingId, 3_000, 1)).rejects.toMatchObject({
    constraint: 'fine_is_disputed_once',
  })
  await expect(
    sql`update traffic_fines set withdrawn_at = now(), withdrawn_by = recorded_by, withdrawal_reason = 'No'
      where id = ${rental.fine}::uuid`.execute(market.db),
  ).rejects.toMatchObject({ constraint: 'disputed_fine_is_not_withdrawn' })
  const change = (set: string) =>
    sql`update charge_disputes set ${sql.raw(set)} where fine_id = ${rental.fine}::uuid`.execute(market.db)
  const by = `decision = 'withdrawn', decided_by = '${staff.accountId}', decided_at = now()`
  await expect(change('charge = 0')).rejects.toMatchObject({ code: '23514' })
  await expect(change(`withdrawn = amount, ${by}`)).rejects.toMatchObject({
    constraint: 'withdrawn_fine_has_an_answer',
  })
  await expect(change(`withdrawn = amount, answer = 'Yes', ${by}`)).rejects.toMatchObject({
    constraint: 'fine_is_withdrawn_as_decided',
  })
})
