-- How often a phone was asked to pay is counted by its number, whoever asks and for whatever.
create index prompts_of_phone on payments (phone, created_at) where method = 'stk';

-- From when the phone of an attempt may be asked, where it had been asked too often to be asked then.
alter table payments add column retry_at timestamptz;

-- A code belongs to money: told by M-Pesa, accepted by staff or sent back. A pasted message that only names a code keeps
-- nobody else from using it. Each code is still used once in the whole system.
drop trigger claim_code on mpesa_claims;
drop function note_code_of_claim();
delete from mpesa_codes where payment_id is null and refund_id is null;
alter table mpesa_codes
  drop constraint mpesa_code_has_a_user,
  drop column claim_id,
  add constraint mpesa_code_has_a_user check (num_nonnulls(payment_id, refund_id) = 1);

create or replace function note_code_of_payment() returns trigger language plpgsql as $$
begin
  if new.receipt is not null and (tg_op = 'INSERT' or old.receipt is distinct from new.receipt) then
    insert into mpesa_codes (code, payment_id) values (upper(new.receipt), new.id);
  end if;
  return null;
end $$;

-- A person names a code in one waiting message, whatever it is for.
create unique index claim_names_a_code_once on mpesa_claims (account_id, code) where status = 'waiting';
create index claims_waiting_by_code on mpesa_claims (code) where status = 'waiting';
