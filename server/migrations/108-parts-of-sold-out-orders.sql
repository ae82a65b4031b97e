-- Parts of the price of an order that sold out go back with it, as those of other purchases that ended do.
create or replace view payments_going_back as
  select refunds.payment_id as id, refunds.status
  from refunds where refunds.payment_id is not null and refunds.status <> 'withdrawn'
  union all
  select payments.id, refunds.status
  from refunds join payments
    on payments.payable_id = refunds.payable_id and payments.payable_type = refunds.payable_type
  where refunds.payment_id is null and refunds.status <> 'withdrawn'
    and refunds.reason in ('cancelled_by_customer', 'cancelled_by_staff', 'no_show', 'given_back', 'listing_deleted',
      'deposit_returned', 'sold_out')
    and payments.status in ('paid', 'partial')
    and refunds.created_at >= coalesce(payments.settled_at, payments.created_at)
    and not exists (
      select from ledger_balances as balance
      where balance.payable_id = refunds.payable_id and balance.payable_type = refunds.payable_type and balance.deposits > 0
    );
