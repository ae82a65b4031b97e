import type { SavedView } from '@twende/contract/accounts/saved-view-routes.ts'
import type { FastifyInstance } from 'fastify'
import { v7 as uuidv7 } from 'uuid'
import type { Db } from '../../db/database.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { AppDeps } from '../../deps.ts'
import { AppError } from '../../http/app-error.ts'
import { serve } from '../../http/serve.ts'
import { lockAccount } from '../lock-account.ts'

const MOST_VIEWS = 50

export function savedViewHandlers(app: FastifyInstance, deps: AppDeps) {
  const answer = async (accountId: string) => ({
    success: true as const,
    data: await findSavedViews(deps.db, accountId),
  })
  serve(app, deps, 'GET /api/user/saved-views', ({ currentUser }) => answer(currentUser.accountId))
  serve(app, deps, 'PUT /api/user/saved-views', async ({ currentUser: { accountId }, body }) => {
    await inTransaction(deps.db, async (tx) => {
      // Two views saved at the same time are counted one after the other.
      await lockAccount(tx, accountId)
      const views = await findSavedViews(tx, accountId)
      const replaces = views.some(({ name, list }) => name === body.name && list === body.list)
      if (!replaces && views.length >= MOST_VIEWS) throw new AppError('too_many_saved_views')
      await tx
        .insertInto('saved_views')
        .values({ id: uuidv7(), account_id: accountId, ...body, created_at: deps.clock.now() })
        .onConflict((same) => same.columns(['account_id', 'list', 'name']).doUpdateSet({ query: body.query }))
        .execute()
    })
    return answer(accountId)
  })
  serve(
    app,
    deps,
    'POST /api/user/saved-view/:viewId/remove',
    async ({ currentUser: { accountId }, params }) => {
      await deps.db
        .deleteFrom('saved_views')
        .where('id', '=', params.viewId)
        .where('account_id', '=', accountId)
        .execute()
      return answer(accountId)
    },
  )
}

function findSavedViews(db: Db, accountId: string): Promise<SavedView[]> {
  return db
    .selectFrom('saved_views')
    .select(['id as _id', 'name', 'list', 'query'])
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}
