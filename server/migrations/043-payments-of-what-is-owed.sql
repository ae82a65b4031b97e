-- A customer pays by M-Pesa what is owed for a booking besides its price, such as a traffic fine.

alter table payments
  -- Whether it pays what is owed, and nothing is bought with it. What comes in beyond that is owed back.
  add column pays_owed boolean not null default false,
  add constraint what_is_owed_adds_to_the_price check (adds_to_price or not pays_owed),
  drop constraint payment_of_a_listing_or_an_addition_has_terms,
  -- The price list that the amount was chosen from, or what is paid for in addition.
  add constraint payment_of_a_listing_or_an_addition_has_terms check (
    (payable_type = 'listing_period' or adds_to_price and not pays_owed) = (terms is not null)
  );

alter table refunds
  drop constraint refund_reason_is_known,
  add constraint refund_reason_is_known check (
    reason in (
      'paid_too_late', 'paid_twice', 'given_back', 'cancelled_by_customer', 'cancelled_by_staff', 'no_show',
      'deposit_returned', 'charge_withdrawn', 'booking_changed', 'more_than_owed'
    )
  );
