-- One table for the keys of all requests that make something.
create table idempotency_keys (
  -- Null for a visitor.
  account_id uuid references accounts (id) on delete cascade,
  route text not null,
  key text not null,
  -- The same key with another request is refused.
  request_hash text not null,
  -- The id of what the request made; the answer to a repeated request is read from that.
  made_id uuid,
  created_at timestamptz not null,
  constraint idempotency_key_is_used_once unique nulls not distinct (account_id, route, key)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);

drop table made_once;
drop table listing_renewals;
alter table bookings drop column idempotency_key;
alter table orders drop column idempotency_key;
alter table listings drop column idempotency_key;
