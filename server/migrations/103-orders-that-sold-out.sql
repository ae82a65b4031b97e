-- An order whose last pieces were sold before its money came is closed, and its money goes back.
alter table orders drop constraint cancelled_order_names_who_cancelled;
alter table orders add constraint cancelled_order_names_who_cancelled check (
  (status = 'cancelled') = (cancelled_by is not null) and cancelled_by in ('customer', 'staff', 'clock', 'stock')
);
do $$
declare
  known text;
begin
  select substring(pg_get_constraintdef(oid) from '^CHECK \((.*)\)$') into strict known
  from pg_constraint where conname = 'refund_reason_is_known' and conrelid = 'refunds'::regclass;
  execute format(
    'alter table refunds drop constraint refund_reason_is_known,
       add constraint refund_reason_is_known check (%s or reason = ''sold_out'')', known);
end $$;
alter table order_history drop constraint order_history_event_is_known;
alter table order_history add constraint order_history_event_is_known check (
  event in (
    'place', 'pay', 'revive', 'expire', 'cancel', 'process', 'ship', 'deliver', 'callOff', 'takeBack', 'sellOut'
  )
);
