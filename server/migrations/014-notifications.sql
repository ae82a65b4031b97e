-- Notifications.

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
  constraint notification_locale_is_a_language check (locale ~ '^[a-z]{2}$'),
  constraint notification_is_sent_once_per_event_and_channel unique (dedupe_key, channel),
  -- A code that was sent or given up is deleted.
  constraint notification_keeps_no_secret
    check (not params ? 'secret' or (sent_at is null and given_up_at is null))
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

-- Only a repeated delivery by staff is audited; the content is personal mail.
create trigger audited after update of given_up_at on notifications for each row
  when (coalesce(current_setting('twende.staff_action', true), '') <> '') execute function write_audit('id');
