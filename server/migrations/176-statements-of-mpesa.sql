-- A statement of the M-Pesa portal that an admin brought in. What it added names it: a file can be written by anybody.
create table payment_statements (
  id uuid primary key,
  imported_by uuid not null references accounts (id) on delete restrict,
  imported_at timestamptz not null,
  -- Of the money that the file names: the first and the last.
  first_at timestamptz not null,
  last_at timestamptz not null,
  -- How many payments it names.
  named integer not null,
  constraint statement_names_money check (named > 0),
  constraint statement_runs_forward check (first_at <= last_at)
);
create index payment_statements_newest on payment_statements (imported_at desc);
select audit_table('payment_statements', 'id');

alter table provider_transactions add column statement_id uuid references payment_statements (id) on delete restrict;
create index provider_transactions_of_statement on provider_transactions (statement_id) where statement_id is not null;
