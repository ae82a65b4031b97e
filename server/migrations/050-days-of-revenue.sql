-- Reports read the revenue of rentals of a range of days from one index, where they read every transaction of that time
-- and the row of every booking, and the rentals of each car in their order, where they sorted them.

alter table ledger_entries
  -- Of revenue of rentals: the Nairobi day on which its transaction occurred, so that reports do not read the transactions.
  add column revenue_day date;
alter table ledger_entries disable trigger user;
update ledger_entries set revenue_day = (
    select occurred_at at time zone 'Africa/Nairobi' from ledger_transactions where id = transaction_id
  )::date
  where account = 'revenue:rental';
alter table ledger_entries enable trigger user;
alter table ledger_entries
  add constraint revenue_of_rentals_has_a_day check ((account = 'revenue:rental') = (revenue_day is not null));

-- Set here, so that no statement that adds entries can forget it or have another day; neither table ever changes.
create function set_revenue_day() returns trigger language plpgsql as $$
begin
  new.revenue_day := (
    select occurred_at at time zone 'Africa/Nairobi' from ledger_transactions where id = new.transaction_id
  )::date;
  return new;
end $$;
create trigger revenue_has_the_day_of_its_transaction before insert on ledger_entries
  for each row when (new.account = 'revenue:rental') execute function set_revenue_day();

drop index ledger_entries_of_rentals;
create index ledger_entries_of_rentals on ledger_entries (revenue_day) include (payable_id, amount)
  where revenue_day is not null;

-- With the id, it also tells the car of each booking without reading the bookings.
drop index bookings_of_car;
create index bookings_of_car on bookings (car_id, starts_at) include (id);

drop index rentals_by_days;
create index rentals_of_car on bookings (car_id, start_date) include (end_date, status, ends_at, returned_at, id)
  where status in ('confirmed', 'active', 'completed');
