-- Public pictures, private files, and what both look like.

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

-- Private files, such as rental agreements. Only their facts are here; the bytes are encrypted in a storage area of their own.
create table private_files (
  id uuid primary key,
  -- What the file shows: a code of the contract (PRIVATE_FILE_KINDS).
  kind text not null,
  -- 'image/webp' (encoded by us) or 'application/pdf' (as it was sent or made).
  media_type text not null,
  byte_count integer not null,
  -- Of images.
  width integer,
  height integer,
  -- sha256 of the readable bytes, in hex.
  content_hash text not null,
  -- Which key encrypted it, so that a missing key is told at the start.
  key_id text not null,
  uploaded_by uuid references accounts (id) on delete set null,
  created_at timestamptz not null,
  -- From this moment on the file is not shown any more, and its bytes and this row are deleted. A new file has one until the
  -- change that refers to it keeps the file.
  delete_after timestamptz,
  constraint private_file_kind_is_a_code check (kind ~ '^[a-z]+(_[a-z]+)*$'),
  constraint private_file_type_is_known check (media_type in ('image/webp', 'application/pdf')),
  constraint private_file_image_has_a_size check ((media_type = 'image/webp') = (width is not null and height is not null)),
  constraint private_file_is_not_empty check (byte_count > 0),
  constraint private_file_hash_is_sha256 check (content_hash ~ '^[0-9a-f]{64}$')
);
create index private_files_to_delete on private_files (delete_after) where delete_after is not null;
create index private_files_by_key on private_files (key_id);

select audit_table('private_files', 'id');

-- What a picture looks like, so that one that was sent before is noticed although its bytes differ.
create table picture_likenesses (
  -- A public picture or a private photo.
  picture_hash text references pictures (hash) on delete cascade,
  file_id uuid references private_files (id) on delete cascade,
  -- The mean red, green and blue of 16 by 16 fields; null of an even surface, which looks like any other.
  fields bytea,
  -- The brightness of 4 by 4 fields, each as so many of 15 bits: how many bits differ says how much brightness differs.
  code bit(240),
  constraint likeness_is_of_one_picture check ((picture_hash is null) <> (file_id is null)),
  constraint likeness_of_picture_is_unique unique (picture_hash),
  constraint likeness_of_file_is_unique unique (file_id),
  constraint likeness_is_whole check ((fields is null) = (code is null) and length(fields) = 768)
);

-- Private photos without a likeness are looked at in small steps: how far it went, and what it did.
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
