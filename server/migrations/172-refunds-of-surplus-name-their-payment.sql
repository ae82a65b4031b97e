-- More than is owed goes back because a payment came. That payment was known from the text of the occasion.
alter table refunds add column came_with uuid references payments;
update refunds set came_with = payments.id from payments
  where refunds.reason = 'more_than_owed' and payments.payable_id = refunds.payable_id
    and payments.payable_type = refunds.payable_type and position(payments.id::text in refunds.occasion) > 0;
alter table refunds add constraint refund_of_surplus_came_with_a_payment check (came_with is null or reason = 'more_than_owed');
create index refunds_by_what_they_came_with on refunds (came_with) where came_with is not null;
