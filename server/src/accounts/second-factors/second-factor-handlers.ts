import { m } from '@twende/messages'
import type { FastifyInstance } from 'fastify'
import type { AppDeps } from '../../deps.ts'
import type { CurrentUser } from '../../http/current-user.ts'
import { serve } from '../../http/serve.ts'
import { addSecurityFacts, logRequestEvent } from '../../ops/request-security.ts'
import { readBrowser, rememberBrowser } from '../sessions/recognised-browser.ts'

import { confirmApp, confirmPasskey, startApp, startPasskey } from './add-factor.ts'
import { createProofChallenge } from './create-challenge.ts'
import { finishLogIn } from './finish-log-in.ts'
import { proveAgain } from './prove-again.ts'
import { readFactors } from './read-factors.ts'
import { removeApp, removePasskey, renewRecoveryCodes } from './remove-factor.ts'

/** Log-in with a second factor, and the factors of the current user. */
export function secondFactorHandlers(app: FastifyInstance, deps: AppDeps) {
  proofHandlers(app, deps)
  appHandlers(app, deps)
  passkeyHandlers(app, deps)
  serve(app, deps, 'GET /api/user/second-factors', async ({ currentUser }) => ({
    success: true,
    data: await readFactors(deps, currentUser),
  }))
  serve(app, deps, 'POST /api/user/second-factors/recovery-codes', async ({ currentUser }) => {
    const recoveryCodes = await renewRecoveryCodes(deps, currentUser)
    return { ...(await changed(deps, currentUser, m.answer_recovery_codes_replaced())), recoveryCodes }
  })
}

async function changed(deps: AppDeps, currentUser: CurrentUser, message: string) {
  return { success: true as const, data: await readFactors(deps, currentUser), message }
}

function proofHandlers(app: FastifyInstance, deps: AppDeps) {
  serve(app, deps, 'POST /api/user/second-factor', async ({ body, request, reply }) => {
    const { challenge, ...proof } = body
    const signedIn = await finishLogIn(deps, { challenge, proof, browser: readBrowser(request) })
    const { token, accountId, method } = signedIn
    addSecurityFacts(request, { accountId })
    logRequestEvent(request, method === 'recovery' ? 'recovery_code_used' : 'second_factor_succeeded')
    await rememberBrowser(deps, { request, reply, accountId })
    return { success: true, token, message: m.answer_logged_in() }
  })
  serve(app, deps, 'POST /api/user/proof-question', async ({ currentUser }) => ({
    success: true,
    data: await createProofChallenge(deps, currentUser.accountId),
  }))
  serve(app, deps, 'POST /api/user/proof', async ({ currentUser, body, request }) => {
    const { challenge, password, ...proof } = body
    const method = await proveAgain(deps, currentUser, { challenge, password, proof })
    if (method === 'recovery') logRequestEvent(request, 'recovery_code_used')
    return { success: true, message: m.answer_it_is_you() }
  })
}

function appHandlers(app: FastifyInstance, deps: AppDeps) {
  serve(app, deps, 'POST /api/user/second-factors/app', async ({ currentUser }) => ({
    success: true,
    data: await startApp(deps, currentUser),
  }))
  serve(app, deps, 'POST /api/user/second-factors/app/confirm', async ({ currentUser, body }) => {
    const added = await confirmApp(deps, currentUser, body)
    return { ...(await changed(deps, currentUser, m.answer_app_added())), ...added }
  })
  serve(app, deps, 'POST /api/user/second-factors/app/remove', async ({ currentUser }) => {
    await removeApp(deps, currentUser)
    return changed(deps, currentUser, m.answer_app_removed())
  })
}

function passkeyHandlers(app: FastifyInstance, deps: AppDeps) {
  serve(app, deps, 'POST /api/user/second-factors/passkey', async ({ currentUser }) => ({
    success: true,
    data: await startPasskey(deps, currentUser),
  }))
  serve(app, deps, 'POST /api/user/second-factors/passkey/confirm', async ({ currentUser, body }) => {
    const added = await confirmPasskey(deps, currentUser, body)
    return { ...(await changed(deps, currentUser, m.answer_passkey_added())), ...added }
  })
  serve(
    app,
    deps,
    'POST /api/user/second-factors/passkey/:passkeyId/remove',
    async ({ currentUser, params }) => {
      await removePasskey(deps, currentUser, params.passkeyId)
      return changed(deps, currentUser, m.answer_passkey_removed())
    },
  )
}
