import { sql } from 'kysely'
import { expect } from 'vitest'
import { findBalance } from '../payments/ledger/ledger-store.ts'
import type { MoneyWorld, Purchase } from './money-movements.ts'
import type { TestMarket } from './test-app.ts'

type Ledger = Pick<TestMarket, 'db'>

/**
 * Both sides of every transaction are equal, and the balances are what the entries add up to, none below zero. What is
 * kept of a deposit pays for another payable: its money stays with the deposit.
 */
export async function expectBalanced({ db }: Ledger): Promise<void> {
  const { rows: unequal } = await sql`
    select transaction_id from ledger_entries group by 1 having sum(amount) <> 0 or count(*) < 2`.execute(db)
  expect(unequal).toEqual([])
  const { rows: wrong } = await sql`
    select b.* from ledger_balances as b left join (
      select ledger_entries.payable_id,
        coalesce(sum(amount) filter (where is_money(account)), 0) as money,
        coalesce(sum(amount) filter (where account = 'mpesa'), 0) as mpesa,
        coalesce(sum(amount) filter (where account = 'cash'), 0) as cash,
        coalesce(sum(amount) filter (where account = 'card'), 0) as card,
        coalesce(sum(amount) filter (where account = 'bank'), 0) as bank,
        coalesce(sum(amount) filter (where account = 'cheque'), 0) as cheque,
        coalesce(sum(amount) filter (where account = 'receivable'), 0) as receivable,
        -coalesce(sum(amount) filter (where account = 'unapplied'), 0) as unapplied,
        -coalesce(sum(amount) filter (where account = 'suspense'), 0) as suspense,
        -coalesce(sum(amount) filter (where account like 'revenue:%'), 0) as revenue,
        -coalesce(sum(amount) filter (where account = 'deposits'), 0) as deposits,
        -coalesce(sum(amount) filter (where account = 'refunds_payable'), 0) as refunds_payable,
        coalesce(sum(amount) filter (where t.kind in ('deposit_kept', 'deposit_released')), 0) as kept
      from ledger_entries join ledger_transactions as t on t.id = transaction_id group by 1
    ) as e on e.payable_id = b.payable_id
    where (b.money, b.receivable, b.unapplied, b.suspense, b.revenue, b.deposits, b.refunds_payable)
        is distinct from (coalesce(e.money, 0), coalesce(e.receivable, 0), coalesce(e.unapplied, 0),
          coalesce(e.suspense, 0), coalesce(e.revenue, 0), coalesce(e.deposits, 0), coalesce(e.refunds_payable, 0))
      or (b.mpesa, b.cash, b.card, b.bank, b.cheque) is distinct from (coalesce(e.mpesa, 0), coalesce(e.cash, 0),
          coalesce(e.card, 0), coalesce(e.bank, 0), coalesce(e.cheque, 0))
      or least(b.money, b.receivable, b.unapplied, b.suspense, b.revenue, b.deposits, b.refunds_payable) < 0
      or b.money <> b.unapplied + b.suspense + b.revenue + b.deposits + b.refunds_payable - b.receivable
        + coalesce(e.kept, 0)`.execute(db)
  expect(wrong).toEqual([])
  const { rows: ofDays } = await sql`
    (table balance_spans except ${spansAgain}) union all (${spansAgain} except table balance_spans)`.execute(
    db,
  )
  expect(ofDays).toEqual([])
}

const spansAgain = sql`select * from balance_spans_of(array(select payable_id from ledger_balances))`

/**
 * The ledger's M-Pesa money is what the simulator collected: each of its receipts once with its amount, and besides
 * only what people said: of codes under which no money moved, and of requests that staff accepted though no money came. What went out is what staff sent.
 */
export async function expectProviderBooks({
  market,
  wrongCodes,
  reported,
  refunded,
}: MoneyWorld): Promise<void> {
  const { rows: entered } = await sql<{ code: string | null; amount: number }>`
    select code, sum(amount)::bigint as amount from (
      select upper(p.receipt) as code, e.amount
      from payments as p join ledger_transactions as t on t.payment_id = p.id
      join ledger_entries as e on e.transaction_id = t.id
      where e.account = 'mpesa' and t.refund_id is null and (e.payable_id is not null or t.kind = 'money_lost')
        and (p.receipt is not null or p.recorded_by is null)
      union all
      select t.receipt, e.amount
      from ledger_transactions as t join ledger_entries as e on e.transaction_id = t.id
      where e.account = 'mpesa' and e.payable_id is null and t.refund_id is null and t.kind <> 'money_lost'
    ) as movements group by code having sum(amount) <> 0 order by code`.execute(market.db)
  const moved = [...market.simulator.transactions(), ...reported]
  const known = new Set(moved.map(({ receipt }) => receipt))
  expect(entered.filter(({ code }) => code !== null && known.has(code))).toEqual(
    moved
      .map(({ receipt: code, amount }) => ({ code, amount }))
      .sort((one, other) => (one.code < other.code ? -1 : 1)),
  )
  expect(entered.filter(({ code }) => code === null || !(known.has(code) || wrongCodes.has(code)))).toEqual(
    [],
  )
  const { rows: paid } = await sql<{ amount: number }>`
    select coalesce(sum(e.amount), 0)::bigint as amount
    from ledger_transactions as t join ledger_entries as e on e.transaction_id = t.id
    where t.kind = 'refund_paid' and e.account = 'refunds_payable'`.execute(market.db)
  expect(paid[0]?.amount).toBe(refunded)
}

