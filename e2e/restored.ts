import type { CatalogList } from '@twende/contract/content/catalog-choices.ts'
import { call, marketAddress } from './market.ts'
import { keeperToken } from './people.ts'

async function itemsNamed(list: CatalogList, name: string) {
  const { data } = await call(
    'GET /api/admin/catalog/:list',
    { params: { list } },
    { token: await keeperToken() },
  )
  return data.filter((entry) => entry.name === name)
}

/** Takes what a journey put on a list away again, if it still stands there. */
export async function removeCatalogItems(list: CatalogList, name: string) {
  for (const { _id } of await itemsNamed(list, name)) {
    const params = { list, itemId: _id }
    const token = await keeperToken()
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
    const answer = await fetch(address, { method: 'POST', headers: { token: await keeperToken() }, body })
    if (!answer.ok) throw new Error(`${from} could not be called ${to} again: ${await answer.text()}`)
  }
}

export async function settingsNow() {
  return (await call('GET /api/admin/settings', {}, { token: await keeperToken() })).data
}

/** Sets the business up as it was, if a journey left it otherwise. */
export async function restoreSettings(before: Awaited<ReturnType<typeof settingsNow>>) {
  const { updatedAt, updatedBy, ...now } = await settingsNow()
  const { updatedAt: _, updatedBy: __, ...wanted } = before
  if (JSON.stringify(now) === JSON.stringify(wanted)) return
  const body = { ...wanted, updatedAt }
  await call('POST /api/admin/settings', { body }, { token: await keeperToken() })
}
