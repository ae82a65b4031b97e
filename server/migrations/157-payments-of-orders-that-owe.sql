-- What the payment of an order is said so by its payments alone, also where the order owes. One that owes is not paid.
update orders set payment_status =
  case when revenue + unapplied - receivable > 0 then 'partial' else 'pending' end
from ledger_balances
where payable_type = 'order' and payable_id = orders.id and status in ('paid', 'processing', 'shipped', 'delivered')
  and revenue + unapplied - receivable < amount;
