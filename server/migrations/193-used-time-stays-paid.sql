-- The payment of a time that buyers saw a car does not go back with money for a time that has not begun, or for none: of a
-- listing those go back that came last, as far as the refund reaches.
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
    )
    and (refunds.payable_type <> 'listing_period' or refunds.amount >= (
      select sum(coalesce(later.amount_received, later.amount)) from payments as later
      where later.payable_id = payments.payable_id and later.payable_type = payments.payable_type
        and later.status in ('paid', 'partial')
        and coalesce(later.settled_at, later.created_at) <= refunds.created_at
        and (later.status = 'partial', coalesce(later.settled_at, later.created_at), later.id)
          >= (payments.status = 'partial', coalesce(payments.settled_at, payments.created_at), payments.id)
    ));
