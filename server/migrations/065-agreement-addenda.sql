-- What was changed of a rental after its car was handed over: an addendum of the agreement that was signed.

create table agreement_addenda (
  booking_id uuid not null references bookings (id) on delete cascade,
  -- 1, 2 … of its booking.
  sequence integer not null,
  -- addendumChange of the server: the rental before and after, and the money then. It names nobody.
  change jsonb not null,
  made_at timestamptz not null,
  -- The member of staff who made it; null where the customer did, who agreed by making it.
  made_by uuid references accounts (id) on delete restrict,
  accepted_at timestamptz,
  -- 'account': made or accepted by the customer who was logged in; 'link': accepted by whoever was sent the link.
  accepted_how text,
  -- As it was typed with the acceptance by link.
  accepter_name text not null default '',
  primary key (booking_id, sequence),
  constraint addendum_sequence_is_positive check (sequence > 0),
  constraint addendum_acceptance_says_how check ((accepted_at is null) = (accepted_how is null)),
  constraint addendum_acceptance_is_known check (accepted_how in ('account', 'link')),
  constraint addendum_by_link_names_who check (accepted_how is distinct from 'link' or accepter_name <> ''),
  constraint addendum_of_customer_is_accepted check (made_by is not null or accepted_at is not null)
);
create index addenda_to_make on agreement_addenda (accepted_at) where accepted_at is not null;

-- What was agreed and accepted never changes; only the acceptance of what waits for it is added, and a name goes with its account.
create function refuse_addendum_change() returns trigger language plpgsql as $$
begin
  if (old.booking_id, old.sequence, old.change, old.made_at, old.made_by)
      is distinct from (new.booking_id, new.sequence, new.change, new.made_at, new.made_by)
    or old.accepted_at is not null and (old.accepted_at, old.accepted_how) is distinct from (new.accepted_at, new.accepted_how)
  then
    raise exception 'Addenda are accepted once and never changed.' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger addenda_are_accepted_once before update on agreement_addenda
  for each row execute function refuse_addendum_change();

alter table agreements add column sequence integer not null default 0;
alter table agreements drop constraint agreement_kind_is_known;
alter table agreements add constraint agreement_kind_is_known check (kind in ('handover', 'return', 'addendum'));
alter table agreements add constraint addendum_has_a_sequence check ((kind = 'addendum') = (sequence > 0));
alter table agreements drop constraint booking_has_one_agreement_of_each_kind;
alter table agreements add constraint booking_has_one_agreement_of_each_kind unique (booking_id, kind, sequence);
