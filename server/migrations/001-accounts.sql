create extension if not exists btree_gist;
create extension if not exists pg_trgm;

create table accounts (
  id uuid primary key,
  name text not null,
  email text not null,
  phone text,
  password_hash text not null,
  role text not null default 'user',
  -- Raised by password reset, ban and "log out everywhere": older tokens are dead.
  token_version integer not null default 1,
  banned_at timestamptz,
  created_at timestamptz not null,
  constraint account_email_is_unique unique (email),
  constraint account_email_is_lower_case check (email = lower(email)),
  constraint account_role_is_known check (role in ('user', 'staff', 'admin'))
);

-- One row an account: a new code replaces the old one.
create table recovery_codes (
  account_id uuid primary key references accounts (id) on delete cascade,
  code_hash text not null,
  expires_at timestamptz not null,
  attempts integer not null default 0,
  used_at timestamptz,
  -- Set when the code was proved: hash of the secret in that browser's cookie, and its end.
  reset_hash text,
  reset_expires_at timestamptz
);

-- Counted attempts per route and caller; rows of past windows are swept.
create unlogged table attempts (
  bucket text primary key,
  count integer not null,
  window_ends_at timestamptz not null
);

-- Messages written in the same transaction as the change they speak of, delivered after it.
create table notices (
  id uuid primary key,
  account_id uuid references accounts (id) on delete set null,
  kind text not null,
  recipient text not null,
  subject text not null,
  body text not null,
  -- The same event never writes twice.
  dedupe_key text not null,
  created_at timestamptz not null,
  sent_at timestamptz,
  attempts integer not null default 0,
  -- When it is due; while it is being sent, when another sender may take it over.
  next_attempt_at timestamptz not null,
  last_error text,
  -- Set after the last try failed.
  given_up_at timestamptz,
  constraint notice_is_written_once unique (dedupe_key)
);
create index notices_to_send on notices (next_attempt_at) where sent_at is null and given_up_at is null;
