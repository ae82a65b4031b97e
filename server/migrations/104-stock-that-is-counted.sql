-- What became of the pieces of a line whose order was ended after it was paid: null while they are with the order.
alter table order_items
  add column ended_as text,
  add constraint order_item_end_is_known check (ended_as in ('shelf', 'damaged', 'missing'));

-- Two names that look the same are the same: capitals, spaces that do not break and several spaces make no other name.
create function product_name_key(name text) returns text language sql immutable as $$
  select lower(btrim(regexp_replace(normalize(name, NFKC), '\s+', ' ', 'g')))
$$;
alter table products add column name_key text;
-- Twins of an earlier day keep their names until they are changed.
update products set name_key = product_name_key(name) || case when exists (
  select from products as earlier
  where product_name_key(earlier.name) = product_name_key(products.name)
    and (earlier.created_at, earlier.id) < (products.created_at, products.id)
) then ' ' || id else '' end;
alter table products alter column name_key set not null, alter column name_key set default '';
alter table products add constraint product_name_has_no_twin unique (name_key);
create function write_product_name_key() returns trigger language plpgsql as $$
begin
  new.name_key := product_name_key(new.name);
  return new;
end $$;
create trigger product_name_key_is_written before insert or update of name on products
  for each row execute function write_product_name_key();
