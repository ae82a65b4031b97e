-- A session is a row: it can be listed, ended, and runs out by the clock. The signed token names it.
create table sessions (
  id uuid primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  created_at timestamptz not null,
  -- Written every few minutes at most.
  last_used_at timestamptz not null,
  -- Ends then unless it is used before.
  idle_expires_at timestamptz not null,
  -- Ends then, however much it is used.
  expires_at timestamptz not null,
  -- Logged out, or ended by a new password, another role, a ban.
  ended_at timestamptz,
  -- "Chrome on Android", from the User-Agent.
  device text not null,
  -- When the person last gave the password, and the second factor, in this session.
  password_proved_at timestamptz not null,
  second_factor_proved_at timestamptz,
  constraint session_ends_after_it_begins check (expires_at > created_at),
  constraint session_idles_no_longer_than_it_lives check (idle_expires_at <= expires_at),
  constraint session_device_is_short check (length(device) between 1 and 60)
);
create index sessions_open on sessions (account_id, last_used_at) where ended_at is null;

-- Ending the rows replaces it.
alter table accounts drop column token_version;

-- Links in recovery mails: each is good until it runs out or the password is another, whatever becomes of the codes.
create table recovery_links (
  secret_hash text primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  expires_at timestamptz not null
);
create index recovery_links_of_account on recovery_links (account_id);
