import { addDays, nairobiDay } from '@twende/contract/calendar-day.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addCar } from '../testing/fleet.ts'
import { sendC2bPayment } from '../testing/payments.ts'
import { BY_MPESA, bookCar, payBooking } from '../testing/renting.ts'
import { runDueJobs } from '../testing/run-due-jobs.ts'
import { listLiveCar } from '../testing/selling.ts'
import { openTestMarket, type TestMarket } from '../testing/test-app.ts'

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket({ now: new Date('2026-06-10T09:00:00+03:00'), env: { RATE_LIMIT: 'off' } })
})
afterAll(() => market.close())

async function booksAndPeople() {
  const { db } = market
  const [payments, messages, transactions, proofs, audit] = await Promise.all([
    db.selectFrom('payments').selectAll().orderBy('id').execute(),
    db.selectFrom('payment_messages').select('body').execute(),
    db.selectFrom('provider_transactions').selectAll().execute(),
    db.selectFrom('payment_proofs').selectAll().execute(),
    db
      .selectFrom('audit_log')
      .selectAll()
      .where('subject', 'in', ['payments', 'payment_proofs', 'refunds'])
      .execute(),
  ])
  const books = payments.map(({ id, amount, amount_received, receipt, status }) => {
    return { id, amount, amount_received, receipt, status }
  })
  return { books, text: JSON.stringify({ payments, messages, transactions, proofs, audit }) }
}

test('five years after the end of its tax year, money is kept without the people who paid it', async () => {
  const customer = await market.signUp()
  const startDate = addDays(nairobiDay(market.clock.now()), 5)
  const stay = { startDate, endDate: addDays(startDate, 2), ...BY_MPESA }
  const { _id } = await bookCar(market, customer, await addCar(market.db), stay)
  await payBooking(market, _id)
  await listLiveCar(market, await market.signUp(), { mpesaName: 'Zawadi Nyambura' })
  await sendC2bPayment(market, { amount: 700, reference: 'OTIENO' })
  await writeAudit(customer.accountId)
  const people = /254712\d{6}|Zawadi|OTIENO|Achieng/
  const before = await booksAndPeople()
  expect(before.text).toMatch(people)

  market.clock.set(new Date('2031-12-31T23:00:00+03:00'))
  await runDueJobs(market)
  expect((await booksAndPeople()).text).toMatch(people)
  market.clock.set(new Date('2032-01-01T23:00:00+03:00'))
  await runDueJobs(market)
  const after = await booksAndPeople()
  expect(after.text).not.toMatch(people)
  expect(after.books).toEqual(before.books)
  // However long the year was, no one statement has all of it.
  const { rows } = await sql<{ most: number }>`
    select max(together) as most from (select count(*) as together from audit_log group by xmin::text) as written
  `.execute(market.db)
  expect(rows[0]?.most).toBe(1000)
})

/** What staff did with payments in a busy year, and why. */
async function writeAudit(by: string) {
  await sql`
    insert into audit_log (at, account_id, request_id, action, reason, subject, subject_id, before, after)
    select ${market.clock.now()}, ${by}::uuid, gen_random_uuid(), 'POST', 'Achieng paid', subject, gen_random_uuid(), told, told
    from generate_series(1, 501) as n, (values
      ('payments', '{"status": "review"}'::jsonb), ('payments', '{"phone": "254712000111"}'),
      ('payment_proofs', '{"payer_name": "Achieng"}'), ('refunds', '{"reason_note": "Achieng asked", "sent_note": ""}')
    ) as done (subject, told)
  `.execute(market.db)
}
