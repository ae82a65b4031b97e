-- Every search of the fleet says how many cars there are and how many of them can be rented: this index answers it alone.
create index cars_by_availability on cars (available) where retired_at is null;

-- A booking without extras takes no child seat: nothing to call a function for.
drop trigger child_seats_are_not_taken_twice on bookings;
create trigger child_seats_are_not_taken_twice after insert on bookings
  for each row when (new.extras is not null) execute function save_child_seats();
create trigger changed_child_seats_are_not_taken_twice after update on bookings
  for each row when (old.extras is not null or new.extras is not null) execute function save_child_seats();
