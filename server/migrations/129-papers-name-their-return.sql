-- The paper of a return names the event that it is of. Whether that return was taken back follows from the order of the events:
-- times of two processes, or of one that waited for a lock, do not say it.
alter table agreement_drafts add column return_event bigint references booking_history (id) on delete cascade;
alter table agreements add column return_event bigint references booking_history (id) on delete restrict;

create function return_of_paper(of_booking uuid, made timestamptz) returns bigint language sql stable as $$
  select id from booking_history where booking_id = of_booking and event = 'takeBack'
  order by at <= made desc, case when at <= made then id else -id end desc limit 1
$$;
update agreement_drafts set return_event = return_of_paper(booking_id, created_at) where kind = 'return';
-- Agreements are only ever added; this once they get what was not stored before.
alter table agreements disable trigger agreements_are_append_only;
update agreements set return_event = return_of_paper(booking_id, made_at) where kind = 'return';
alter table agreements enable trigger agreements_are_append_only;
drop function return_of_paper;

alter table agreement_drafts add constraint draft_of_a_return_names_it check ((kind = 'return') = (return_event is not null));
alter table agreements add constraint paper_of_a_return_names_it check ((kind = 'return') = (return_event is not null));
create unique index return_has_one_paper on agreements (return_event) where return_event is not null;
