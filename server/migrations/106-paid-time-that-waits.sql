-- A paid time passes only while buyers can see the car: a suspension and a new check stop it.
alter table listings
  -- Since when the paid time does not run. `expires_at` is its end as it stood then.
  add column paused_at timestamptz,
  -- Why it is suspended, shown to the seller. What a review found stays in `review_reason`.
  add column suspension_reason text not null default '';

update listings set suspension_reason = review_reason, review_reason = '' where status = 'suspended';

update listings set paused_at = coalesce(
  (
    select max(at) from listing_history
    where listing_id = listings.id and code in ('suspended', 'rejected')
  ),
  updated_at
)
where expires_at is not null and status <> 'expired' and (status = 'suspended' or verified_at is null);

-- A car that its seller had marked as sold before it was paid for, or renewed.
update listings set status = 'sold', sold_at = coalesce(sold_at, updated_at)
where status = 'active' and not available;

-- Verified while it was marked as sold, and available again: no buyer has seen it yet, so its time begins now.
update listings set live_at = now(), expires_at = now() + months_due * interval '1 month', months_due = 0
where status = 'active' and verified_at is not null and expires_at is null and deleted_at is null;

-- Restored after it was sent back: nobody looked at it again.
update listings set review_since = updated_at
where status in ('active', 'sold', 'expired') and months > 0 and deleted_at is null
  and verified_at is null and review_since is null and review_reason = '';

alter table listings
  add constraint active_listing_is_available check (status <> 'active' or available),
  add constraint hidden_listing_has_a_paused_period check (
    (paused_at is not null)
    = (expires_at is not null and status <> 'expired' and (status = 'suspended' or verified_at is null))
  ),
  add constraint unverified_listing_waits_for_somebody check (
    status not in ('active', 'sold', 'expired') or deleted_at is not null or verified_at is not null
    or review_since is not null or review_reason <> ''
  );

-- What is paid for, verified and available is on sale. A transaction makes it so in several steps.
create function check_shown_listing_has_a_period() returns trigger language plpgsql as $$
begin
  if exists (
    select from listings
    where id = new.id and status = 'active' and verified_at is not null and expires_at is null and deleted_at is null
  ) then
    raise exception 'a listing on sale has no paid period' using
      errcode = 'check_violation', constraint = 'shown_listing_has_a_period';
  end if;
  return null;
end $$;
create constraint trigger shown_listing_has_a_period after insert or update of status, verified_at, expires_at, deleted_at
  on listings deferrable initially deferred
  for each row when (new.status = 'active' and new.verified_at is not null and new.expires_at is null)
  execute function check_shown_listing_has_a_period();
