import type { FastifyInstance } from 'fastify'
import type { AppDeps } from '../deps.ts'
import { serve } from '../http/serve.ts'
import { browserOf } from './browser-of.ts'
import { changePassword } from './change-password.ts'
import { changeOwnProfile } from './change-profile.ts'
import { deleteAccount } from './delete-account.ts'
import { exportAccount } from './export-account.ts'
import { rememberBrowser } from './known-browser.ts'
import { ownAccount, toProfile } from './own-account.ts'
import type { PersonalDataOfNouns } from './personal-data.ts'

/** A person's own account. `nouns` say what else is kept about them. */
export function profileHandlers(app: FastifyInstance, deps: AppDeps, nouns: PersonalDataOfNouns) {
  serve(app, deps, 'GET /api/user/me', async ({ caller }) => ({
    success: true,
    data: toProfile(await ownAccount(deps.db, caller.accountId)),
  }))
  serve(app, deps, 'POST /api/user/update', async ({ caller, body }) => {
    const { profile, token } = await changeOwnProfile(deps, caller, body)
    return { success: true, data: profile, token, message: 'Your changes are saved.' }
  })
  serve(app, deps, 'POST /api/user/change-password', async ({ caller, body, request, reply }) => {
    const { token } = await changePassword(deps, caller, { ...body, browser: browserOf(request) })
    await rememberBrowser(deps, { request, reply, accountId: caller.accountId })
    const message = 'Your password is changed. Every other device has been logged out.'
    return { success: true, token, message }
  })
  serve(app, deps, 'GET /api/user/export', async ({ caller, reply }) => {
    reply.header('content-disposition', 'attachment; filename="twende-my-data.json"')
    return { success: true, data: await exportAccount(deps, nouns, caller.accountId) }
  })
  serve(app, deps, 'POST /api/user/delete', async ({ caller, body }) => {
    await deleteAccount(deps, nouns, { caller, password: body.password })
    return { success: true, message: 'Your account is deleted.' }
  })
}
