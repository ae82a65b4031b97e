import { roleLabels } from '@twende/contract/accounts/account-rules.ts'
import { m } from '@twende/messages'
import type { FastifyInstance } from 'fastify'
import type { AppDeps } from '../../deps.ts'
import type { CurrentUser } from '../../http/current-user.ts'
import { serve } from '../../http/serve.ts'
import { resetFactorsOf } from '../second-factors/reset-factors.ts'
import {
  addAccountNote,
  banAccount,
  changeAccountRole,
  changeStaffRights,
  type HiddenCars,
  logOutAccount,
  unbanAccount,
} from './account-actions.ts'
import { accountsTable, readAccount, readAccounts } from './read-accounts.ts'

export function accountAdminHandlers(app: FastifyInstance, deps: AppDeps) {
  const done = async (accountId: string, reader: CurrentUser, message: string) => {
    return { success: true as const, data: await readAccount(deps.db, accountId, reader), message }
  }
  serve(app, deps, 'GET /api/admin/people', async ({ query }) => ({
    success: true,
    ...(await readAccounts(deps.db, query)),
  }))
  serve(app, deps, 'GET /api/admin/people.csv', async ({ query, currentUser, sendTable }) =>
    sendTable(await accountsTable(deps, currentUser.role, query)),
  )
  serve(app, deps, 'GET /api/admin/person/:accountId', async ({ params, currentUser }) => ({
    success: true,
    data: await readAccount(deps.db, params.accountId, currentUser),
  }))
  serve(
    app,
    deps,
    'POST /api/admin/person/:accountId/note',
    async ({ params, body, currentUser, idempotency }) => {
      await addAccountNote(deps, idempotency, currentUser, { ...params, ...body })
      return done(params.accountId, currentUser, m.answer_note_kept())
    },
  )
  serve(app, deps, 'POST /api/admin/person/:accountId/ban', async ({ params, body, currentUser }) => {
    const { cars } = await banAccount(deps, currentUser, { ...params, ...body })
    deps.changeFeed.changed('listings')
    const message = cars > 0 ? m.answer_account_closed_cars_hidden({ cars }) : m.answer_account_closed()
    return done(params.accountId, currentUser, message)
  })
  serve(app, deps, 'POST /api/admin/person/:accountId/unban', async ({ params, body, currentUser }) => {
    const hidden = await unbanAccount(deps, currentUser, { ...params, ...body })
    deps.changeFeed.changed('listings')
    return done(params.accountId, currentUser, reopenedMessage(hidden))
  })
  serve(app, deps, 'POST /api/admin/person/:accountId/role', async ({ params, body, currentUser }) => {
    await changeAccountRole(deps, currentUser, { ...params, ...body })
    return done(params.accountId, currentUser, m.answer_role_changed({ role: roleLabels[body.role]() }))
  })
  serve(app, deps, 'POST /api/admin/person/:accountId/rights', async ({ params, body, currentUser }) => {
    await changeStaffRights(deps, currentUser, { ...params, ...body })
    return done(params.accountId, currentUser, m.answer_rights_changed())
  })
  serve(app, deps, 'POST /api/admin/person/:accountId/log-out', async ({ params, currentUser }) => {
    await logOutAccount(deps, currentUser, params.accountId)
    return done(params.accountId, currentUser, m.answer_devices_logged_out())
  })
  serve(
    app,
    deps,
    'POST /api/admin/person/:accountId/reset-second-factor',
    async ({ params, body, currentUser }) => {
      await resetFactorsOf(deps, currentUser, { ...params, ...body })
      return done(params.accountId, currentUser, m.answer_second_factor_removed())
    },
  )
}

/** Staff may extend the period of each car by these days. */
function reopenedMessage({ cars, days }: HiddenCars): string {
  if (cars === 0) return m.answer_account_open()
  return m.answer_account_open_cars_were_hidden({ cars, lost: m.answer_days({ days }) })
}
