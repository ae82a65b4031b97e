-- Things that staff made with a key, so that a request sent twice makes one.
create table made_once (
  account_id uuid not null references accounts (id) on delete cascade,
  idempotency_key text not null,
  -- Of what was asked: the same key with other details is refused.
  request_hash text not null,
  -- Empty only while its own transaction is under way.
  made_id uuid,
  created_at timestamptz not null,
  constraint thing_is_made_once primary key (account_id, idempotency_key)
);
create index made_once_by_age on made_once (created_at);
