-- Accounts: sessions, recovery, second factors, notes of staff, idempotency keys.

create table accounts (
  id uuid primary key,
  -- Null once the account is deleted.
  name text,
  email text not null,
  phone text,
  -- When the owner confirmed the address with a code that was mailed to it.
  email_proven_at timestamptz,
  password_hash text not null,
  role text not null default 'user',
  -- Topics of notifications that the person switched off. Those about payments and account security cannot be switched off.
  muted text[] not null default '{}',
  -- Channels that the person chose besides mail.
  channels text[] not null default '{}',
  -- The language of messages to the person.
  locale text not null default 'en',
  banned_at timestamptz,
  created_at timestamptz not null,
  deleted_at timestamptz,
  -- Name, email and phone, for the admin search.
  search_text text not null
    generated always as (searchable_text(coalesce(name, '') || ' ' || email || ' ' || coalesce(phone, ''))) stored,
  -- What a member of staff may do besides the work at the desk: see and move money, read reports, read the files of people.
  -- An admin has every right without a row saying so.
  rights text[] not null default '{}',
  -- Another name than that which staff saw is shown beside "Verified Vehicle" only once staff has checked it.
  name_was_changed boolean not null default false,
  constraint account_email_is_unique unique (email),
  constraint account_email_is_lower_case check (email = lower(email)),
  constraint account_role_is_known check (role in ('user', 'staff', 'admin')),
  constraint account_locale_is_a_language check (locale ~ '^[a-z]{2}$'),
  constraint account_mutes_known_topics check (muted <@ array['bookings', 'listings', 'orders']),
  constraint deleted_account_is_banned_and_without_personal_data check (
    deleted_at is null or (banned_at is not null and phone is null and email like 'deleted-%')
  ),
  constraint account_has_name_until_deleted check ((name is null) = (deleted_at is not null)),
  constraint account_rights_are_known_and_of_staff check (
    -- Each known right counts once: an unknown one, or the same one twice, makes the array longer than the sum.
    cardinality(rights) =
      ('payments' = any(rights))::int + ('reports' = any(rights))::int + ('people' = any(rights))::int
    and (role = 'staff' or rights = '{}')
  )
);
create index accounts_by_payer_name on accounts using gin (lower(name) gin_trgm_ops);
create index accounts_by_search on accounts using gin (search_text gin_trgm_ops);
create index accounts_by_age on accounts (created_at desc, id desc) where deleted_at is null;
create index accounts_of_staff on accounts (id) where role <> 'user';
create index accounts_banned on accounts (banned_at) where banned_at is not null and deleted_at is null;
create index accounts_with_another_name on accounts (id) where name_was_changed;

-- Refuses new rows of a deleted account. The row lock makes an insert wait for a deletion that is in progress.
create function refuse_deleted_account() returns trigger language plpgsql as $$
begin
  perform from accounts where id = new.account_id and deleted_at is null for key share;
  if not found and exists (select from accounts where id = new.account_id) then
    raise exception 'the account was deleted' using errcode = '23514', constraint = 'account_is_open';
  end if;
  return new;
end $$;

-- What ended does not go on for an account that was deleted meanwhile: nobody could be reached, and the name is gone. The
-- row lock waits for a deletion that is in progress.
create function refuse_return_of_deleted_account() returns trigger language plpgsql as $$
begin
  perform from accounts where id = new.account_id and deleted_at is null for key share;
  if not found and exists (select from accounts where id = new.account_id) then
    raise exception 'the account was deleted'
      using errcode = 'exclusion_violation', constraint = 'who_comes_back_has_an_account';
  end if;
  return new;
end $$;

-- A new address is not confirmed yet.
create function clear_email_proof() returns trigger language plpgsql as $$
begin
  new.email_proven_at := null;
  return new;
end $$;
create trigger email_proof_is_cleared_by_new_email before update of email on accounts
  for each row when (old.email is distinct from new.email) execute function clear_email_proof();

create function note_change_of_name() returns trigger language plpgsql as $$
begin
  new.name_was_changed := true;
  return new;
end $$;
create trigger change_of_name_is_noted before update of name on accounts
  for each row when (new.name is not null and old.name is distinct from new.name) execute function note_change_of_name();

-- Notes of staff about an account, and what staff did with it (ban, role, log-out). Rows are never changed.
create table account_notes (
  id bigint generated always as identity primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  at timestamptz not null,
  written_by uuid not null references accounts (id) on delete restrict,
  what text not null,
  -- What a person wrote.
  note text not null default '',
  old_role text,
  new_role text,
  -- A change of rights keeps the old and the new ones, as that of a role does.
  old_rights text[],
  new_rights text[],
  constraint account_note_is_not_empty check (what in ('log-out', 'role', 'rights') or note <> ''),
  constraint account_note_names_roles_of_a_change check (
    case when what = 'role' then old_role is not null and new_role is not null
      else old_role is null and new_role is null end
  ),
  constraint account_note_kind_is_known
    check (what in ('note', 'ban', 'unban', 'role', 'rights', 'log-out', 'second-factor')),
  constraint account_note_names_rights_of_a_change check (
    case when what = 'rights' then old_rights is not null and new_rights is not null
      -- Of somebody who becomes staff: the rights that they begin with.
      else old_rights is null and (new_rights is null or what = 'role') end
  )
);
create index account_notes_of_account on account_notes (account_id, id desc);

