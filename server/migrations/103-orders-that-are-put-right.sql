-- An order whose last pieces were sold before its money came is closed, and its money goes back.
alter table orders drop constraint cancelled_order_names_who_cancelled;
alter table orders add constraint cancelled_order_names_who_cancelled check (
  (status = 'cancelled') = (cancelled_by is not null) and cancelled_by in ('customer', 'staff', 'clock', 'stock')
);
alter table refunds drop constraint refund_reason_is_known;
alter table refunds add constraint refund_reason_is_known check (
  reason in (
    'paid_too_late', 'paid_twice', 'given_back', 'cancelled_by_customer', 'cancelled_by_staff', 'no_show',
    'deposit_returned', 'charge_withdrawn', 'booking_changed', 'more_than_owed', 'sold_out', 'order_changed'
  )
);
alter table order_history drop constraint order_history_event_is_known;
alter table order_history add constraint order_history_event_is_known check (
  event in (
    'place', 'pay', 'revive', 'expire', 'cancel', 'process', 'ship', 'deliver', 'callOff', 'takeBack',
    'sellOut', 'reversePayment', 'stepBack', 'refuseParcel', 'loseParcel', 'change', 'dropLine'
  )
);
