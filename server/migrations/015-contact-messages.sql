-- Messages of the contact form.

-- Messages of the contact form, stored before they are forwarded.
create table contact_messages (
  id uuid primary key,
  -- The sender's account, if signed in.
  account_id uuid references accounts (id) on delete set null,
  name text not null,
  email text not null,
  message text not null,
  -- sha256 of sender, text and day: a form that is sent twice is stored once.
  fingerprint text not null,
  -- The hidden field that only bots fill in had a value.
  suspicious boolean not null default false,
  created_at timestamptz not null,
  answered_at timestamptz,
  answered_by uuid references accounts (id) on delete set null,
  forwarded_at timestamptz,
  forward_attempts integer not null default 0,
  -- When forwarding to the form service is tried next. While it is being forwarded: when another process may take it
  -- over.
  next_forward_at timestamptz,
  forward_error text not null default '',
  forward_reply text not null default '',
  constraint contact_message_is_stored_once unique (fingerprint),
  constraint contact_message_is_not_empty check (name <> '' and message <> ''),
  constraint contact_message_forward_error_is_known check (forward_error in ('', 'no_answer', 'refused')),
  constraint contact_message_forward_reply_comes_with_refusal check (forward_reply = '' or forward_error = 'refused')
);
create index contact_messages_by_age on contact_messages (created_at desc, id);
create index contact_messages_of_account on contact_messages (account_id) where account_id is not null;
create index contact_messages_to_forward on contact_messages (next_forward_at) where next_forward_at is not null;
create index contact_messages_open on contact_messages (created_at) where answered_at is null and not suspicious;

select audit_table('contact_messages', 'id');
