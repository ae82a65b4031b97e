-- Price rules of rentals: what a day, a long rental and insurance cost, and the fewest days of a rental.

create table price_rules (
  id uuid primary key,
  -- Shown to staff.
  name text not null,
  kind text not null,
  -- Shillings, percent or days, by its kind.
  value integer not null,
  -- Of a discount: from how many days of rent on.
  from_days integer,
  -- For one car or one category; for the whole fleet when both are null.
  car_id uuid references cars (id) on delete cascade,
  category_id uuid references categories (id) on delete cascade,
  -- First and last day on which the rule applies; null: every day.
  first_day date,
  last_day date,
  -- Days of the week, Monday is 1.
  weekdays integer[] not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint price_rule_kind_is_known check (
    kind in ('day_price', 'day_percent', 'length_discount', 'minimum_days', 'insurance')
  ),
  constraint price_rule_value_is_in_range check (
    value between case kind when 'minimum_days' then 2 else 1 end
      and case kind when 'day_price' then 1000000 when 'day_percent' then 300 when 'length_discount' then 90
        when 'minimum_days' then 60 else 100000 end
  ),
  constraint price_rule_of_a_discount_has_from_days check (
    (kind = 'length_discount') = (from_days is not null) and from_days between 2 and 365
  ),
  constraint price_rule_is_for_a_car_or_a_category check (num_nonnulls(car_id, category_id) <= 1),
  constraint price_rule_has_both_days_or_none check ((first_day is null) = (last_day is null) and first_day <= last_day),
  constraint price_rule_weekdays_are_known check (
    weekdays <@ array[1, 2, 3, 4, 5, 6, 7] and cardinality(weekdays) between 1 and 7
  ),
  constraint price_rule_name_length_is_in_range check (char_length(name) between 1 and 60)
);
create index price_rules_of_car on price_rules (car_id);
create index price_rules_of_category on price_rules (category_id);

create trigger price_rules_change_is_notified after insert or update or delete on price_rules
  for each statement execute function notify_change('cars');

select audit_table('price_rules', 'id');
