-- What staff decides on a payment message and on a letter is written down too.
select audit_table(name, key) from (values
  ('mpesa_claims', 'id'), ('contact_messages', 'id')
) as audited (name, key);
