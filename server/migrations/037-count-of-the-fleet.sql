-- Every search of the fleet says how many cars there are and how many of them can be rented: this index answers it alone.
create index cars_by_availability on cars (available) where retired_at is null;
