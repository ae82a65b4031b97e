import type { CatalogList } from '@twende/contract/content/catalog-choices.ts'
import { call } from './market.ts'
import { firstAdminToken } from './people.ts'

async function itemsNamed(list: CatalogList, name: string) {
  const { data } = await call(
    'GET /api/admin/catalog/:list',
    { params: { list } },
    { token: await firstAdminToken() },
  )
  return data.filter((entry) => entry.name === name)
}

/** Removes the catalog items of this name that a journey added. */
export async function removeCatalogItems(list: CatalogList, name: string) {
  for (const { _id } of await itemsNamed(list, name)) {
    const params = { list, itemId: _id }
    const token = await firstAdminToken()
    await call('POST /api/admin/catalog/:list/:itemId/remove', { params }, { token })
  }
}

/** Removes the price rules of this name that a journey added. */
export async function removePriceRules(name: string) {
  const token = await firstAdminToken()
  const { data } = await call('GET /api/admin/price-rules', { query: {} }, { token })
  for (const { _id } of data.filter((rule) => rule.name === name)) {
    await call('POST /api/admin/price-rule/:ruleId/remove', { params: { ruleId: _id } }, { token })
  }
}

/** Removes the extras at this place that a journey added. */
export async function removeExtras(place: string) {
  const token = await firstAdminToken()
  const { data } = await call('GET /api/admin/extras', { query: { limit: 50 } }, { token })
  for (const { _id } of data.filter((extra) => extra.place === place)) {
    await call('POST /api/admin/extra/:extraId/remove', { params: { extraId: _id } }, { token })
  }
}

/** Revokes the addresses of a car's calendar, and removes the calendars that block it. */
export async function removeSharedCalendars(carId: string) {
  const [by, query] = [{ token: await firstAdminToken() }, { carId }]
  const feeds = await call('GET /api/admin/calendar-feeds', { query }, by)
  for (const { _id } of feeds.data)
    await call('POST /api/admin/calendar-feed/:feedId/revoke', { params: { feedId: _id } }, by)
  const imports = await call('GET /api/admin/calendar-imports', { query }, by)
  for (const { _id } of imports.data)
    await call('POST /api/admin/calendar-import/:importId/remove', { params: { importId: _id } }, by)
}
