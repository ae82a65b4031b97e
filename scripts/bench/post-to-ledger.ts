import type pg from 'pg'

/** Every payment with money that the ledger does not have yet, and the price that it paid; every refund. */
export async function postToLedger(client: pg.Client): Promise<void> {
  // Statistics of tables that were just filled are of no use: nested loops over them would take hours.
  await client.query('analyze payments, refunds, provider_transactions; set local enable_nestloop = off')
  await client.query(
    `insert into ledger_transactions (id, kind, occurred_at, idempotency_key, provider, receipt, payable_type,
       payable_id, payment_id)
     select pg_temp.id_at(coalesce(settled_at, created_at)), 'money_received', coalesce(settled_at, created_at),
       'payment ' || id || ' received', case when method <> 'cash' then 'mpesa' end,
       case when method <> 'cash' then upper(receipt) end, payable_type, payable_id, id
     from payments as p
     where (status in ('paid', 'partial', 'refunding', 'refunded') or (status = 'review' and amount_received is not null))
       and not exists (select from ledger_transactions where payment_id = p.id)`,
  )
  await client.query(
    `insert into ledger_entries (transaction_id, line, account, payable_type, payable_id, amount)
     select t.id, line, account, t.payable_type, t.payable_id,
       sign * coalesce(told.amount, p.amount_received, p.amount)
     from ledger_transactions as t join payments as p on p.id = t.payment_id
     left join provider_transactions as told on told.payment_id = p.id
     cross join lateral (values
       (0, case p.method when 'cash' then 'cash' else 'mpesa' end, 1),
       (1, case p.status when 'review' then 'suspense' else 'unapplied' end, -1)
     ) as side (line, account, sign)
     where t.kind = 'money_received' and not exists (select from ledger_entries where transaction_id = t.id)`,
  )
  await client.query(
    `insert into ledger_transactions (id, kind, occurred_at, idempotency_key, payable_type, payable_id, payment_id)
     select pg_temp.id_at(t.occurred_at), 'price_paid', t.occurred_at, 'payment ' || payment_id || ' applied', t.payable_type,
       t.payable_id, t.payment_id
     from ledger_transactions as t join payments as p on p.id = t.payment_id
     where t.kind = 'money_received' and p.status in ('paid', 'refunding', 'refunded')
       and not exists (
         select from ledger_transactions as applied where applied.payment_id = p.id and applied.kind = 'price_paid'
       )`,
  )
  // As `payment_money` of each: the function would read all entries for every payment, without nested loops.
  await client.query(
    `with money as materialized (
       select t.payment_id, sum(e.amount) as amount
       from ledger_transactions as t join ledger_entries as e on e.transaction_id = t.id
       where t.payment_id is not null and t.refund_id is null and is_money(e.account)
         and (e.payable_id is not null or t.kind = 'money_lost')
       group by t.payment_id
     )
     insert into ledger_entries (transaction_id, line, account, payable_type, payable_id, amount)
     select t.id, line, account, t.payable_type, t.payable_id, sign * money.amount
     from ledger_transactions as t join money using (payment_id)
     cross join lateral (values (0, 'receivable', 1), (1, ${REVENUE}, -1), (2, 'unapplied', 1), (3, 'receivable', -1))
       as side (line, account, sign)
     where t.kind = 'price_paid' and not exists (select from ledger_entries where transaction_id = t.id)`,
  )
  await postRefunds(client, 'refund_owed', 'created_at', `(0, ${OWED_FROM}, 1), (1, 'refunds_payable', -1)`)
  await postRefunds(client, 'refund_paid', 'sent_at', `(0, 'refunds_payable', 1), (1, 'mpesa', -1)`)
  // The triggers that compare each payment with the ledger at commit look up single rows.
  await client.query(
    'set local enable_nestloop = on; analyze ledger_transactions, ledger_entries, ledger_balances',
  )
}

const REVENUE = `case t.payable_type when 'booking' then 'revenue:rental' when 'order' then 'revenue:shop'
  else 'revenue:listing' end`

const OWED_FROM = `case when b.suspense >= r.amount then 'suspense' when b.unapplied >= r.amount then 'unapplied'
  else ${REVENUE} end`

async function postRefunds(client: pg.Client, kind: string, at: string, sides: string) {
  await client.query(
    `insert into ledger_transactions (id, kind, occurred_at, idempotency_key, payable_type, payable_id, refund_id)
     select pg_temp.id_at(${at}), '${kind}', ${at}, 'refund ' || id || ' ${kind}',
       payable_type,
       payable_id, id
     from refunds where ${at} is not null
       and not exists (select from ledger_transactions as posted where posted.refund_id = refunds.id and posted.kind = '${kind}')`,
  )
  await client.query(
    `insert into ledger_entries (transaction_id, line, account, payable_type, payable_id, amount)
     select t.id, line, account, t.payable_type, t.payable_id, sign * r.amount
     from ledger_transactions as t join refunds as r on r.id = t.refund_id
     join ledger_balances as b on b.payable_id = t.payable_id
     cross join lateral (values ${sides}) as side (line, account, sign)
     where t.kind = '${kind}' and not exists (select from ledger_entries where transaction_id = t.id)`,
  )
}
