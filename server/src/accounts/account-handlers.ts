import { setTimeout } from 'node:timers/promises'
import { m } from '@twende/messages'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config/config.ts'
import type { AppDeps } from '../deps.ts'
import { AppError } from '../http/app-error.ts'
import { networkOf } from '../http/limits/network-of.ts'
import { networkFactor } from '../http/limits/rate-limit.ts'
import { serve } from '../http/serve.ts'
import { addSecurityFacts } from '../ops/request-security.ts'
import { checkContactCode } from './contact-proofs/check-contact-code.ts'
import type { Contact } from './contact-proofs/contact.ts'
import { rememberContactProof } from './contact-proofs/contact-proof-cookie.ts'
import { provenEmailHash } from './contact-proofs/proven-person.ts'
import { sendContactCode } from './contact-proofs/send-contact-code.ts'
import { logIn } from './log-in.ts'
import { forgotPassword } from './recovery/forgot-password.ts'
import { resetPassword } from './recovery/reset-password.ts'
import { resetCookies, verifyCode, verifyLink } from './recovery/verify-code.ts'
import { registerAccount } from './register-account.ts'
import { readBrowser, rememberBrowser } from './sessions/recognised-browser.ts'
import { endSession, endSessions, findOpenSessionsOf } from './sessions/session-store.ts'

// Longer than the work takes under load, short enough not to be noticed.
const RECOVERY_FLOOR_MS = 150

export type AccountDeps = Pick<
  AppDeps,
  | 'db'
  | 'clock'
  | 'secrets'
  | 'tokenSecret'
  | 'identify'
  | 'checkRateLimit'
  | 'countGuess'
  | 'recordAccess'
  | 'refuseOwnThings'
  | 'warnings'
> & { config: Pick<Config, 'publicUrl' | 'payments' | 'channels' | 'demo'> }

export function accountHandlers(app: FastifyInstance, deps: AccountDeps) {
  loginHandlers(app, deps)
  recoveryHandlers(app, deps)
  contactProofHandlers(app, deps)
}

function loginHandlers(app: FastifyInstance, deps: AccountDeps) {
  serve(app, deps, 'POST /api/user/register', async ({ body, request, reply }) => {
    const { token, accountId } = await registerAccount(deps, {
      ...body,
      browser: readBrowser(request),
      emailProven: provenEmailHash(deps, request, body.email) !== undefined,
    })
    addSecurityFacts(request, { accountId })
    await rememberBrowser(deps, { request, reply, accountId })
    return { success: true, token, message: m.answer_account_created() }
  })
  serve(app, deps, 'POST /api/user/login', async ({ body, request, reply }) => {
    const source = {
      network: networkOf(request.ip),
      networkFactor: networkFactor(request),
      provenEmail: provenEmailHash(deps, request, body.email),
    }
    const { token, accountId } = await logIn(deps, { ...body, ...source, browser: readBrowser(request) })
    addSecurityFacts(request, { accountId })
    await rememberBrowser(deps, { request, reply, accountId })
    return { success: true, token, message: m.answer_logged_in() }
  })
}

function recoveryHandlers(app: FastifyInstance, deps: AccountDeps) {
  const cookies = resetCookies(deps.config.publicUrl)
  serve(app, deps, 'POST /api/user/forgot-password', async ({ body, request }) => {
    const { accountId } = await withMinimumDuration(RECOVERY_FLOOR_MS, () =>
      forgotPassword(deps, {
        ...body,
        network: networkOf(request.ip),
        browser: readBrowser(request),
        provenEmail: provenEmailHash(deps, request, body.email),
      }),
    )
    addSecurityFacts(request, { accountId })
    return { success: true, message: m.answer_recovery_sent() }
  })
  serve(app, deps, 'POST /api/user/verify-code', async ({ body, request, reply }) => {
    const proved = await withMinimumDuration(RECOVERY_FLOOR_MS, () =>
      verifyCode(deps, { ...body, network: networkOf(request.ip) }),
    )
    const { resetSecret, accountId } = proved
    addSecurityFacts(request, { accountId })
    cookies.give(reply, resetSecret)
    return { success: true, message: m.answer_code_right() }
  })
  serve(app, deps, 'POST /api/user/verify-link', async ({ body, request, reply }) => {
    const { email, accountId } = await verifyLink(deps, body.secret)
    addSecurityFacts(request, { accountId })
    cookies.give(reply, body.secret)
    return { success: true, email, message: m.answer_choose_password() }
  })
  serve(app, deps, 'POST /api/user/reset-password', async ({ body, request, reply }) => {
    const { accountId } = await resetPassword(deps, { ...body, resetSecret: cookies.read(request) })
    addSecurityFacts(request, { accountId })
    await rememberBrowser(deps, { request, reply, accountId })
    cookies.take(reply)
    return { success: true, message: m.answer_password_reset() }
  })
}

/** The proof of an email address or a phone number, which counts instead of the network. */
function contactProofHandlers(app: FastifyInstance, deps: AccountDeps) {
  serve(app, deps, 'POST /api/user/contact-code', async ({ body, request, currentUser }) => {
    const contact = contactIn(body)
    const data = await sendContactCode(deps, { contact, network: networkOf(request.ip), currentUser })
    return { success: true, message: m.answer_contact_code_sent(), data }
  })
  serve(app, deps, 'POST /api/user/contact-proof', async ({ body, request, reply, currentUser }) => {
    const { challenge, code } = body
    const contact = contactIn(body)
    await checkContactCode(deps, { contact, challenge, code, currentUser })
    rememberContactProof(deps, { request, reply, contact })
    return { success: true, message: m.answer_contact_proved() }
  })
}

/** The schema takes exactly one of the two. */
function contactIn({
  email = '',
  phone,
}: {
  email?: string | undefined
  phone?: string | undefined
}): Contact {
  return phone === undefined ? { email } : { phone }
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

type SessionHandlerDeps = Pick<
  AppDeps,
  'db' | 'clock' | 'identify' | 'checkRateLimit' | 'recordAccess' | 'refuseOwnThings' | 'warnings'
>

/** The sessions of the current user. */
export function sessionHandlers(app: FastifyInstance, deps: SessionHandlerDeps) {
  serve(app, deps, 'POST /api/user/logout', async ({ currentUser }) => {
    await endSession(deps.db, { ...currentUser, now: deps.clock.now() })
    return { success: true, message: m.answer_logged_out() }
  })
  serve(app, deps, 'POST /api/user/logout-everywhere', async ({ currentUser }) => {
    await endSessions(deps.db, currentUser.accountId, deps.clock.now())
    return { success: true, message: m.answer_logged_out_everywhere() }
  })
  serve(app, deps, 'GET /api/user/sessions', async ({ currentUser }) => {
    const rows = await findOpenSessionsOf(deps.db, currentUser.accountId, deps.clock.now())
    const data = rows.map(({ id, browser, system, created_at, last_used_at }) => ({
      _id: id,
      device: { browser, system },
      begunAt: created_at.toISOString(),
      lastUsedAt: last_used_at.toISOString(),
      isThisOne: id === currentUser.sessionId,
    }))
    return { success: true, data }
  })
  serve(app, deps, 'POST /api/user/session/:sessionId/end', async ({ currentUser, params }) => {
    const { accountId } = currentUser
    const ended = await endSession(deps.db, { ...params, accountId, now: deps.clock.now() })
    if (!ended) throw new AppError('not_found')
    return { success: true, message: m.answer_device_logged_out() }
  })
}
