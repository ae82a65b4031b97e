-- What staff changes in the shop goes into the audit log as well.
select audit_table(name, key) from (values
  ('products', 'id'), ('product_pictures', 'product_id'), ('orders', 'id')
) as audited (name, key);
