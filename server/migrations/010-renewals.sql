-- Requests to renew a listing that carried a key, so that one sent twice does one thing.
create table listing_renewals (
  account_id uuid not null references accounts (id) on delete cascade,
  idempotency_key text not null,
  -- Of what was asked: the same key with other details is refused.
  request_hash text not null,
  listing_id uuid not null references listings (id) on delete cascade,
  -- The request sent to a phone; null when a message was pasted.
  payment_id uuid references payments (id) on delete cascade,
  created_at timestamptz not null,
  constraint renewal_is_asked_once primary key (account_id, idempotency_key)
);
