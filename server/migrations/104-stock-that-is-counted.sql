-- What became of the pieces of a line whose order was ended after it was paid: null while they are with the order.
alter table order_items
  add column ended_as text,
  add constraint order_item_end_is_known check (ended_as in ('shelf', 'damaged', 'missing'));
