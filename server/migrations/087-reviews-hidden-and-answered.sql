-- What staff decided about a review: hidden with a reason, or answered in public.

create table review_decisions (
  booking_id uuid primary key references reviews (booking_id) on delete cascade,
  -- Empty while everybody may read the review. Its customer reads the reason.
  hidden_reason text not null default '',
  hidden_by uuid references accounts (id) on delete restrict,
  hidden_at timestamptz,
  -- Empty without an answer.
  answer text not null default '',
  answered_by uuid references accounts (id) on delete restrict,
  answered_at timestamptz,
  constraint hidden_review_has_reason_person_and_time check (
    (hidden_at is null) = (hidden_reason = '') and (hidden_at is null) = (hidden_by is null)
  ),
  constraint answer_has_a_person_and_a_time check (
    (answered_at is null) = (answer = '') and (answered_at is null) = (answered_by is null)
  )
);
select audit_table('review_decisions', 'booking_id');
create trigger review_decisions_change_is_notified after insert or update or delete on review_decisions
  for each statement execute function notify_change('cars');
