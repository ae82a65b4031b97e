-- A booking that staff types at the counter for somebody without an account is kept under the account of whoever typed it, and
-- so are its payments. They are not what that person paid.
create function was_taken_at_counter(payment payments) returns boolean language sql stable as $$
  select exists (
    select from bookings where id = coalesce(
        payment.booking_id, (select deposits.booking_id from deposits where deposits.id = payment.deposit_id)
      ) and booked_by = account_id
  )
$$;
