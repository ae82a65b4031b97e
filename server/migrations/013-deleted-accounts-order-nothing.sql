create trigger order_account_is_open before insert on orders
  for each row execute function refuse_deleted_account();
create trigger cart_account_is_open before insert on cart_items
  for each row execute function refuse_deleted_account();
