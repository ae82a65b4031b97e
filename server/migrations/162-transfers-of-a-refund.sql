-- A refund by M-Pesa may go to several numbers, in a transfer each: `receipt` is the code of the first, and the amounts are
-- in the order of the codes. Both are empty where one transfer took all.
alter table refunds
  add column other_receipts text[] not null default '{}',
  add column transfer_amounts integer[] not null default '{}';

create function sum_of(numbers integer[]) returns bigint language sql immutable as $$
  select coalesce(sum(number), 0) from unnest(numbers) as number
$$;
alter table refunds add constraint transfers_make_up_the_refund check (
  case when other_receipts = '{}' then transfer_amounts = '{}'
    else coalesce(
      method = 'mpesa' and 0 < all (transfer_amounts) and array_position(other_receipts, null) is null
        and cardinality(transfer_amounts) = cardinality(other_receipts) + 1 and sum_of(transfer_amounts) = amount,
      false)
  end);

-- Each code counts once, between payments and refunds as well.
create function save_payment_codes_of_transfers() returns trigger language plpgsql as $$
begin
  insert into payment_codes (code, refund_id) select upper(code), new.id from unnest(new.other_receipts) as code;
  return null;
end $$;
create trigger payment_codes_of_transfers_are_saved after update of other_receipts on refunds
  for each row when (old.other_receipts is distinct from new.other_receipts)
  execute function save_payment_codes_of_transfers();
