-- How often a phone was asked to pay is counted by its number, whoever asks and for whatever.
create index prompts_of_phone on payments (phone, created_at) where method = 'stk';

-- From when the phone of an attempt may be asked, where it had been asked too often to be asked then.
alter table payments add column retry_at timestamptz;
