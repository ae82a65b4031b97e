-- Which payments go back, or went: by a refund of their own, or with all that had been paid for their payable by then. A
-- refund of something else (a shorter rental, a withdrawn charge, too much money) leaves them as they are, and so does one
-- that was owed before they came. Of a deposit that is held still, only a part went back.
create view payments_going_back as
  select refunds.payment_id as id, refunds.status
  from refunds where refunds.payment_id is not null and refunds.status <> 'withdrawn'
  union all
  select payments.id, refunds.status
  from refunds join payments
    on payments.payable_id = refunds.payable_id and payments.payable_type = refunds.payable_type
  where refunds.payment_id is null and refunds.status <> 'withdrawn'
    and refunds.reason in ('cancelled_by_customer', 'cancelled_by_staff', 'no_show', 'given_back', 'listing_deleted',
      'deposit_returned')
    and payments.status in ('paid', 'partial')
    and refunds.created_at >= coalesce(payments.settled_at, payments.created_at)
    and not exists (
      select from ledger_balances as balance
      where balance.payable_id = refunds.payable_id and balance.payable_type = refunds.payable_type and balance.deposits > 0
    );
