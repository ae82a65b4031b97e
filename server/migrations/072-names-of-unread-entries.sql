-- What the entries are called that could not be read; they block their days, and staff looks at them.
alter table calendar_imports add column unread_names text[] not null default '{}';
