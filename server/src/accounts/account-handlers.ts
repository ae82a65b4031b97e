import { setTimeout } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config/config.ts'
import type { AppDeps } from '../deps.ts'
import { networkOf } from '../http/limits/network-of.ts'
import { networkFactor } from '../http/limits/rate-limit.ts'
import { serve } from '../http/serve.ts'
import { addSecurityFacts } from '../ops/request-security.ts'
import { logIn } from './log-in.ts'
import { forgotPassword } from './recovery/forgot-password.ts'
import { resetCookies } from './recovery/reset-cookie.ts'
import { resetPassword } from './recovery/reset-password.ts'
import { verifyCode, verifyLink } from './recovery/verify-code.ts'
import { registerAccount } from './register-account.ts'
import { readBrowser, rememberBrowser } from './sessions/recognised-browser.ts'

// Longer than the work takes under load, short enough not to be noticed.
const RECOVERY_FLOOR_MS = 150

export type AccountDeps = Pick<
  AppDeps,
  'db' | 'clock' | 'secrets' | 'tokenSecret' | 'identify' | 'checkRateLimit' | 'countGuess' | 'recordAccess'
> & { config: Pick<Config, 'publicUrl' | 'payments'> }

export function accountHandlers(app: FastifyInstance, deps: AccountDeps) {
  loginHandlers(app, deps)
  recoveryHandlers(app, deps)
}

function loginHandlers(app: FastifyInstance, deps: AccountDeps) {
  serve(app, deps, 'POST /api/user/register', async ({ body, request, reply }) => {
    const { token, accountId } = await registerAccount(deps, { ...body, browser: readBrowser(request) })
    addSecurityFacts(request, { accountId })
    await rememberBrowser(deps, { request, reply, accountId })
    return { success: true, token, message: 'Account created successfully' }
  })
  serve(app, deps, 'POST /api/user/login', async ({ body, request, reply }) => {
    const source = { network: networkOf(request.ip), networkFactor: networkFactor(request) }
    const { token, accountId } = await logIn(deps, { ...body, ...source, browser: readBrowser(request) })
    addSecurityFacts(request, { accountId })
    await rememberBrowser(deps, { request, reply, accountId })
    return { success: true, token, message: 'Logged in successfully' }
  })
}

function recoveryHandlers(app: FastifyInstance, deps: AccountDeps) {
  const cookies = resetCookies(deps.config.publicUrl)
  serve(app, deps, 'POST /api/user/forgot-password', async ({ body, request }) => {
    const { accountId } = await withMinimumDuration(RECOVERY_FLOOR_MS, () =>
      forgotPassword(deps, { ...body, network: networkOf(request.ip), browser: readBrowser(request) }),
    )
    addSecurityFacts(request, { accountId })
    return { success: true, message: 'Password reset email has been sent.' }
  })
  serve(app, deps, 'POST /api/user/verify-code', async ({ body, request, reply }) => {
    const proved = await withMinimumDuration(RECOVERY_FLOOR_MS, () => verifyCode(deps, body))
    const { resetSecret, accountId } = proved
    addSecurityFacts(request, { accountId })
    cookies.give(reply, resetSecret)
    return { success: true, message: 'The code is right. Please choose a new password.' }
  })
  serve(app, deps, 'POST /api/user/verify-link', async ({ body, request, reply }) => {
    const { email, accountId } = await verifyLink(deps, body.secret)
    addSecurityFacts(request, { accountId })
    cookies.give(reply, body.secret)
    return { success: true, email, message: 'Please choose a new password.' }
  })
  serve(app, deps, 'POST /api/user/reset-password', async ({ body, request, reply }) => {
    const { accountId } = await resetPassword(deps, { ...body, resetSecret: cookies.read(request) })
    addSecurityFacts(request, { accountId })
    await rememberBrowser(deps, { request, reply, accountId })
    cookies.take(reply)
    return { success: true, message: 'Password has been reset successfully.' }
  })
}

/** Replies after a minimum time, so that the duration does not reveal whether the account exists. */
async function withMinimumDuration<T>(milliseconds: number, work: () => Promise<T>): Promise<T> {
  const floor = setTimeout(milliseconds)
  try {
    return await work()
  } finally {
    await floor
  }
}