/**
 * A reported transaction either has a payment with just its money, or waits in the queue of unmatched money and in the
 * ledger without a payable. Nothing was sent back as a second payment where others have not paid the price.
 */
export async function expectNothingLost({ db }: Ledger): Promise<void> {
  const { rows: misplaced } = await sql`
    select t.receipt, t.amount, p.status, p.outcome, payment_money(p.id) as money, unmatched.amount as unmatched
    from provider_transactions as t left join payments as p on p.id = t.payment_id
    left join lateral (
      select -sum(e.amount) as amount from ledger_transactions as l join ledger_entries as e on e.transaction_id = l.id
      where l.receipt = t.receipt and e.account = 'suspense' and e.payable_id is null
    ) as unmatched on true
    where case when p.id is null then t.amount <> coalesce(unmatched.amount, 0)
      else t.amount <> payment_money(p.id) or coalesce(unmatched.amount, 0) <> 0 end`.execute(db)
  expect(misplaced).toEqual([])
  const { rows: unjustified } = await sql`
    select r.* from refunds as r join payments as second on second.id = r.payment_id
    -- An order may cost less by then than its phone was asked for.
    left join lateral (
      select o.amount + coalesce(sum(l.quantity * l.price), 0) as amount
      from orders as o left join left_pieces as l
        on l.order_id = o.id and l.why = 'taken_off' and l.at > r.created_at
      where o.id = r.order_id group by o.id
    ) as price on true
    where r.reason = 'paid_twice' and least(second.amount, price.amount) > (
      select coalesce(sum(payment_money(p.id)), 0) from payments as p
      where p.payable_id = r.payable_id and p.id <> second.id and p.status = 'paid'
    )`.execute(db)
  expect(unjustified).toEqual([])
}

/** What customers see as paid, and what is owed back to them, are the balances of the ledger. */
export async function expectShownBalances({ market }: MoneyWorld, purchase: Purchase): Promise<void> {
  const { type, id } = purchase
  const balance = await findBalance(market.db, { type, id })
  const { rows: due } = await sql<{ amount: number }>`
    select coalesce(sum(amount), 0)::bigint as amount from refunds
    where payable_id = ${id}::uuid and status = 'due'`.execute(market.db)
  expect({ id, refundsPayable: balance.refundsPayable }).toEqual({ id, refundsPayable: due[0]?.amount })
  const paid = Math.max(0, balance.price + balance.unapplied - balance.receivable)
  const shown = await readShown(market, purchase)
  if (!shown) return
  const { status, paymentStatus, price, refundPreview } = shown
  const facts = { reference: purchase.reference, status, paymentStatus, balance }
  // Where M-Pesa told of less afterwards, the rest is a receivable and staff decides.
  if (paymentStatus === 'paid')
    expect(balance.price + balance.unapplied, JSON.stringify(facts)).toBeGreaterThanOrEqual(price)
  if (paymentStatus === 'refunding') expect(balance.refundsPayable, JSON.stringify(facts)).toBeGreaterThan(0)
  if (paymentStatus === 'refunded') expect(balance.refundsPayable, JSON.stringify(facts)).toBe(0)
  if (refundPreview !== undefined) expect({ ...facts, paid: refundPreview }).toEqual({ ...facts, paid })
}

/** Undefined for a listing: its seller chooses what to pay. */
async function readShown({ call }: MoneyWorld['market'], { type, id, customer }: Purchase) {
  if (type === 'order') {
    const { data } = await call('GET /api/order/get/:orderId', { params: { orderId: id } }, customer)
    const { status, paymentStatus, amount: price } = data
    return { status, paymentStatus, price, refundPreview: undefined }
  }
  if (type !== 'booking') return undefined
  const params = { bookingId: id }
  const { data } = await call('GET /api/booking/:bookingId', { params }, customer)
  const { status, paymentStatus, finalAmount: price } = data
  const mayCancel = status === 'pending' || status === 'confirmed'
  const preview = mayCancel
    ? (await call('GET /api/booking/:bookingId/refund', { params }, customer)).data.paid
    : undefined
  return { status, paymentStatus, price, refundPreview: preview }
}

/** How much stands in the ledger: the same again when nothing was added. */
export async function countLedger({ db }: Ledger) {
  const { rows } = await sql<{ transactions: number; entries: number; turnover: number }>`
    select (select count(*) from ledger_transactions) as transactions, count(*) as entries,
      coalesce(sum(abs(amount)), 0)::bigint as turnover from ledger_entries`.execute(db)
  return rows[0]
}
