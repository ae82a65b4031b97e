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
