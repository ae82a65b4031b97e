-- Which accounts, rental cars and products the demo market brought along. Everything else of it hangs on these.
create table demo_rows (
  subject text not null,
  id uuid not null,
  constraint demo_row_is_noted_once primary key (subject, id),
  constraint demo_subject_is_known check (subject in ('accounts', 'cars', 'products'))
);

-- The admin whom the settings made. Once there is one, the settings make no other, whatever became of the first.
create table first_admin (
  only_one boolean primary key default true,
  account_id uuid not null references accounts (id) on delete restrict,
  made_at timestamptz not null,
  constraint first_admin_is_one check (only_one)
);
