-- Which data is demo data.

-- At most one row: when seeding of the demo data began and finished.
create table demo_market (
  only_one boolean primary key default true,
  started_at timestamptz not null,
  finished_at timestamptz,
  constraint demo_market_has_one_row check (only_one)
);

-- Accounts, rental cars and products of the demo data. All other demo rows refer to these.
create table demo_rows (
  subject text not null,
  id uuid not null,
  constraint demo_row_is_unique primary key (subject, id),
  constraint demo_subject_is_known check (subject in ('accounts', 'cars', 'products'))
);
