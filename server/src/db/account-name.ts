import { m } from '@twende/messages'
import { type RawBuilder, sql } from 'kysely'

/**
 * The name of a row of `accounts` under this alias, for the reader of the request: a deleted account has no name, and is
 * called so in the reader's language. Null where an outer join found no account.
 */
export function accountName<Name extends string | null = string>(alias = 'accounts'): RawBuilder<Name> {
  const account = sql.table(alias)
  return sql<Name>`coalesce(${account}.name, case when ${account}.deleted_at is not null then ${m.account_deleted()} end)`
}
