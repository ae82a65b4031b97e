-- Private photos that were stored before likenesses were are looked at in small steps: how far it went, and what it did.
create table likeness_reading (
  only_row boolean primary key default true,
  -- The last file that was looked at; null at the start. Ids are in the order of time.
  after_file uuid,
  read_count integer not null default 0,
  -- Files that are not there or cannot be read.
  failed_count integer not null default 0,
  -- How often the next file could not be read; after some turns it is passed over, so that it does not keep the others.
  tries integer not null default 0,
  constraint likeness_reading_has_one_row check (only_row),
  constraint likeness_reading_counts_are_positive check (read_count >= 0 and failed_count >= 0 and tries >= 0)
);
insert into likeness_reading default values;
