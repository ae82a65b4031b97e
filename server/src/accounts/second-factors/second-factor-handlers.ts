import type { FastifyInstance } from 'fastify'
import type { AppDeps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import { serve } from '../../http/serve.ts'
import { addSecurityFacts, logRequestEvent } from '../../ops/request-security.ts'
import { browserOf } from '../browser-of.ts'
import { rememberBrowser } from '../known-browser.ts'
import { confirmApp, confirmPasskey, startApp, startPasskey } from './add-factor.ts'
import { askProof } from './ask-proof.ts'
import { finishLogIn } from './finish-log-in.ts'
import { proveAgain } from './prove-again.ts'
import { readFactors } from './read-factors.ts'
import { removeApp, removePasskey, renewRecoveryCodes } from './remove-factor.ts'

/** Log-in with a second factor, and the factors of one's own account. */
export function secondFactorHandlers(app: FastifyInstance, deps: AppDeps) {
  proofHandlers(app, deps)
  appHandlers(app, deps)
  passkeyHandlers(app, deps)
  serve(app, deps, 'GET /api/user/second-factors', async ({ caller }) => ({
    success: true,
    data: await readFactors(deps, caller),
  }))
  serve(app, deps, 'POST /api/user/second-factors/recovery-codes', async ({ caller }) => {
    const recoveryCodes = await renewRecoveryCodes(deps, caller)
    return { ...(await changed(deps, caller, 'Your old recovery codes no longer work.')), recoveryCodes }
  })
}

async function changed(deps: AppDeps, caller: Caller, message: string) {
  return { success: true as const, data: await readFactors(deps, caller), message }
}

function proofHandlers(app: FastifyInstance, deps: AppDeps) {
  serve(app, deps, 'POST /api/user/second-factor', async ({ body, request, reply }) => {
    const { challenge, ...proof } = body
    const signedIn = await finishLogIn(deps, { challenge, proof, browser: browserOf(request) })
    const { token, accountId, method } = signedIn
    addSecurityFacts(request, { accountId })
    logRequestEvent(request, method === 'recovery' ? 'recovery_code_used' : 'second_factor_succeeded')
    await rememberBrowser(deps, { request, reply, accountId })
    return { success: true, token, message: 'Logged in successfully' }
  })
  serve(app, deps, 'POST /api/user/proof-question', async ({ caller }) => ({
    success: true,
    data: await askProof(deps, caller.accountId),
  }))
  serve(app, deps, 'POST /api/user/proof', async ({ caller, body, request }) => {
    const { challenge, password, ...proof } = body
    const method = await proveAgain(deps, caller, { challenge, password, proof })
    if (method === 'recovery') logRequestEvent(request, 'recovery_code_used')
    return { success: true, message: 'Thank you. It is you.' }
  })
}

function appHandlers(app: FastifyInstance, deps: AppDeps) {
  serve(app, deps, 'POST /api/user/second-factors/app', async ({ caller }) => ({
    success: true,
    data: await startApp(deps, caller),
  }))
  serve(app, deps, 'POST /api/user/second-factors/app/confirm', async ({ caller, body }) => {
    const added = await confirmApp(deps, caller, body)
    return { ...(await changed(deps, caller, 'The authenticator app is added.')), ...added }
  })
  serve(app, deps, 'POST /api/user/second-factors/app/remove', async ({ caller }) => {
    await removeApp(deps, caller)
    return changed(deps, caller, 'The authenticator app is removed.')
  })
}

function passkeyHandlers(app: FastifyInstance, deps: AppDeps) {
  serve(app, deps, 'POST /api/user/second-factors/passkey', async ({ caller }) => ({
    success: true,
    data: await startPasskey(deps, caller),
  }))
  serve(app, deps, 'POST /api/user/second-factors/passkey/confirm', async ({ caller, body }) => {
    const added = await confirmPasskey(deps, caller, body)
    return { ...(await changed(deps, caller, 'The passkey is added.')), ...added }
  })
  serve(app, deps, 'POST /api/user/second-factors/passkey/:passkeyId/remove', async ({ caller, params }) => {
    await removePasskey(deps, caller, params.passkeyId)
    return changed(deps, caller, 'The passkey is removed.')
  })
}
