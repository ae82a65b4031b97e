import type { CatalogList } from '@twende/contract/content/catalog-choices.ts'
import { call, marketAddress } from './market.ts'
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

/** Gives a category its name back, if a journey left it another. */
export async function renameCategory(from: string, to: string) {
  for (const { _id, updatedAt } of await itemsNamed('car-categories', from)) {
    const body = new FormData()
    body.append('name', to)
    body.append('updatedAt', updatedAt)
    const address = `${marketAddress}/api/admin/catalog/car-categories/${_id}/update`
    const answer = await fetch(address, { method: 'POST', headers: { token: await firstAdminToken() }, body })
    if (!answer.ok) throw new Error(`${from} could not be called ${to} again: ${await answer.text()}`)
  }
}

export async function settingsNow() {
  return (await call('GET /api/admin/settings', {}, { token: await firstAdminToken() })).data
}

/** Sets the business up as it was, if a journey left it otherwise. */
export async function restoreSettings(before: Awaited<ReturnType<typeof settingsNow>>) {
  const { updatedAt, updatedBy, ...now } = await settingsNow()
  const { updatedAt: _, updatedBy: __, ...wanted } = before
  if (JSON.stringify(now) === JSON.stringify(wanted)) return
  const body = { ...wanted, updatedAt }
  await call('POST /api/admin/settings', { body }, { token: await firstAdminToken() })
}
