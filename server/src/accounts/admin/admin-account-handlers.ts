import { roleLabels } from '@twende/contract/accounts/account-rules.ts'
import type { FastifyInstance } from 'fastify'
import type { AppDeps } from '../../deps.ts'
import { serve } from '../../http/serve.ts'
import { resetFactorsOf } from '../second-factors/reset-factors.ts'
import {
  addAccountNote,
  banAccount,
  changeAccountRole,
  type HiddenCars,
  logOutAccount,
  unbanAccount,
} from './account-actions.ts'
import { accountsTable } from './accounts-table.ts'
import { readAccount, readAccounts } from './read-accounts.ts'

/** Accounts for staff. */
export function accountAdminHandlers(app: FastifyInstance, deps: AppDeps) {
  const done = async (accountId: string, message: string) => {
    return { success: true as const, data: await readAccount(deps.db, accountId), message }
  }
  serve(app, deps, 'GET /api/admin/people', async ({ query }) => ({
    success: true,
    ...(await readAccounts(deps.db, query)),
  }))
  serve(app, deps, 'GET /api/admin/people.csv', async ({ query, currentUser, sendTable }) =>
    sendTable(await accountsTable(deps, currentUser.role, query)),
  )
  serve(app, deps, 'GET /api/admin/person/:accountId', async ({ params }) => ({
    success: true,
    data: await readAccount(deps.db, params.accountId),
  }))
  serve(
    app,
    deps,
    'POST /api/admin/person/:accountId/note',
    async ({ params, body, currentUser, idempotency }) => {
      await addAccountNote(deps, idempotency, currentUser, { ...params, ...body })
      return done(params.accountId, 'Note kept.')
    },
  )
  serve(app, deps, 'POST /api/admin/person/:accountId/ban', async ({ params, body, currentUser }) => {
    const { cars } = await banAccount(deps, currentUser, { ...params, ...body })
    deps.changeFeed.changed('listings')
    const hidden =
      cars > 0 ? ` ${cars === 1 ? '1 car for sale is' : `${cars} cars for sale are`} hidden.` : ''
    return done(params.accountId, `The account is closed, and every device of it is logged out.${hidden}`)
  })
  serve(app, deps, 'POST /api/admin/person/:accountId/unban', async ({ params, body, currentUser }) => {
    const hidden = await unbanAccount(deps, currentUser, { ...params, ...body })
    deps.changeFeed.changed('listings')
    return done(params.accountId, `The account is open again.${hiddenTimeText(hidden)}`)
  })
  serve(app, deps, 'POST /api/admin/person/:accountId/role', async ({ params, body, currentUser }) => {
    await changeAccountRole(deps, currentUser, { ...params, ...body })
    return done(params.accountId, `The role is ${roleLabels[body.role]} now.`)
  })
  serve(app, deps, 'POST /api/admin/person/:accountId/log-out', async ({ params, currentUser }) => {
    await logOutAccount(deps, currentUser, params.accountId)
    return done(params.accountId, 'Every device is logged out.')
  })
  serve(
    app,
    deps,
    'POST /api/admin/person/:accountId/reset-second-factor',
    async ({ params, body, currentUser }) => {
      await resetFactorsOf(deps, currentUser, { ...params, ...body })
      return done(params.accountId, 'The second factor is removed, and every device is logged out.')
    },
  )
}

/** Staff may extend the period of each car by these days. */
function hiddenTimeText({ cars, days }: HiddenCars): string {
  if (cars === 0) return ''
  const [were, their, them] =
    cars === 1 ? ['1 car for sale was', 'its', 'it'] : [`${cars} cars for sale were`, 'their', 'them']
  const lost = `${days} ${days === 1 ? 'day' : 'days'} of ${their} paid time`
  return ` ${were} hidden for ${lost}. Extend ${them} under Cars for sale to give that back.`
}
