import {
  type CatalogItemUses,
  type CatalogList,
  describeUses,
} from '@twende/contract/content/catalog-choices.ts'
import { listText } from '@twende/contract/list-text.ts'
import { m } from '@twende/messages'
import { inTransaction, nextUpdatedAt } from '../db/transaction.ts'
import type { AppDeps } from '../deps.ts'
import { AppError } from '../http/app-error.ts'
import {
  deleteItem,
  findItems,
  type ItemRow,
  lockCatalogList,
  orderItems,
  updateItem,
} from './catalog-store.ts'
import { usesById } from './read-catalog.ts'

type CatalogDeps = Pick<AppDeps, 'db' | 'clock'>
type ItemKey = { list: CatalogList; itemId: string }

/** Hides an item from the lists that people choose from, or shows it again. What refers to it is not changed. */
export async function setItemHidden(
  { db, clock }: CatalogDeps,
  { list, itemId }: ItemKey,
  hidden: boolean,
): Promise<void> {
  const now = clock.now()
  await inTransaction(db, async (tx) => {
    await lockCatalogList(tx, list)
    const items = await findItems(tx, list)
    const item = itemOf(items, itemId)
    if (hidden === (item.hidden_at !== null)) return
    if (hidden) refuseIfLast(items, itemId)
    const updated_at = nextUpdatedAt(item.updated_at, now)
    await updateItem(tx, list, itemId, { hidden_at: hidden ? now : null, updated_at })
  })
}

/** Deletes an item; refused while anything refers to it. */
export async function removeItem({ db }: CatalogDeps, { list, itemId }: ItemKey): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockCatalogList(tx, list, 'toRemove')
    const items = await findItems(tx, list)
    itemOf(items, itemId)
    const uses = (await usesById(tx, list)).get(itemId)
    if (uses) throw new AppError('catalog_item_in_use', { message: inUse(uses) })
    refuseIfLast(items, itemId)
    await deleteItem(tx, list, itemId)
  })
}

/** Reorders a list, unless somebody else changed its order meanwhile. */
export async function reorderList(
  { db }: CatalogDeps,
  { list, was, order }: { list: CatalogList; was: readonly string[]; order: readonly string[] },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockCatalogList(tx, list)
    const current = (await findItems(tx, list)).map(({ id }) => id)
    if (current.join() !== was.join()) throw new AppError('changed_meanwhile')
    if (current.toSorted().join() !== order.toSorted().join()) throw new AppError('invalid')
    await orderItems(tx, list, order)
  })
}

function itemOf(items: readonly ItemRow[], id: string): ItemRow {
  const item = items.find((row) => row.id === id)
  if (!item) throw new AppError('not_found')
  return item
}

/** A list must not become empty: nobody could choose from it, and the services page needs its banner. Hiding a town also hides its pickup points. */
function refuseIfLast(items: readonly ItemRow[], removedId: string): void {
  const offered = items.filter((row) => row.hidden_at === null && !row.town_hidden)
  const remaining = offered.filter((row) => row.id !== removedId && row.town_id !== removedId)
  if (remaining.length === 0 && offered.length > 0) throw new AppError('last_catalog_item')
}

function inUse(uses: CatalogItemUses): string {
  return m.error_catalog_item_in_use_by({ uses: listText(describeUses(uses), 'conjunction') })
}
