-- What is held of a deposit: what was taken and what came besides or as a part, less what turned out not to have come. Every
-- page, list, tile, balance and file reads this column, so that they agree.
alter table ledger_balances add column held bigint not null generated always as (
  case when payable_type = 'deposit' then greatest(0, deposits + unapplied - receivable) else 0 end
) stored;

drop index ledger_balances_with_deposits;
create index ledger_balances_with_deposits on ledger_balances (payable_id) where held > 0;
