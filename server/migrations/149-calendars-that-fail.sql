-- A reading that fails for a reason of ours is known to staff as well.

alter table calendar_imports drop constraint calendar_import_problem_is_known;
alter table calendar_imports add constraint calendar_import_problem_is_known check (
  problem in (
    'unreachable', 'private_address', 'refused', 'too_large', 'not_a_calendar', 'too_many_entries', 'cut_off', 'failed'
  )
);
