import { call } from '@twende/ui/api/call.ts'

/** The categories that a product may be in. */
export async function loadProductCategories(): Promise<readonly string[]> {
  const { data } = await call('GET /api/category/list', { query: { kind: 'product' } })
  return data.map(({ name }) => name)
}
