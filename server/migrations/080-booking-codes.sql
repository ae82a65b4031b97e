-- The history of a booking stores codes. The sentences that people read are made from them when they are shown.
alter table booking_history add column event text;
update booking_history set event = case
  when what = 'Booked' then 'book'
  when what = 'Booked at the counter' then 'bookAtCounter'
  when what = 'Confirmed by staff without payment' then 'confirmUnpaid'
  when what = 'Confirmed by staff' then 'confirm'
  when what = 'Payment received after the hold ran out; the car was still free' then 'revive'
  when what = 'Payment not received in time' then 'expire'
  when what in ('Cancelled by customer', 'Cancelled by staff') then 'cancel'
  when what = 'The customer did not come' then 'noShow'
  when what = 'Car handed over' then 'handOver'
  when what = 'Car returned' then 'takeBack'
  when what = 'Completed, a day after the end' then 'complete'
  when what = 'Completed; the handover was not written down' then 'completeUnrecorded'
  when what = 'Prolonged' then 'extend'
  else 'pay'
end;
update booking_history set note = '' where event = 'bookAtCounter' and note = 'Still to be paid';
alter table booking_history
  alter column event set not null,
  drop column what,
  add constraint booking_history_event_is_known check (
    event in ('book', 'bookAtCounter', 'confirm', 'confirmUnpaid', 'pay', 'extend', 'revive', 'expire', 'cancel', 'noShow',
      'handOver', 'takeBack', 'complete', 'completeUnrecorded')
  );

-- Only what a person wrote is stored as the reason; who cancelled is in cancelled_by, and a customer who did not come in
-- no_show.
alter table bookings add column no_show boolean not null default false;
update bookings set no_show = true
  where cancelled_by = 'staff' and cancellation_reason = 'The customer did not come';
update bookings set cancellation_reason = ''
  where no_show
    or (cancelled_by = 'clock' and cancellation_reason = 'Payment not received in time')
    or (cancelled_by = 'customer' and cancellation_reason = 'Cancelled by customer');
alter table bookings add constraint booking_no_show_is_cancelled_by_staff check (not no_show or cancelled_by = 'staff');

-- Who asks to confirm a booking without payment.
alter table unpaid_confirmations rename column asked_by to requested_by;
alter table unpaid_confirmations rename column asked_at to requested_at;
