-- Payments and refunds say how an attempt stands; what money there is, the ledger says. When a transaction commits, both
-- agree. There is no installation yet whose payments are older than the ledger.
drop trigger refund_is_of_money on refunds;
drop trigger payment_covers_refunds on payments;
drop function refuse_invented_refund();
drop function refuse_lost_receipts();
drop function money_of_purchase(uuid, uuid, uuid);

create function payment_agrees_with_the_ledger() returns trigger language plpgsql as $$
declare
  entered bigint := payment_money(new.id);
  expected bigint;
begin
  -- M-Pesa's own figure counts where it told one.
  select case
      when p.status in ('paid', 'partial', 'refunding', 'refunded') or (p.status = 'review' and p.amount_received is not null)
      then coalesce(told.amount, p.amount_received, p.amount) else 0
    end into expected
    from payments as p left join mpesa_inbox as told on told.payment_id = p.id where p.id = new.id;
  if entered <> expected then
    raise exception 'The ledger has % of this payment, and not %.', entered, expected
      using errcode = 'check_violation', constraint = 'payment_agrees_with_the_ledger';
  end if;
  return null;
end $$;
create constraint trigger payment_agrees_with_the_ledger after update of status, amount_received, amount on payments
  deferrable initially deferred
  for each row when (
    old.status is distinct from new.status or old.amount_received is distinct from new.amount_received
    or old.amount is distinct from new.amount
  ) execute function payment_agrees_with_the_ledger();
create constraint trigger new_payment_agrees_with_the_ledger after insert on payments
  deferrable initially deferred
  for each row when (new.status not in ('pending', 'processing', 'failed', 'expired'))
  execute function payment_agrees_with_the_ledger();

create function refund_agrees_with_the_ledger() returns trigger language plpgsql as $$
declare
  owed bigint;
  paid bigint;
  kept refunds;
begin
  select * into kept from refunds where id = new.id;
  select coalesce(-sum(e.amount) filter (where t.kind = 'refund_owed'), 0),
      coalesce(sum(e.amount) filter (where t.kind = 'refund_paid'), 0) into owed, paid
    from ledger_transactions as t join ledger_entries as e on e.transaction_id = t.id
    where t.refund_id = new.id and e.account = 'refunds_payable';
  if owed <> kept.amount or paid <> (case kept.status when 'sent' then kept.amount else 0 end) then
    raise exception 'The ledger has a refund of %, of which % is paid.', owed, paid
      using errcode = 'check_violation', constraint = 'refund_agrees_with_the_ledger';
  end if;
  return null;
end $$;
create constraint trigger refund_agrees_with_the_ledger after insert or update of status, amount on refunds
  deferrable initially deferred for each row execute function refund_agrees_with_the_ledger();

-- What came in for a payable on the word of one person alone: neither M-Pesa nor a second person bears it out.
create function unproven_money(of_payable uuid) returns bigint language sql stable as $$
  select coalesce(sum(payment_money(p.id)), 0)::bigint
  from payments as p
  where (p.booking_id = of_payable or p.listing_id = of_payable or p.order_id = of_payable)
    and p.taken_by is not null and p.approved_by is null
    and not exists (select from mpesa_inbox where mpesa_inbox.payment_id = p.id)
$$;

-- Nothing above the limit that only one person answers for is sent back.
create function refuse_unproven_refund() returns trigger language plpgsql as $$
declare
  unproven bigint := unproven_money(coalesce(new.booking_id, new.listing_id, new.order_id));
  money bigint;
begin
  -- The contract's UNPROVEN_ALONE_UP_TO.
  if unproven <= 20000 then return null; end if;
  select ledger_balances.money into money from ledger_balances
    where payable_id = coalesce(new.booking_id, new.listing_id, new.order_id);
  if coalesce(money, 0) - new.amount < unproven then
    raise exception 'refund_of_unproven_money_is_approved'
      using errcode = 'check_violation', constraint = 'refund_of_unproven_money_is_approved';
  end if;
  return null;
end $$;
create trigger refund_of_unproven_money_is_approved after insert or update of status, amount on refunds
  for each row when (new.status = 'sent') execute function refuse_unproven_refund();
