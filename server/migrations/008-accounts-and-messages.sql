-- What people choose about their account, and accounts that were deleted.
alter table accounts
  -- Topics of mail that the person does not want; money and safety are no topics.
  add column muted text[] not null default '{}',
  add column deleted_at timestamptz,
  add constraint account_mutes_known_topics check (muted <@ array['bookings', 'listings', 'orders']),
  add constraint account_deleted_is_closed_and_empty check (
    deleted_at is null or (banned_at is not null and phone is null and email like 'deleted-%')
  );

-- Nothing new begins for a deleted account, however late the request that asks for it. Waits for a deletion under way.
create function refuse_deleted_account() returns trigger language plpgsql as $$
begin
  perform from accounts where id = new.account_id and deleted_at is null for key share;
  if not found and exists (select from accounts where id = new.account_id) then
    raise exception 'the account was deleted' using errcode = '23514', constraint = 'account_is_open';
  end if;
  return new;
end $$;
create trigger booking_account_is_open before insert on bookings
  for each row execute function refuse_deleted_account();
create trigger listing_account_is_open before insert on listings
  for each row execute function refuse_deleted_account();
create trigger payment_account_is_open before insert on payments
  for each row execute function refuse_deleted_account();
create trigger claim_account_is_open before insert on mpesa_claims
  for each row execute function refuse_deleted_account();

-- Every message of the contact form, whatever became of it elsewhere.
create table contact_messages (
  id uuid primary key,
  -- Who wrote it, if they were signed in.
  account_id uuid references accounts (id) on delete set null,
  name text not null,
  email text not null,
  message text not null,
  -- sha256 of who wrote what on which day: a form sent twice is one message.
  fingerprint text not null,
  -- The field was filled in that no person sees.
  suspicious boolean not null default false,
  created_at timestamptz not null,
  answered_at timestamptz,
  answered_by uuid references accounts (id) on delete set null,
  forwarded_at timestamptz,
  forward_attempts integer not null default 0,
  -- When the form service is asked again, or until when somebody is asking it.
  next_forward_at timestamptz,
  forward_problem text not null default '',
  constraint message_is_kept_once unique (fingerprint),
  constraint message_says_something check (name <> '' and message <> '')
);
create index messages_by_age on contact_messages (created_at desc, id);
create index messages_of_account on contact_messages (account_id) where account_id is not null;
create index messages_to_forward on contact_messages (next_forward_at) where next_forward_at is not null;
