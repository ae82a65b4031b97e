-- What a listing said and showed when it was reported stays with the report: its seller may change it at any time after.
-- Null for reports before this.
alter table listing_reports
  add column seen_name text,
  add column seen_price integer,
  add column seen_description text;

create table reported_pictures (
  listing_id uuid not null references listings (id) on delete cascade,
  picture_hash text not null references pictures (hash) on delete restrict,
  primary key (listing_id, picture_hash)
);
create index reported_pictures_of_picture on reported_pictures (picture_hash);

insert into reported_pictures
select distinct listing_id, picture_hash from listing_pictures
where listing_id in (select listing_id from listing_reports);
