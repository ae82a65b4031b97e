import type pg from 'pg'
import { LISTING_PLANS } from '../../contract/src/settings/first-settings.ts'
import { postToLedger } from './post-to-ledger.ts'

/** Bookings of the desk carry an md5 where the product writes a sha256. */
const FILLED = 'length(request_hash) = 32'

/** An M-Pesa code of its own for each number. */
const code = (number: string) =>
  `'S' || upper(lpad(to_hex((${number})::bigint * 2654435761 % 68719476736), 9, '0'))`

const PLANS = `'${JSON.stringify(LISTING_PLANS)}'::jsonb`

/** The money of bookings and of cars for sale: collected, tried in vain, told by M-Pesa, pasted, and given back. */
export async function fillDeskMoney(client: pg.Client): Promise<void> {
  await client.query('begin')
  await payForBookings(client)
  await payForListings(client)
  await tellByMpesa(client)
  await giveBack(client)
  await postToLedger(client)
  await client.query('commit')
}

async function payForBookings(client: pg.Client) {
  await client.query(
    `insert into payments (id, payable_type, payable_id, account_id, method, amount, amount_received, phone, status, outcome,
       webhook_secret, receipt, failure, created_at, settled_at, paid_at, recorded_by)
     select pg_temp.id_at(at), 'booking', id, account_id, method, final_amount,
       case when status = 'partial' then final_amount / 2 when status <> 'failed' then final_amount end, phone, status,
       case status when 'failed' then 'cancelled' when 'review' then 'too_late' when 'partial' then 'paid_less' else 'paid' end,
       md5(n::text) || md5('b' || n), case when method <> 'cash' and status <> 'failed' then ${code('1000000 + n')} end,
       case when status = 'failed' then 'cancelled' end, at, at + interval '1 minute',
       case when status <> 'failed' then at + interval '1 minute' end,
       case when method = 'cash' then (select id from accounts where email like 'desk-keeper@%') end
     from (
       select b.*, row_number() over (order by b.created_at, tried) as n, customer_info ->> 'phone' as phone,
         case when tried then 'stk' when b.reference like '%7' then 'cash' when b.reference like '%3' then 'c2b' else 'stk' end as method,
         case when tried then 'failed' when b.payment_status = 'refunded' then 'refunded'
           when b.reference like 'BK1_55' then 'review' when b.reference like 'BK1_66' then 'partial'
           else b.payment_status end as status,
         b.created_at + case when tried then interval '1 minute' else interval '3 minutes' end as at
       from (select id, reference, account_id, final_amount, customer_info, payment_status, created_at from bookings
         where ${FILLED}) as b
       cross join lateral (values (true), (false)) as attempt (tried)
       where case when tried then b.reference like '%9' or b.payment_status = 'expired'
         else b.payment_status in ('paid', 'refunded') end
     ) as tries`,
  )
  await client.query(
    `insert into payment_messages (payment_id, kind, body, received_at, status)
     select id, 'callback', jsonb_build_object('Body', jsonb_build_object('stkCallback', jsonb_build_object(
       'MerchantRequestID', webhook_secret, 'CheckoutRequestID', 'ws_CO_' || webhook_secret, 'ResultCode', case when failure is null then 0 else 1032 end,
       'ResultDesc', 'The service request is processed successfully.', 'CallbackMetadata', jsonb_build_object(
         'Amount', amount, 'MpesaReceiptNumber', receipt, 'PhoneNumber', phone))))::text, settled_at, 'settled'
     from payments where method = 'stk' and payable_type = 'booking' and length(webhook_secret) = 64 and requested_at is null`,
  )
}

