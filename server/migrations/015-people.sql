-- People as staff works with them: found by name, email or phone, spoken of in notes.
alter table accounts add column search_text text not null
  generated always as (lower(name || ' ' || email || ' ' || coalesce(phone, ''))) stored;
create index accounts_by_search on accounts using gin (search_text gin_trgm_ops);
create index accounts_by_age on accounts (created_at desc, id desc) where deleted_at is null;
create index accounts_at_work on accounts (id) where role <> 'user';
create index accounts_banned on accounts (banned_at) where banned_at is not null and deleted_at is null;

-- What staff wrote and did about a person, in the order it happened; never changed.
create table account_notes (
  id bigint generated always as identity primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  at timestamptz not null,
  written_by uuid not null references accounts (id) on delete restrict,
  what text not null,
  note text not null default '',
  constraint account_note_is_of_a_kind check (what in ('note', 'ban', 'unban', 'role', 'log-out')),
  constraint account_note_says_something check (what = 'log-out' or note <> '')
);
create index notes_of_account on account_notes (account_id, id desc);
select audit_table('account_notes', 'account_id');

-- What the first page of the back office counts.
create index messages_open on contact_messages (created_at) where answered_at is null and not suspicious;
create index notices_given_up on notices (given_up_at desc, id) where given_up_at is not null and sent_at is null;
create index notices_tried_in_vain on notices (created_at desc, id)
  where sent_at is null and given_up_at is null and last_error is not null;
create index products_low on products (id) where hidden_at is null and on_hand - reserved <= 3;
create index bookings_to_hand_over on bookings (starts_at) where status = 'confirmed';
create index orders_to_pack on orders (created_at) where status in ('paid', 'processing');

-- Of notices only what staff sends once more: their words are somebody's mail.
create trigger audited after update of given_up_at on notices for each row
  when (coalesce(current_setting('twende.staff_action', true), '') <> '') execute function write_audit('id');
