-- A search of the fleet finds the cars of its page, and counts all that match, in this index alone: it has every column by
-- which searches without words and dates filter and sort. It also answers how many cars there are and how many of them can be
-- rented, for which there was an index of its own.
drop index cars_by_price;
drop index cars_by_availability;
create index cars_by_price on cars (price_per_day)
  include (id, seats, transmission, fuel_type, category_id, location_id, available, rating, review_count, created_at)
  where retired_at is null;
