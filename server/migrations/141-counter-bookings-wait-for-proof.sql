-- Staff types a customer's email at the counter. The booking is kept under the member of staff until an account that is not banned
-- has proven that address: anybody can register a stranger's address. With the proof it becomes a booking of that account, and
-- its payments are those of that customer.
create index counter_bookings_by_email on bookings ((customer_info ->> 'email')) where booked_by = account_id;

create function give_counter_bookings() returns trigger language plpgsql as $$
declare
  given uuid[];
begin
  -- Whoever books for this address at the same moment waits, and then sees the proof.
  perform pg_advisory_xact_lock(hashtext('counter booking ' || new.email));
  perform from payments where payments.account_id <> new.id and coalesce(
      payments.booking_id, (select deposits.booking_id from deposits where deposits.id = payments.deposit_id)
    ) in (select id from bookings where booked_by = account_id and customer_info ->> 'email' = new.email)
    order by payments.id for update;
  with moved as (
    update bookings set account_id = new.id
    where booked_by = account_id and account_id <> new.id and customer_info ->> 'email' = new.email
    returning id
  )
  select array_agg(id) into given from moved;
  update payments set account_id = new.id from bookings
  where bookings.id = any(given) and payments.account_id = bookings.booked_by and bookings.id = coalesce(
      payments.booking_id, (select deposits.booking_id from deposits where deposits.id = payments.deposit_id)
    );
  return null;
end $$;
create trigger counter_bookings_are_given_with_proof after update of email_proven_at, banned_at on accounts
  for each row when (
    new.email_proven_at is not null and new.banned_at is null and new.deleted_at is null
    and (old.email_proven_at is null or old.banned_at is not null)
  )
  execute function give_counter_bookings();

-- Those that wait for an account which has proven its address already.
update payments set account_id = accounts.id from bookings, accounts
where bookings.booked_by = bookings.account_id and payments.account_id = bookings.booked_by
  and accounts.email = bookings.customer_info ->> 'email' and accounts.id <> bookings.account_id
  and accounts.email_proven_at is not null and accounts.banned_at is null and accounts.deleted_at is null
  and bookings.id = coalesce(
    payments.booking_id, (select deposits.booking_id from deposits where deposits.id = payments.deposit_id)
  );
update bookings set account_id = accounts.id from accounts
where booked_by = account_id and accounts.email = customer_info ->> 'email' and accounts.id <> account_id
  and accounts.email_proven_at is not null and accounts.banned_at is null and accounts.deleted_at is null;
