-- What is paid beyond the price of a plan is days of that plan. What was paid for a time that has not begun is known, so that it can
-- go back also after an earlier time was used. Days that staff gave can be taken back.
alter table listings
  -- Days that were paid for besides `months`.
  add column days integer not null default 0,
  -- Those of the time that has not begun.
  add column days_due integer not null default 0,
  -- Shillings that were paid for the time that has not begun.
  add column paid_due integer not null default 0,
  -- Days of the present time that staff gave for nothing.
  add column free_days integer not null default 0;

-- The latest payments that together bought the time that has not begun.
update listings set paid_due = bought.amount
from (
  select listing_id, sum(amount) as amount
  from (
    select listing_id, (params ->> 'amount')::int as amount,
      sum((params ->> 'months')::int) over (partition by listing_id order by id desc) as months_since
    from listing_history where code = 'paid'
  ) as payments
  where months_since <= (select months_due from listings where listings.id = listing_id)
  group by listing_id
) as bought
where bought.listing_id = listings.id and listings.months_due > 0;

-- Those that were given since the present time began.
update listings set free_days = given.days
from (
  select listing_id, sum((params ->> 'days')::int) as days
  from listing_history as extended
  where code = 'extended' and not exists (
    select from listing_history as later
    where later.listing_id = extended.listing_id and later.code in ('went_live', 'expired') and later.id > extended.id
  )
  group by listing_id
) as given
where given.listing_id = listings.id and listings.expires_at is not null and listings.status <> 'expired';

alter table listings
  add constraint listing_days_due_are_in_range check (days_due between 0 and days),
  add constraint listing_free_days_are_not_negative check (free_days >= 0),
  -- Time that is due was paid for, and what was paid for it is kept only until it begins.
  add constraint listing_paid_due_is_for_time_due check (paid_due >= 0 and (paid_due = 0 or months_due > 0)),
  add constraint listing_days_due_come_with_months check (days_due = 0 or months_due > 0);
