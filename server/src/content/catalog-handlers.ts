import type { CatalogList } from '@twende/contract/content/catalog-choices.ts'
import { m } from '@twende/messages'
import type { FastifyInstance } from 'fastify'
import type { AppDeps } from '../deps.ts'
import { serve } from '../http/serve.ts'
import { takeForms } from '../http/uploads/read-form.ts'
import { removeItem, reorderList, setItemHidden } from './arrange-catalog.ts'
import { readItem, readList } from './read-catalog.ts'
import { addCatalogItem, updateCatalogItem } from './save-catalog-item.ts'

export function catalogHandlers(app: FastifyInstance, deps: AppDeps) {
  app.register(async (scope) => {
    takeForms(scope)
    formHandlers(scope, deps)
  })
  serve(app, deps, 'GET /api/admin/catalog/:list', async ({ params }) => ({
    success: true,
    data: await readList(deps, params.list),
  }))
  serve(app, deps, 'GET /api/admin/catalog/:list/:itemId', async ({ params }) => ({
    success: true,
    data: await readItem(deps, params.list, params.itemId),
  }))
  serve(app, deps, 'POST /api/admin/catalog/:list/:itemId/visibility', async ({ params, body }) => {
    await setItemHidden(deps, params, body.hidden)
    return answer(deps, params, body.hidden ? m.answer_item_hidden() : m.answer_item_shown())
  })
  serve(app, deps, 'POST /api/admin/catalog/:list/:itemId/remove', async ({ params }) => {
    await removeItem(deps, params)
    deps.changeFeed.changed('content')
    return { success: true, message: m.answer_item_removed() }
  })
  serve(app, deps, 'POST /api/admin/catalog/:list/order', async ({ params, body }) => {
    await reorderList(deps, { ...params, ...body })
    deps.changeFeed.changed('content')
    return { success: true, data: await readList(deps, params.list) }
  })
}

function formHandlers(app: FastifyInstance, deps: AppDeps) {
  serve(
    app,
    deps,
    'POST /api/admin/catalog/:list',
    async ({ params, body, files, currentUser, idempotency }) => {
      const itemId = await addCatalogItem(
        deps,
        idempotency,
        { ...params, ...body },
        { by: currentUser, files },
      )
      return answer(deps, { ...params, itemId }, m.answer_item_added())
    },
  )
  serve(
    app,
    deps,
    'POST /api/admin/catalog/:list/:itemId/update',
    async ({ params, body, files, currentUser }) => {
      const isBehind = await updateCatalogItem(deps, { ...params, ...body }, { by: currentUser, files })
      return answer(deps, params, isBehind ? m.answer_item_saved_translation_old() : m.answer_item_saved())
    },
  )
}

async function answer(deps: AppDeps, one: { list: CatalogList; itemId: string }, message: string) {
  deps.changeFeed.changed('content')
  return { success: true as const, message, data: await readItem(deps, one.list, one.itemId) }
}
