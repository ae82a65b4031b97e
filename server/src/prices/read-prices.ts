import { EXTRA_KINDS, type Extra, type ExtraKind, type OfferedExtra } from '@twende/contract/prices/extra.ts'
import {
  PRICE_RULE_EFFECTS,
  PRICE_RULE_KINDS,
  type PriceRule,
  type PriceRuleKind,
} from '@twende/contract/prices/price-rule.ts'
import { rulesOfCar } from '@twende/contract/prices/rules-in-force.ts'
import type { Pagination } from '@twende/contract/text.ts'
import type { Db } from '../db/database.ts'
import { readPage } from '../db/list-page.ts'
import type { AppDeps } from '../deps.ts'
import { AppError } from '../http/app-error.ts'
import { type ExtraRow, findExtraPage, findExtras, findExtrasByIds } from './extra-store.ts'
import {
  findPriceRulePage,
  findPriceRules,
  findPriceRulesByIds,
  findPricesInForce,
  type PriceRuleRow,
} from './price-rule-store.ts'

const PAGE_SIZE = 24

/** What the price of a rental depends on besides its car. */
type PricesInForce = {
  /** The extras that can be booked now, in the order of their kinds. */
  extras: OfferedExtra[]
  rules: PriceRule[]
}

/** Reads extras and price rules in one statement, since every quote and every booking needs both. */
export async function readPricesInForce(db: Db): Promise<PricesInForce> {
  const { extras, rules } = await findPricesInForce(db)
  return { extras: toOfferedExtras(extras), rules: rules.map(toPriceRule) }
}

/** Every price rule that is in force. */
export async function allPriceRules(db: Db): Promise<PriceRule[]> {
  return (await findPriceRules(db)).map(toPriceRule)
}

/** The price rules in force for one car. */
export async function priceRulesOf(db: Db, car: { carId: string; category: string }): Promise<PriceRule[]> {
  return rulesOfCar(await allPriceRules(db), car)
}

type RuleSearch = { kind?: PriceRuleKind | undefined; page?: number | undefined; limit?: number | undefined }

/** One page of the price rules, newest first. */
export async function listPriceRules(
  { db }: Pick<AppDeps, 'db'>,
  search: RuleSearch,
): Promise<{ data: PriceRule[]; pagination: Pagination }> {
  return readPage(search, {
    size: PAGE_SIZE,
    find: (range) => findPriceRulePage(db, { kind: search.kind, ...range }),
    read: async (ids) => (await findPriceRulesByIds(db, ids)).map(toPriceRule),
  })
}

export async function readPriceRule(db: Db, ruleId: string): Promise<PriceRule> {
  const [row] = await findPriceRulesByIds(db, [ruleId])
  if (!row) throw new AppError('not_found')
  return toPriceRule(row)
}

/** A row, or what JSON makes of one. */
type ReadRow = Omit<PriceRuleRow, 'created_at' | 'updated_at'> &
  Record<'created_at' | 'updated_at', Date | string>

function toPriceRule(row: ReadRow): PriceRule {
  const kind = PRICE_RULE_KINDS.find((known) => known === row.kind)
  if (!kind) throw new Error(`price rule ${row.id}: ${row.kind} is no kind`)
  return {
    _id: row.id,
    name: row.name,
    kind,
    value: row.value,
    effect: PRICE_RULE_EFFECTS.find((known) => known === row.effect) ?? 'replace',
    fromDays: row.from_days,
    carId: row.car_id,
    carName: row.car_name,
    category: row.category,
    firstDay: row.first_day,
    lastDay: row.last_day,
    weekdays: row.weekdays,
    createdAt: new Date(row.created_at).toISOString(),
    updatedAt: new Date(row.updated_at).toISOString(),
  }
}

/** The extras that can be booked now, in the order of their kinds. */
export async function offeredExtras(db: Db): Promise<OfferedExtra[]> {
  return toOfferedExtras(await findExtras(db))
}

/** How many child seats and chauffeurs the business has; null where none are offered. */
export async function readStock(db: Db): Promise<Record<'child_seat' | 'chauffeur', number | null>> {
  const offered = await findExtras(db)
  const stockOf = (wanted: ExtraKind) => offered.find(({ kind }) => kind === wanted)?.stock ?? null
  return { child_seat: stockOf('child_seat'), chauffeur: stockOf('chauffeur') }
}

type ExtraSearch = { kind?: ExtraKind | undefined; page?: number | undefined; limit?: number | undefined }

/** One page of the price list. */
export async function listExtras(
  { db }: Pick<AppDeps, 'db'>,
  search: ExtraSearch,
): Promise<{ data: Extra[]; pagination: Pagination }> {
  return readPage(search, {
    size: PAGE_SIZE,
    find: (range) => findExtraPage(db, { kind: search.kind, ...range }),
    read: async (ids) => (await findExtrasByIds(db, ids)).map(toExtra),
  })
}

export async function readExtra(db: Db, extraId: string): Promise<Extra> {
  const [row] = await findExtrasByIds(db, [extraId])
  if (!row) throw new AppError('not_found')
  return toExtra(row)
}

type OfferedRow = Pick<ExtraRow, 'id' | 'kind' | 'price' | 'place' | 'to_place' | 'at_address' | 'km'>

/** In the order of their kinds. */
function toOfferedExtras(rows: readonly OfferedRow[]): OfferedExtra[] {
  const extras = rows.map(toOffered)
  return EXTRA_KINDS.flatMap((kind) => extras.filter((extra) => extra.kind === kind))
}

function toOffered(row: OfferedRow): OfferedExtra {
  const kind = EXTRA_KINDS.find((known) => known === row.kind)
  if (!kind) throw new Error(`extra ${row.id}: ${row.kind} is no kind`)
  return {
    kind,
    price: row.price,
    place: row.place,
    toPlace: row.to_place,
    atAddress: row.at_address,
    km: row.km,
  }
}

function toExtra(row: ExtraRow): Extra {
  return {
    ...toOffered(row),
    _id: row.id,
    stock: row.stock,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}
