-- A rental that goes on again, because its return or its loss was recorded by mistake, left before: what is owed since then, as
-- for added days or a fine, is no reason to refuse that.
drop trigger rental_is_paid_before_handover on bookings;
create trigger rental_is_paid_before_handover before update of status on bookings
  for each row when (new.status = 'active' and old.status not in ('active', 'completed')) execute function refuse_unpaid_handover();
