import type { OfferedExtra } from '@twende/contract/prices/extra.ts'
import type { PriceRule } from '@twende/contract/prices/price-rule.ts'
import type { Db } from '../db/database.ts'
import { findPricesInForce } from './price-rule-store.ts'
import { toOfferedExtras } from './read-extras.ts'
import { toPriceRule } from './read-price-rules.ts'

/** What the price of a rental depends on besides its car. */
export type PricesInForce = {
  /** The extras that can be booked now, in the order of their kinds. */
  extras: OfferedExtra[]
  rules: PriceRule[]
}

/** Reads extras and price rules in one statement, since every quote and every booking needs both. */
export async function readPricesInForce(db: Db): Promise<PricesInForce> {
  const { extras, rules } = await findPricesInForce(db)
  return { extras: toOfferedExtras(extras), rules: rules.map(toPriceRule) }
}
