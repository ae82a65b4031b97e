-- Products are locked before orders. When only the time of a reservation changes, its order is locked already and its product is
-- not: the trigger would lock them the other way round, and wait in a circle with whoever places an order.
drop trigger reserved_stock_is_updated on reservations;
create trigger reserved_stock_is_updated after insert or delete or update of quantity, product_id on reservations
  for each row execute function update_reserved_stock();
