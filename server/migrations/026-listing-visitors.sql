-- Whoever changes what they call themselves (another browser, another account) is counted at most three times a network:
-- each counted visitor of a network takes one of its places. A network is kept as a hash too.
alter table listing_views
  add column network text,
  add column slot integer;
update listing_views set network = visitor, slot = 1;
alter table listing_views
  alter column network set not null,
  alter column slot set not null,
  add constraint listing_views_of_a_network_are_few unique (listing_id, day, network, slot),
  add constraint listing_view_has_a_place check (slot between 1 and 3);

-- A lead is counted once a visitor and way, not once a day. Its visitor is hashed with a key of the listing, so the rows
-- of before say nothing any more; the sums stay.
delete from listing_leads;
alter table listing_leads
  drop column day,
  add column network text not null,
  add column slot integer not null,
  add primary key (listing_id, visitor, way),
  add constraint listing_leads_of_a_network_are_few unique (listing_id, way, network, slot),
  add constraint listing_lead_has_a_place check (slot between 1 and 3);
create index listing_leads_by_age on listing_leads (at);

-- A network is one voice, however many accounts report from it; a few of them may add what they know.
alter table listing_reports
  add column network text,
  add column slot integer;
update listing_reports set network = reporter, slot = 1;
alter table listing_reports
  alter column network set not null,
  alter column slot set not null,
  add constraint listing_reports_of_a_network_are_few unique (listing_id, network, slot),
  add constraint listing_report_has_a_place check (slot between 1 and 5);
create index listing_reports_by_age on listing_reports (at);
