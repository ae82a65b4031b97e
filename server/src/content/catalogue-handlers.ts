import type { Shelf } from '@twende/contract/content/catalogue-choices.ts'
import type { FastifyInstance } from 'fastify'
import type { AppDeps } from '../deps.ts'
import { takeForms } from '../http/read-form.ts'
import { serve } from '../http/serve.ts'
import { arrangeShelf, removeEntry, setEntryHidden } from './arrange-shelf.ts'
import { addEntry, updateEntry } from './keep-entry.ts'
import { readEntry, readShelf } from './read-shelf.ts'

export function catalogueHandlers(app: FastifyInstance, deps: AppDeps) {
  app.register(async (scope) => {
    takeForms(scope)
    formHandlers(scope, deps)
  })
  serve(app, deps, 'GET /api/admin/catalogue/:shelf', async ({ params }) => ({
    success: true,
    data: await readShelf(deps, params.shelf),
  }))
  serve(app, deps, 'GET /api/admin/catalogue/:shelf/:entryId', async ({ params }) => ({
    success: true,
    data: await readEntry(deps, params.shelf, params.entryId),
  }))
  serve(app, deps, 'POST /api/admin/catalogue/:shelf/:entryId/visibility', async ({ params, body }) => {
    await setEntryHidden(deps, params, body.hidden)
    return answer(deps, params, body.hidden ? 'Hidden' : 'Shown')
  })
  serve(app, deps, 'POST /api/admin/catalogue/:shelf/:entryId/remove', async ({ params }) => {
    await removeEntry(deps, params)
    deps.changeFeed.changed('content')
    return { success: true, message: 'Removed' }
  })
  serve(app, deps, 'POST /api/admin/catalogue/:shelf/order', async ({ params, body }) => {
    await arrangeShelf(deps, { ...params, ...body })
    deps.changeFeed.changed('content')
    return { success: true, data: await readShelf(deps, params.shelf) }
  })
}

function formHandlers(app: FastifyInstance, deps: AppDeps) {
  serve(
    app,
    deps,
    'POST /api/admin/catalogue/:shelf',
    async ({ params, body, files, currentUser, idempotencyKey }) => {
      const by = { accountId: currentUser.accountId, idempotencyKey }
      const entryId = await addEntry(deps, by, { ...params, ...body }, { by: currentUser, files })
      return answer(deps, { ...params, entryId }, 'Added')
    },
  )
  serve(
    app,
    deps,
    'POST /api/admin/catalogue/:shelf/:entryId/update',
    async ({ params, body, files, currentUser }) => {
      await updateEntry(deps, { ...params, ...body }, { by: currentUser, files })
      return answer(deps, params, 'Saved')
    },
  )
}

async function answer(deps: AppDeps, one: { shelf: Shelf; entryId: string }, message: string) {
  deps.changeFeed.changed('content')
  return { success: true as const, message, data: await readEntry(deps, one.shelf, one.entryId) }
}
