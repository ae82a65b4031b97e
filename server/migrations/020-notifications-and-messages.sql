-- Notifications, and messages of the contact form.

-- Messages to customers and staff, written in the transaction of the change that they report and delivered after it.
create table notifications (
  id uuid primary key,
  account_id uuid references accounts (id) on delete set null,
  -- How it is delivered, and the address there.
  channel text not null,
  recipient text not null,
  -- Subject and text are made from these when it is sent.
  kind text not null,
  params jsonb not null,
  -- The language of subject and text.
  locale text not null default 'en',
  -- Names the event.
  dedupe_key text not null,
  created_at timestamptz not null,
  sent_at timestamptz,
  attempts integer not null default 0,
  -- When delivery is tried next. While it is being sent: when another process may take it over.
  next_attempt_at timestamptz not null,
  last_error text,
  -- Set after the last attempt failed.
  given_up_at timestamptz,
  -- While tracing is on: the span in which the row was made, so that its delivery continues the trace.
  trace_parent text,
  constraint notification_locale_is_a_language check (locale ~ '^[a-z]{2}$'),
  constraint notification_is_sent_once_per_event_and_channel unique (dedupe_key, channel),
  -- A code that was sent or given up is deleted.
  constraint notification_keeps_no_secret
    check (not params ? 'secret' or (sent_at is null and given_up_at is null)),
  constraint notification_trace_is_a_traceparent check (trace_parent ~ '^00-[0-9a-f]{32}-[0-9a-f]{16}-01$')
);
create index notifications_to_send on notifications (channel, next_attempt_at)
  where sent_at is null and given_up_at is null;
create index notifications_given_up on notifications (given_up_at desc, id)
  where given_up_at is not null and sent_at is null;
create index notifications_retrying on notifications (created_at desc, id)
  where sent_at is null and given_up_at is null and last_error is not null;
-- Limit how many messages an address and an account are sent by a channel that costs money.
create index notifications_by_paid_recipient on notifications (recipient, created_at) where channel <> 'mail';
create index notifications_by_paid_account on notifications (account_id, created_at) where channel <> 'mail';
create index notifications_of_contact_codes on notifications (created_at) where kind = 'contact_code';

-- Only a repeated delivery by staff is audited; the content is personal mail.
create trigger audited after update of given_up_at on notifications for each row
  when (coalesce(current_setting('twende.staff_action', true), '') <> '') execute function write_audit('id');

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