-- Lists of the admin app with their filters, which a member of staff has saved under a name.
create table saved_views (
  id uuid primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  name text not null,
  -- Where the list is, below /admin/, and the query of its address.
  list text not null,
  query text not null,
  created_at timestamptz not null,
  constraint saved_view_name_is_short check (length(name) between 1 and 40),
  constraint saved_view_query_is_short check (length(query) <= 600),
  constraint saved_view_has_a_name_of_its_own unique (account_id, list, name)
);

-- One row per session. The signed token holds its id, so that a session can be listed and ended on the server.
create table sessions (
  id uuid primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  created_at timestamptz not null,
  -- Updated every few minutes at most.
  last_used_at timestamptz not null,
  -- The session ends at this time unless it is used before.
  idle_expires_at timestamptz not null,
  -- The session ends at this time, used or not.
  expires_at timestamptz not null,
  -- Set by log-out, a new password, a change of role or a ban.
  ended_at timestamptz,
  -- Codes of what the User-Agent header named; null where it named no known one.
  browser text,
  operating_system text,
  -- When the password, and the second factor, were last entered in this session.
  password_proved_at timestamptz not null,
  second_factor_proved_at timestamptz,
  constraint session_ends_after_it_begins check (expires_at > created_at),
  constraint session_idle_expiry_is_before_expiry check (idle_expires_at <= expires_at),
  constraint session_browser_is_a_code check (browser ~ '^[a-z_]{1,30}$'),
  constraint session_operating_system_is_a_code check (operating_system ~ '^[a-z_]{1,30}$')
);
create index sessions_open on sessions (account_id, last_used_at) where ended_at is null;

-- One row per account: a new code replaces the old one.
create table recovery_codes (
  account_id uuid primary key references accounts (id) on delete cascade,
  code_hash text not null,
  expires_at timestamptz not null,
  attempts integer not null default 0,
  used_at timestamptz,
  -- Set when the code was entered correctly: hash of the secret in the browser's cookie, and when it expires.
  reset_hash text,
  reset_expires_at timestamptz
);

-- Links in recovery mails. A link is valid until it expires or the password changes, whatever happens to the codes.
create table recovery_links (
  secret_hash text primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  expires_at timestamptz not null
);
create index recovery_links_of_account on recovery_links (account_id);

-- Second factors of an account: passkeys, one authenticator app, and recovery codes for when they are lost.
create table passkeys (
  id uuid primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  -- The browser's id of the credential, in base64url.
  credential_id text not null,
  public_key text not null,
  -- The authenticator's own count of uses. A value that does not grow shows a copied authenticator.
  counter bigint not null,
  transports text[] not null default '{}',
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  constraint passkey_credential_is_unique unique (credential_id),
  constraint passkey_counter_is_not_negative check (counter >= 0)
);
create index passkeys_of_account on passkeys (account_id, created_at);

-- The authenticator app of an account (TOTP).
create table authenticator_apps (
  account_id uuid primary key references accounts (id) on delete cascade,
  -- Encrypted with a key that is not in the database.
  sealed_secret text not null,
  -- The time step of the last accepted code: codes of this step and earlier ones are refused.
  last_step bigint not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);

create table second_factor_recovery_codes (
  account_id uuid not null references accounts (id) on delete cascade,
  -- A code has 120 random bits, so an unsalted hash is enough.
  code_hash text not null,
  created_at timestamptz not null,
  used_at timestamptz,
  primary key (account_id, code_hash)
);

-- Open challenges: the second step of a log-in, a repeated proof of identity, or a factor that is being added.
create table factor_challenges (
  token_hash text primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  purpose text not null,
  -- The challenge that a passkey signs.
  passkey_challenge text not null,
  -- The secret of an authenticator app that is being added, encrypted.
  sealed_secret text,
  -- Fingerprint of the password that was entered: the challenge is void once the password changes.
  password_fingerprint text not null,
  attempts integer not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  constraint factor_challenge_purpose_is_known check (purpose in ('sign_in', 'prove', 'add_passkey', 'add_app')),
  constraint factor_challenge_attempts_are_limited check (attempts between 0 and 5)
);
create index factor_challenges_of_account on factor_challenges (account_id, created_at);

-- The admin account that was created from the configuration. It is created once, even if that account is deleted later.
create table first_admin (
  only_one boolean primary key default true,
  account_id uuid not null references accounts (id) on delete restrict,
  made_at timestamptz not null,
  constraint first_admin_has_one_row check (only_one)
);

-- Idempotency keys of requests that create something, so that a repeated request creates it once.
create table idempotency_keys (
  -- Null for a visitor without an account.
  account_id uuid references accounts (id) on delete cascade,
  route text not null,
  key text not null,
  -- Hash of the request: the same key with a different request is refused.
  request_hash text not null,
  -- Id of the created row; the reply to a repeated request is read from that row.
  made_id uuid,
  created_at timestamptz not null,
  constraint idempotency_key_is_used_once unique nulls not distinct (account_id, route, key)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);
