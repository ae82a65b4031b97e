import { m } from '@twende/messages'
import type { FastifyInstance } from 'fastify'
import type { AppDeps } from '../../deps.ts'
import { serve } from '../../http/serve.ts'
import { findAccountNotes } from '../admin/account-history-store.ts'
import type { PersonalDataOfNouns } from '../personal-data.ts'
import { readBrowser, rememberBrowser } from '../sessions/recognised-browser.ts'
import { changeOwnProfile, changePassword } from './change-profile.ts'
import { deleteAccount } from './delete-account.ts'
import { presentProfile, requireAccount } from './profile-store.ts'

/** The account of the current user. `nouns` hold their other data. */
export function profileHandlers(app: FastifyInstance, deps: AppDeps, nouns: PersonalDataOfNouns) {
  serve(app, deps, 'GET /api/user/me', async ({ currentUser }) => ({
    success: true,
    data: presentProfile(await requireAccount(deps.db, currentUser.accountId), deps.config),
  }))
  serve(app, deps, 'POST /api/user/update', async ({ currentUser, body }) => {
    const { profile, token } = await changeOwnProfile(deps, currentUser, body)
    return { success: true, data: profile, token, message: m.answer_changes_saved() }
  })
  serve(app, deps, 'POST /api/user/change-password', async ({ currentUser, body, request, reply }) => {
    const { token } = await changePassword(deps, currentUser, { ...body, browser: readBrowser(request) })
    await rememberBrowser(deps, { request, reply, accountId: currentUser.accountId })
    const message = m.answer_password_changed()
    return { success: true, token, message }
  })
  serve(app, deps, 'GET /api/user/export', async ({ currentUser, reply }) => {
    reply.header('content-disposition', 'attachment; filename="twende-my-data.json"')
    return { success: true, data: await exportAccount(deps, nouns, currentUser.accountId) }
  })
  serve(app, deps, 'POST /api/user/delete', async ({ currentUser, body }) => {
    await deleteAccount(deps, nouns, { currentUser, password: body.password })
    return { success: true, message: m.answer_account_deleted() }
  })
}

/** All personal data of an account, by noun. */
async function exportAccount(
  deps: Pick<AppDeps, 'db' | 'clock' | 'config'>,
  nouns: PersonalDataOfNouns,
  accountId: string,
): Promise<Record<string, unknown>> {
  const exported: Record<string, unknown> = {
    writtenAt: deps.clock.now().toISOString(),
    account: presentProfile(await requireAccount(deps.db, accountId), deps.config),
    notes: (await findAccountNotes(deps.db, accountId)).map(({ by: _, at, ...note }) => ({ at, ...note })),
  }
  for (const [name, noun] of Object.entries(nouns)) exported[name] = await noun.exportData(deps, accountId)
  return exported
}
