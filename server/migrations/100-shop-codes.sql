-- The history of an order stores codes. The sentences that people read are made from them when they are shown.
alter table order_history add column event text;
update order_history set event = case what
  when 'Ordered' then 'place'
  when 'Payment received late; everything was still there' then 'revive'
  when 'Payment not received in time' then 'expire'
  when 'Cancelled by customer' then 'cancel'
  when 'Cancelled by staff' then 'callOff'
  when 'Being packed' then 'process'
  when 'Shipped' then 'ship'
  when 'Delivered' then 'deliver'
  else 'pay'
end;
alter table order_history
  alter column event set not null,
  drop column what,
  add constraint order_history_event_is_known check (
    event in ('place', 'pay', 'revive', 'expire', 'cancel', 'process', 'ship', 'deliver', 'callOff')
  );

-- Only what a person wrote is stored as the reason; who cancelled the order is in cancelled_by.
update orders set cancellation_reason = ''
  where (cancelled_by = 'clock' and cancellation_reason = 'Payment not received in time')
    or (cancelled_by = 'customer' and cancellation_reason = 'Cancelled by customer');

-- Why the form service has not accepted a message, as a code; a refusal has the words of the service beside it.
alter table contact_messages
  add column forward_error text not null default '',
  add column forward_reply text not null default '';
update contact_messages set
  forward_error = case forward_problem when '' then '' when 'No answer' then 'no_answer' else 'refused' end,
  forward_reply = case when forward_problem in ('No answer', 'Refused without a reason') then '' else forward_problem end;
alter table contact_messages
  drop column forward_problem,
  add constraint contact_message_forward_error_is_known check (forward_error in ('', 'no_answer', 'refused')),
  add constraint contact_message_forward_reply_comes_with_refusal check (forward_reply = '' or forward_error = 'refused');
