-- A hold does not run out while money for it is here: a part of its price, or money that staff has to look at.
create function refuse_end_of_hold_with_money() returns trigger language plpgsql as $$
begin
  if exists (select from ledger_balances where payable_id = new.id and unapplied + suspense > 0) then
    raise exception 'money for % is here, so that its time to pay does not run out', new.id
      using errcode = 'check_violation', constraint = 'hold_with_money_does_not_run_out';
  end if;
  return new;
end $$;
create trigger order_with_money_does_not_run_out before update of status on orders
  for each row when (old.status = 'pending' and new.status = 'cancelled' and new.cancelled_by = 'clock')
  execute function refuse_end_of_hold_with_money();
create trigger booking_with_money_does_not_run_out before update of status on bookings
  for each row when (old.status = 'pending' and new.status = 'cancelled' and new.cancelled_by = 'clock')
  execute function refuse_end_of_hold_with_money();

-- Holds whose money is being looked at now.
update orders set expires_at = greatest(expires_at, now() + interval '7 days')
where status = 'pending'
  and exists (select from ledger_balances where payable_id = orders.id and unapplied + suspense > 0);
update reservations set expires_at = orders.expires_at from orders
where orders.id = order_id and reservations.expires_at < orders.expires_at;
update bookings set hold_expires_at = greatest(hold_expires_at, now() + interval '7 days')
where status = 'pending'
  and exists (select from ledger_balances where payable_id = bookings.id and unapplied + suspense > 0);
