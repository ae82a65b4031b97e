-- A request to a phone whose answer was lost may have been paid, although nobody has reported its money. It waits for staff.

-- The queue and its tile read it. A request leaves it when its money comes, when money that no phone was asked for has come
-- for the same purchase since, or when staff says that there was none.
create view lost_answers as
  select p.id from payments as p
  where p.outcome = 'answer_lost' and not exists (
    select from payments as found
    where found.payable_id = p.payable_id and found.requested_at is null and found.created_at >= p.created_at
      and found.status in ('paid', 'partial', 'review', 'refunding', 'refunded')
  );
create index payments_with_lost_answer on payments (counted_at, id) where outcome = 'answer_lost';
