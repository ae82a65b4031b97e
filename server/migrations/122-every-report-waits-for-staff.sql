-- Every report waits for staff until it is closed, and one that was closed keeps nobody from reporting again.
alter table listing_reports
  drop constraint listing_reports_pkey,
  drop constraint listing_reports_per_network_are_limited,
  add column id bigint generated always as identity primary key;
create unique index open_report_of_a_reader_is_one on listing_reports (listing_id, reporter) where closed_at is null;
create unique index open_reports_per_network_are_limited on listing_reports (listing_id, network, slot)
  where closed_at is null;
create index listing_reports_of_listing on listing_reports (listing_id, at);

-- What an erased account left behind waits for nobody; nor does what staff suspended.
update listing_reports set closed_at = now()
from listings join accounts on accounts.id = listings.account_id
where listings.id = listing_reports.listing_id and listing_reports.closed_at is null
  and (accounts.deleted_at is not null or listings.status = 'suspended');
update listings set reported_at = waiting.since
from (select listing_id, min(at) as since from listing_reports where closed_at is null group by listing_id) as waiting
where waiting.listing_id = listings.id and listings.reported_at is null;

-- A transaction adds or closes the reports, and says when the listing began to wait, in two steps.
create function check_open_report_waits() returns trigger language plpgsql as $$
declare
  listing uuid := coalesce(to_jsonb(new) ->> 'listing_id', to_jsonb(new) ->> 'id');
begin
  if exists (
    select from listing_reports join listings on listings.id = listing_reports.listing_id
    where listing_reports.listing_id = listing and listing_reports.closed_at is null and listings.reported_at is null
  ) then
    raise exception 'a report that nobody closed waits for nobody'
      using errcode = 'check_violation', constraint = 'open_report_waits_for_staff';
  end if;
  return null;
end $$;
create constraint trigger open_report_waits_for_staff after insert or update of closed_at on listing_reports
  deferrable initially deferred for each row when (new.closed_at is null) execute function check_open_report_waits();
create constraint trigger listing_with_open_report_waits after update of reported_at on listings
  deferrable initially deferred for each row when (old.reported_at is not null and new.reported_at is null)
  execute function check_open_report_waits();
