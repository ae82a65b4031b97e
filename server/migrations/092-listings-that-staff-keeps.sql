-- What a seller removes stays with staff if it was reported or suspended: with its reports, its pictures and its history.

create function staff_sees_listing(listing listings) returns boolean language sql stable as $$
  select listing.deleted_at is null or listing.status = 'suspended'
    or exists (select from listing_reports where listing_reports.listing_id = listing.id)
$$;

-- Until now a removal took a waiting report out of the queue. Those that nobody closed wait again.
update listings set reported_at = (
  select min(at) from listing_reports where listing_id = listings.id and closed_at is null
)
where deleted_at is not null and reported_at is null and status <> 'suspended'
  and exists (select from accounts where accounts.id = listings.account_id and accounts.deleted_at is null)
  and (
    select count(distinct network) >= 3 or bool_or(reason in ('deposit', 'not-owner'))
    from listing_reports where listing_id = listings.id and closed_at is null
  );

-- Staff closes reports that it looked into.
do $$
declare
  known text;
begin
  select substring(pg_get_constraintdef(oid) from '^CHECK \((.*)\)$') into strict known
  from pg_constraint where conname = 'listing_history_code_is_known';
  execute format(
    'alter table listing_history drop constraint listing_history_code_is_known,
       add constraint listing_history_code_is_known check (%s or code = ''reports_closed'')', known);
end $$;
select audit_table('listing_reports', 'listing_id');
