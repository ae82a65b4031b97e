-- How often a phone was asked to pay is counted by its number, whoever asks and for whatever.
create index prompts_of_phone on payments (phone, created_at) where method = 'stk';

-- From when the phone of an attempt may be asked, where it had been asked too often to be asked then.
alter table payments add column retry_at timestamptz;

-- A code belongs to money: told by M-Pesa, accepted by staff or sent back. A pasted message that only names a code keeps
-- nobody else from using it. Each code is still used once in the whole system.
drop trigger claim_code on mpesa_claims;
drop function note_code_of_claim();
delete from mpesa_codes where payment_id is null and refund_id is null;
alter table mpesa_codes
  drop constraint mpesa_code_has_a_user,
  drop column claim_id,
  add constraint mpesa_code_has_a_user check (num_nonnulls(payment_id, refund_id) = 1);

create or replace function note_code_of_payment() returns trigger language plpgsql as $$
begin
  if new.receipt is not null and (tg_op = 'INSERT' or old.receipt is distinct from new.receipt) then
    insert into mpesa_codes (code, payment_id) values (upper(new.receipt), new.id);
  end if;
  return null;
end $$;

-- A person names a code in one waiting message, whatever it is for.
create unique index claim_names_a_code_once on mpesa_claims (account_id, code) where status = 'waiting';
create index claims_waiting_by_code on mpesa_claims (code) where status = 'waiting';

-- Who answers for money that only a person says came in (cash, a code, an accepted message), and who approved it as a
-- second person. Where M-Pesa has told us of it, it needs nobody's approval.
alter table payments
  add column taken_by uuid references accounts (id) on delete restrict,
  add column approved_by uuid references accounts (id) on delete restrict,
  add column approved_at timestamptz,
  add constraint cash_has_a_taker check (method <> 'cash' or taken_by is not null),
  add constraint payment_approval_has_a_person check ((approved_by is null) = (approved_at is null)),
  add constraint payment_takes_two_people check (approved_by <> taken_by);
create index inbox_of_payment on mpesa_inbox (payment_id) where payment_id is not null;

-- Bookings that staff confirmed, or wants to confirm, without money. No money comes in by this.
create table unpaid_confirmations (
  booking_id uuid primary key references bookings (id) on delete restrict,
  -- What was still to be paid.
  amount integer not null,
  note text not null,
  asked_by uuid not null references accounts (id) on delete restrict,
  asked_at timestamptz not null,
  confirmed_by uuid references accounts (id) on delete restrict,
  confirmed_at timestamptz,
  constraint unpaid_amount_is_positive check (amount > 0),
  constraint unpaid_confirmation_has_a_person check ((confirmed_by is null) = (confirmed_at is null)),
  -- The contract's CONFIRM_UNPAID_ALONE_UP_TO.
  constraint confirming_much_unpaid_takes_two check (
    confirmed_by is null or amount <= 20000 or confirmed_by <> asked_by
  )
);
create index unpaid_confirmations_waiting on unpaid_confirmations (asked_at) where confirmed_by is null;
select audit_table('unpaid_confirmations', 'booking_id');

-- What came in for a purchase, and what of it only one person answers for. M-Pesa's own figure counts where it told one.
create function money_of_purchase(booking uuid, listing uuid, ordered uuid)
returns table (received bigint, unproven bigint) language sql stable as $$
  select coalesce(sum(counted), 0),
    coalesce(sum(counted) filter (where taken_by is not null and approved_by is null and not told), 0)
  from (
    select coalesce(told.amount, p.amount_received, p.amount) as counted, p.taken_by, p.approved_by,
      told.receipt is not null as told
    from payments as p left join mpesa_inbox as told on told.payment_id = p.id
    where (p.booking_id = booking or p.listing_id = listing or p.order_id = ordered)
      and (
        p.status in ('paid', 'partial', 'refunding', 'refunded')
        or (p.status = 'review' and p.amount_received is not null)
      )
  ) as counting
$$;

-- No more goes back for a purchase than came in for it, and nothing above the limit that only one person answers for.
create function refuse_invented_refund() returns trigger language plpgsql as $$
declare
  owed bigint;
  sent bigint;
  money record;
begin
  -- Whoever writes refunds or payments of one purchase takes turns.
  perform id from payments
    where booking_id = new.booking_id or listing_id = new.listing_id or order_id = new.order_id order by id for update;
  select * into money from money_of_purchase(new.booking_id, new.listing_id, new.order_id);
  select coalesce(sum(amount), 0), coalesce(sum(amount) filter (where status = 'sent'), 0) into owed, sent
    from refunds where booking_id = new.booking_id or listing_id = new.listing_id or order_id = new.order_id;
  if owed > money.received then
    raise exception 'More would go back than came in.'
      using errcode = 'check_violation', constraint = 'refunds_never_exceed_receipts';
  end if;
  -- The contract's UNPROVEN_ALONE_UP_TO.
  if new.status = 'sent' and money.unproven > 20000 and sent > money.received - money.unproven then
    raise exception 'refund_of_unproven_money_is_approved'
      using errcode = 'check_violation', constraint = 'refund_of_unproven_money_is_approved';
  end if;
  return null;
end $$;
create trigger refund_is_of_money after insert or update of status, amount, booking_id, listing_id, order_id on refunds
  for each row execute function refuse_invented_refund();

-- The same when money that was counted no longer is: looked at when the transaction commits.
create function refuse_lost_receipts() returns trigger language plpgsql as $$
declare
  owed bigint;
begin
  select coalesce(sum(amount), 0) into owed
    from refunds where booking_id = new.booking_id or listing_id = new.listing_id or order_id = new.order_id;
  if owed > 0 and owed > (select received from money_of_purchase(new.booking_id, new.listing_id, new.order_id)) then
    raise exception 'More would go back than came in.'
      using errcode = 'check_violation', constraint = 'refunds_never_exceed_receipts';
  end if;
  return null;
end $$;
create constraint trigger payment_covers_refunds after update of status, amount_received, amount on payments
  deferrable initially deferred
  for each row when (
    old.status is distinct from new.status or old.amount_received is distinct from new.amount_received
    or old.amount is distinct from new.amount
  ) execute function refuse_lost_receipts();
