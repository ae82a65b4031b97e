-- What ended does not go on for an account that was deleted meanwhile: nobody could be reached, and the name is gone. The
-- row lock waits for a deletion that is in progress.
create function refuse_return_of_deleted_account() returns trigger language plpgsql as $$
begin
  perform from accounts where id = new.account_id and deleted_at is null for key share;
  if not found and exists (select from accounts where id = new.account_id) then
    raise exception 'the account was deleted'
      using errcode = 'exclusion_violation', constraint = 'who_comes_back_has_an_account';
  end if;
  return new;
end $$;
create trigger booking_that_comes_back_has_an_account before update on bookings
  for each row when (
    old.status in ('cancelled', 'completed') and new.status in ('pending', 'confirmed', 'active')
  )
  execute function refuse_return_of_deleted_account();
create trigger order_that_comes_back_has_an_account before update on orders
  for each row when (
    old.status = 'cancelled' and new.status <> 'cancelled' or old.status = 'delivered' and new.status = 'shipped'
  )
  execute function refuse_return_of_deleted_account();