/** Half of the cars for sale were paid by a pasted message; a few messages wait, a few were refused. */
async function payForListings(client: pg.Client) {
  await client.query(
    `create temp table sold_periods as
       select id, account_id, number, created_at, contact_phone, contact_email, row_number() over (order by number) as n
       from listings where request_hash ~ '^[0-9a-f]{32}$'`,
  )
  await client.query(
    `insert into payment_proofs (id, payable_type, payable_id, account_id, method, code, amount_read, amount_typed, paid_at,
       recipient, payer_name, payer_phone, email, message, status, reason, note, created_at, settled_at, terms)
     select pg_temp.id_at(at), 'listing_period', l.id, account_id, 'message', ${code('4000000 + n')}, 10000, 10000, at, 'TWENDE LTD',
       accounts.name, coalesce(accounts.phone, '254712345678'), contact_email,
       ${code('4000000 + n')} || ' Confirmed. Ksh10,000.00 sent to TWENDE LTD for account CAR' || number, status,
       case when status = 'rejected' then 'refused_by_staff' end,
       case when status = 'rejected' then 'We could not find this payment in our account.' else '' end, at,
       case when status <> 'waiting' then at + interval '2 hours' end, ${PLANS}
     from sold_periods l join accounts on accounts.id = account_id
     cross join lateral (select case when n % 400 = 0 then 'waiting' when n % 50 = 4 then 'rejected' else 'approved' end as status,
       case when n % 400 = 0 then now() - n * interval '2 seconds' else l.created_at end as at) as fate
     where n % 2 = 0`,
  )
  await client.query(
    `insert into payments (id, payable_type, payable_id, account_id, method, amount, amount_received, phone, status, outcome,
       webhook_secret, receipt, payment_proof_id, created_at, settled_at, paid_at, terms)
     select pg_temp.id_at(l.created_at), 'listing_period', l.id, l.account_id, case when c.id is null then 'stk' else 'message' end,
       10000, 10000, contact_phone, 'paid', 'paid', md5(n::text) || md5('l' || n), coalesce(c.code, ${code('2000000 + n')}),
       c.id, l.created_at, l.created_at + interval '2 hours', l.created_at + interval '2 hours', ${PLANS}
     from sold_periods l left join payment_proofs c on c.listing_id = l.id and c.status = 'approved' where n % 2 = 1 or c.id is not null`,
  )
}

/** What M-Pesa told by itself: most of it became a payment. */
async function tellByMpesa(client: pg.Client) {
  await client.query(
    `insert into provider_transactions (receipt, method, amount, recipient, payer_reference, phone, payer_name, paid_at, body, received_at)
     select receipt, 'c2b', p.amount, '600000', 'CAR1001', '2547 ***** ' || right(p.phone, 3), split_part(accounts.name, ' ', 1),
       settled_at, '{"TransID":"' || receipt || '"}', settled_at
     from payments p join accounts on accounts.id = p.account_id
     where method in ('c2b', 'message') and receipt is not null and length(webhook_secret) = 64
     union all
     select ${code('5000000 + n')}, 'c2b', 2000 + n, '600000', 'Car ' || n, '2547 ***** ' || lpad((n % 1000)::text, 3, '0'),
       'Wanjiku', at, '{}', at
     from generate_series(1, 300) n cross join lateral (select now() - n * interval '5 hours' as at) as told`,
  )
}

async function giveBack(client: pg.Client) {
  await client.query(
    `with staff as (
       select (select id from accounts where email like 'desk-keeper@%') as keeper,
         (select id from accounts where email like 'desk-second@%') as second
     )
     insert into refunds (id, payable_type, payable_id, amount, reason, status, receipt, method, created_at, sent_at, sent_on, approved_by, approved_at, sent_by)
     select pg_temp.id_at(at), 'booking', id, final_amount, 'cancelled_by_customer', case when sent then 'sent' else 'due' end,
       case when sent then ${code('6000000 + n')} end, case when sent then 'mpesa' end, at, case when sent then at + interval '1 day' end,
       case when sent then ((at + interval '1 day') at time zone 'Africa/Nairobi')::date end,
       case when much then keeper end, case when much then at + interval '1 hour' end, case when sent then second end
     from (
       select *, row_number() over (order by created_at desc) as n, cancelled_at as at from bookings
       where payment_status = 'refunded' and ${FILLED}
     ) as b cross join staff
     cross join lateral (select n > 120 as sent, final_amount > 20000 and (n > 120 or n % 2 = 0) as much) as fate`,
  )
}
