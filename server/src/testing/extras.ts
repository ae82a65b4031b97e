import { type Extra, type ExtraInput, hasStock } from '@twende/contract/prices/extra.ts'
import type { Person } from './people.ts'
import type { TestMarket } from './test-app.ts'

/** A chauffeur; a test states only the fields it depends on. */
export const extra: ExtraInput = {
  kind: 'chauffeur',
  price: 2_500,
  stock: 20,
  place: null,
  toPlace: null,
  atAddress: false,
  km: null,
}

/** Adds an extra to the price list through the API, as the admin that is given or as a new one. */
export async function addExtra(
  market: Pick<TestMarket, 'call' | 'signUp'>,
  fields: Partial<ExtraInput> = {},
  admin?: Person,
): Promise<Extra> {
  const by = admin ?? (await market.signUp({ role: 'admin' }))
  const { data } = await market.call(
    'POST /api/admin/extras',
    { body: { ...extra, stock: hasStock(fields.kind ?? extra.kind) ? extra.stock : null, ...fields } },
    by,
  )
  return data
}
