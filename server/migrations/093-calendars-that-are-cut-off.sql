-- A calendar that ends before its end: what is whole in it is read, and the days of the last whole reading stay taken.

alter table calendar_imports drop constraint calendar_import_problem_is_known;
alter table calendar_imports add constraint calendar_import_problem_is_known check (
  problem in ('unreachable', 'private_address', 'refused', 'too_large', 'not_a_calendar', 'too_many_entries', 'cut_off')
);
