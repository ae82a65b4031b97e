-- What one person sends back alone in a day of Nairobi has a sum. Above it somebody else sends, or an admin agrees to a large one.
-- What pays for another purchase instead has left no account of ours. The limit is REFUNDS_ALONE_A_DAY of the contract.
create function limit_refunds_of_a_day() returns trigger language plpgsql as $$
begin
  -- Two refunds at the same moment would not see each other.
  perform pg_advisory_xact_lock(hashtextextended('refunds sent by ' || new.sent_by, 0));
  if (
    select sum(amount) from refunds
    where sent_by = new.sent_by and approved_by is null and method <> 'moved'
      and sent_at >= date_trunc('day', new.sent_at, 'Africa/Nairobi')
      and sent_at < date_trunc('day', new.sent_at, 'Africa/Nairobi') + interval '1 day'
  ) > 100000 then
    raise exception 'One person would send back more in a day than is allowed.'
      using errcode = 'check_violation', constraint = 'refunds_of_a_day_are_limited';
  end if;
  return null;
end $$;
create trigger refunds_of_a_day_are_limited
  after insert or update of status, sent_by, sent_at, method, amount, approved_by on refunds
  for each row when (new.status = 'sent' and new.approved_by is null and new.method <> 'moved')
  execute function limit_refunds_of_a_day();
create index refunds_by_sender on refunds (sent_by, sent_at) where sent_by is not null;
