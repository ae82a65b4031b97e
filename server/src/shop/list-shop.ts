import type { AppDeps } from '../deps.ts'
import { findProductIds } from './product-index-store.ts'

/** Every product that has a page, and when it last changed. */
export function listShop({ db }: Pick<AppDeps, 'db'>): Promise<{ id: string; changedAt: Date }[]> {
  return findProductIds(db)
}
