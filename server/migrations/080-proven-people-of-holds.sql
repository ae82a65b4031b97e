-- Unpaid holds of people who proved a phone number or an email address.

-- A keyed hash of the phone number, the mailbox or the mail domain that the customer proved. Null: proved nothing, or the
-- hold is older than this column. Such holds are counted by it instead of by network.
alter table hold_origins add column person text;
create index hold_origins_of_person on hold_origins (person) where person is not null;
