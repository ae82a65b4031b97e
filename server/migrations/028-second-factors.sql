-- Second factors of an account: passkeys, one authenticator app, and recovery codes for when they are lost.
create table passkeys (
  id uuid primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  -- As the browser names it, in base64url.
  credential_id text not null,
  public_key text not null,
  -- How often the authenticator says that it was used; one that counts never repeats a number.
  counter bigint not null,
  transports text[] not null default '{}',
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  constraint passkey_belongs_to_one_account unique (credential_id),
  constraint passkey_counter_is_not_negative check (counter >= 0)
);
create index passkeys_of_account on passkeys (account_id, created_at);

create table authenticator_apps (
  account_id uuid primary key references accounts (id) on delete cascade,
  -- Encrypted with a key that is not in the database.
  sealed_secret text not null,
  -- The time step of the last code that was accepted: it and those before it are never accepted again.
  last_step bigint not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);

create table second_factor_recovery_codes (
  account_id uuid not null references accounts (id) on delete cascade,
  -- Of 120 random bits, so a plain hash cannot be searched.
  code_hash text not null,
  created_at timestamptz not null,
  used_at timestamptz,
  primary key (account_id, code_hash)
);

-- A question that waits for its answer: the second step of a log-in, a fresh proof, or a factor that is being added.
create table factor_challenges (
  token_hash text primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  purpose text not null,
  -- What a passkey signs.
  passkey_challenge text not null,
  -- The secret of an authenticator app that is being added, encrypted.
  sealed_secret text,
  -- Of the password that was given: after another was set, the second step of a log-in counts no more.
  password_fingerprint text not null,
  attempts integer not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  constraint factor_challenge_has_a_purpose check (purpose in ('sign_in', 'prove', 'add_passkey', 'add_app')),
  constraint factor_challenge_takes_few_answers check (attempts between 0 and 5)
);
create index factor_challenges_of_account on factor_challenges (account_id, created_at);

-- An admin who removes somebody's factors says why.
alter table account_notes drop constraint account_note_is_of_a_kind;
alter table account_notes add constraint account_note_is_of_a_kind
  check (what in ('note', 'ban', 'unban', 'role', 'log-out', 'second-factor'));
