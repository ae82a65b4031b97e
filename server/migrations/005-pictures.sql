-- Pictures.

create table pictures (
  -- sha256 of the stored original, in hex: identical pictures are stored once.
  hash text primary key,
  width integer not null,
  height integer not null,
  -- A small blurred WebP as a data URL, shown while the picture loads.
  placeholder text not null,
  -- How many rounds of variants were pregenerated.
  pregenerated_rounds integer not null default 0,
  created_at timestamptz not null,
  constraint picture_hash_is_sha256 check (hash ~ '^[0-9a-f]{64}$')
);
create index pictures_to_pregenerate on pictures (pregenerated_rounds) where pregenerated_rounds < 3;
