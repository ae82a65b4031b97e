-- An order that its customer brings back within seven days of its delivery, and a listing whose money goes back.

alter table orders drop constraint order_status_is_known;
alter table orders add constraint order_status_is_known check (
  status in ('pending', 'paid', 'processing', 'shipped', 'delivered', 'cancelled', 'returned')
);
alter table order_history drop constraint order_history_event_is_known;
alter table order_history add constraint order_history_event_is_known check (
  event in ('place', 'pay', 'revive', 'expire', 'cancel', 'process', 'ship', 'deliver', 'callOff', 'takeBack')
);

-- Only what was delivered comes back, and what came back stays so.
create function check_returned_order() returns trigger language plpgsql as $$
begin
  raise exception 'only a delivered order is returned, and once'
    using errcode = 'check_violation', constraint = 'returned_order_was_delivered';
end $$;
create trigger returned_order_was_delivered before update of status on orders
  for each row when (
    old.status is distinct from new.status
    and ((new.status = 'returned' and old.status <> 'delivered') or old.status = 'returned')
  )
  execute function check_returned_order();

do $$
declare
  known text;
begin
  select substring(pg_get_constraintdef(oid) from '^CHECK \((.*)\)$') into strict known
  from pg_constraint where conname = 'listing_history_code_is_known';
  execute format(
    'alter table listing_history drop constraint listing_history_code_is_known,
       add constraint listing_history_code_is_known check (%s or code = ''money_given_back'')', known);
end $$;
