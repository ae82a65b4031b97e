-- What a member of staff may do besides the work at the desk: see and move money, read reports, read the files of people.
-- An admin has every right without a row saying so.

alter table accounts add column rights text[] not null default '{}';
-- Until now staff saw everything. Nobody loses anything by this change: an admin takes away what somebody does not need.
update accounts set rights = '{payments,reports,people}' where role = 'staff';
alter table accounts add constraint account_rights_are_known_and_of_staff check (
  -- Each known right counts once: an unknown one, or the same one twice, makes the array longer than the sum.
  cardinality(rights) =
    ('payments' = any(rights))::int + ('reports' = any(rights))::int + ('people' = any(rights))::int
  and (role = 'staff' or rights = '{}')
);

-- A change of rights keeps the old and the new ones, as that of a role does.
alter table account_notes
  add column old_rights text[],
  add column new_rights text[],
  drop constraint account_note_is_not_empty,
  drop constraint account_note_kind_is_known,
  add constraint account_note_is_not_empty check (what in ('log-out', 'role', 'rights') or note <> ''),
  add constraint account_note_kind_is_known
    check (what in ('note', 'ban', 'unban', 'role', 'rights', 'log-out', 'second-factor')),
  add constraint account_note_names_rights_of_a_change check (
    case when what = 'rights' then old_rights is not null and new_rights is not null
      -- Of somebody who becomes staff: the rights that they begin with.
      else old_rights is null and (new_rights is null or what = 'role') end
  );
