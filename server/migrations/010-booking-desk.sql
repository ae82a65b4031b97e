-- Bookings as staff works with them: made at the counter, prolonged, charged for more, and found again.
alter table bookings
  -- Who made it at the counter; null when its customer did.
  add column booked_by uuid references accounts (id) on delete restrict,
  -- What was charged at the return beyond the rental (late hours, fuel, damage), in shillings.
  add column extra_charges integer not null default 0,
  add column search_text text not null generated always as (
    lower(
      reference || ' ' || coalesce(customer_info ->> 'firstName', '') || ' ' || coalesce(customer_info ->> 'lastName', '')
      || ' ' || coalesce(customer_info ->> 'phone', '') || ' ' || coalesce(customer_info ->> 'email', '')
      || ' ' || coalesce(car_snapshot ->> 'name', '')
    )
  ) stored,
  add constraint booking_extra_charges_add_up check (extra_charges >= 0);

create index bookings_by_age on bookings (created_at desc, id desc);
create index bookings_by_start on bookings (starts_at) where status in ('pending', 'confirmed', 'active');
create index bookings_by_search on bookings using gin (search_text gin_trgm_ops);
create index car_blocks_of_car on car_blocks (car_id, starts_at);
create index car_calendar_by_end on car_calendar (upper(taken));

-- How money taken at the counter was paid, in staff's words.
alter table payments add column note text not null default '';
