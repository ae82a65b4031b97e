import { searchWords } from '@twende/contract/search/search-words.ts'
import type { ProductSort } from '@twende/contract/shop/shop-choices.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Database, Db } from '../db/database.ts'
import type { FoundPage, PageRange } from '../db/list-page.ts'
import { matchesName } from '../db/selectable-catalog-items.ts'
import { containsSimilarWords, containsWords, setWordSimilarity, wordSimilarity } from '../db/text-search.ts'
import type { ProductRow } from './present-product.ts'
import { selectProducts } from './product-store.ts'

export type ProductQuery = PageRange & {
  search?: string | undefined
  category?: string | undefined
  minPrice?: number | undefined
  maxPrice?: number | undefined
  show: 'public' | 'hidden' | 'low' | 'all'
  inStock: boolean
  sort: ProductSort
}

const searchText = sql<string>`products.search_text`
const free = sql<number>`(products.on_hand - products.reserved)`
/** So few are low. */
const LOW_STOCK = 3

/** One page of the products that match, and how many match in all. */
export async function findProductPage(db: Database, query: ProductQuery): Promise<FoundPage<ProductRow>> {
  const words = searchWords(query.search)
  if (words.length === 0 || (await someProductHolds(db, words, query))) {
    return findMatches(db, query, words, containsWords(searchText, words))
  }
  return db.transaction().execute(async (tx) => {
    await setWordSimilarity().execute(tx)
    return findMatches(tx, query, words, containsSimilarWords(searchText, words))
  })
}

/** Guessing is for words that nothing in the shop is called. */
async function someProductHolds(
  db: Db,
  words: readonly string[],
  { show }: Pick<ProductQuery, 'show'>,
): Promise<boolean> {
  const row = await db
    .selectFrom('products')
    .select('id')
    .where(shown(show))
    .where(containsWords(searchText, words))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

async function findMatches(
  db: Db,
  query: ProductQuery,
  words: readonly string[],
  named: RawBuilder<SqlBool>,
): Promise<FoundPage<ProductRow>> {
  const matching = sql<SqlBool>`(${sql.join([named, ...conditions(query)], sql` and `)})`
  const keys = await selectProducts(db)
    .where(matching)
    .orderBy(sql`${sql.join([...orders(query.sort, words), sql`products.id`])}`)
    .limit(query.limit)
    .offset(query.offset)
    .execute()
  const isLastPage = keys.length < query.limit && (keys.length > 0 || query.offset === 0)
  return { keys, total: isLastPage ? query.offset + keys.length : await countMatching(db, matching) }
}

async function countMatching(db: Db, matching: RawBuilder<SqlBool>): Promise<number> {
  const { matched } = await db
    .selectFrom('products')
    .where(matching)
    .select(sql<number>`count(*)`.as('matched'))
    .executeTakeFirstOrThrow()
  return matched
}

function conditions({ category, minPrice, maxPrice, show, inStock }: ProductQuery): RawBuilder<SqlBool>[] {
  const found = [shown(show)]
  if (category) {
    found.push(sql`products.category_id in (
      select id from categories where kind = 'product' and ${matchesName('categories', category)}
    )`)
  }
  if (minPrice) found.push(sql`products.price >= ${minPrice}`)
  if (maxPrice !== undefined) found.push(sql`products.price <= ${maxPrice}`)
  if (inStock) found.push(sql`${free} > 0`)
  return found
}

function shown(show: ProductQuery['show']): RawBuilder<SqlBool> {
  switch (show) {
    case 'public':
      return sql`products.hidden_at is null`
    case 'hidden':
      return sql`products.hidden_at is not null`
    case 'low':
      return sql`products.hidden_at is null and ${free} <= ${LOW_STOCK}`
    case 'all':
      return sql`true`
  }
}

function orders(sort: ProductSort, words: readonly string[]): RawBuilder<unknown>[] {
  switch (sort) {
    case 'recommended':
      return [
        sql`(${free} > 0) desc`,
        ...(words.length > 0 ? [sql`${wordSimilarity(searchText, words)} desc`] : []),
        sql`products.created_at desc`,
      ]
    case 'price-low':
      return [sql`products.price`]
    case 'price-high':
      return [sql`products.price desc`]
    case 'newest':
      return [sql`products.created_at desc`]
    case 'name':
      return [sql`lower(products.name)`]
  }
}

/** Every product of the shop and when it last changed. */
export async function findProductChanges(db: Db): Promise<{ id: string; changedAt: Date }[]> {
  return db
    .selectFrom('products')
    .where('hidden_at', 'is', null)
    .select(['id', 'updated_at as changedAt'])
    .orderBy('id')
    .execute()
}
