import { type BusinessSettings, writeSettings } from '@twende/contract/settings/business-settings.ts'
import { sql } from 'kysely'
import { accountName } from '../db/account-name.ts'
import { compiledQuery } from '../db/compiled-query.ts'
import type { Db } from '../db/database.ts'

/** What was chosen in the back office, by whom and when; undefined while nothing was. */
export async function findSettings(db: Db) {
  const [settings] = await storedSettings(db, {})
  return settings
}

const storedSettings = compiledQuery((db) =>
  db
    .selectFrom('business_settings')
    .innerJoin('accounts', 'accounts.id', 'business_settings.updated_by')
    .select([
      'business_settings.chosen',
      'business_settings.updated_at',
      accountName().as('name'),
      'terms_changed_at',
    ]),
)

type Choice = {
  chosen: BusinessSettings
  accountId: string
  now: Date
  updatedAt: string | null
  /** It changes what the terms of use say. */
  changesTerms: boolean
}

/** Saves the settings; false when somebody else changed them after `updatedAt`. */
export async function saveSettings(
  tx: Db,
  { chosen, accountId, now, updatedAt, changesTerms }: Choice,
): Promise<boolean> {
  const set = {
    chosen: writeSettings(chosen),
    updated_at: now,
    updated_by: accountId,
    ...(changesTerms ? { terms_changed_at: now } : {}),
  }
  const saved =
    updatedAt === null
      ? await tx
          .insertInto('business_settings')
          .values(set)
          .onConflict((conflict) => conflict.column('only_one').doNothing())
          .returning('only_one')
          .executeTakeFirst()
      : await tx
          .updateTable('business_settings')
          .set(set)
          .where(sql<boolean>`date_trunc('milliseconds', updated_at) = ${updatedAt}::timestamptz`)
          .returning('only_one')
          .executeTakeFirst()
  return saved !== undefined
}

/** The price list that was in force at an instant, unless that was before the first, and every later one. */
export async function findPriceListsSince(db: Db, since: Date): Promise<{ since: Date; plans: unknown }[]> {
  return db
    .selectFrom('listing_price_lists')
    .select(['since', 'plans'])
    .where((eb) =>
      eb.or([
        eb('since', '>', since),
        eb(
          'id',
          '=',
          eb
            .selectFrom('listing_price_lists')
            .select('id')
            .where('since', '<=', since)
            .orderBy('id', 'desc')
            .limit(1),
        ),
      ]),
    )
    .orderBy('id')
    .execute()
}
