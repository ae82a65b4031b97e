import type { DemoPhone } from '@twende/contract/payments/payment-routes.ts'
import { m } from '@twende/messages'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import type { Db } from '../../../db/database.ts'
import type { AppDeps } from '../../../deps.ts'
import { AppError } from '../../../http/app-error.ts'
import type { CurrentUser } from '../../../http/current-user.ts'
import { serve } from '../../../http/serve.ts'
import { takeForms } from '../../../http/uploads/read-form.ts'
import { findPayment } from '../../payment-store.ts'
import { acceptRawBodies, rawBody } from '../../webhook-handlers.ts'
import { C2B_ACCEPTED, CALLBACK_RECEIVED } from './daraja-messages.ts'
import { importStatement, listStatements } from './import-statement.ts'
import { findCheckoutRequestId } from './mpesa-request-store.ts'
import { receiveC2b } from './receive-c2b.ts'

const Screen = z.object({
  state: z.enum(['waiting', 'done']),
  business: z.string(),
  amount: z.int(),
  accountReference: z.string(),
})

/** The routes where M-Pesa reports payments made by hand, those of its statements and, where it is simulated, of the simulated phone. */
export function mpesaHandlers(app: FastifyInstance, deps: AppDeps) {
  app.register(async (scope) => c2bHandlers(scope, deps))
  statementHandlers(app, deps)
  const { phonePanelUrl } = deps.gateways.mpesa
  if (phonePanelUrl !== undefined) demoPhoneHandlers(app, deps, phonePanelUrl)
}

function c2bHandlers(scope: FastifyInstance, deps: AppDeps) {
  acceptRawBodies(scope)
  serve(scope, deps, 'POST /api/hooks/c2b/:secret', async ({ params, request }) => {
    await receiveC2b(deps, { secret: params.secret, body: rawBody(request) })
    return CALLBACK_RECEIVED
  })
  serve(scope, deps, 'POST /api/hooks/c2b-validation/:secret', async () => C2B_ACCEPTED)
}

function statementHandlers(app: FastifyInstance, deps: AppDeps) {
  serve(app, deps, 'GET /api/admin/statements', async () => ({
    success: true,
    shortcode: deps.config.payments.mpesa.business.number,
    data: await listStatements(deps.db),
  }))
  app.register(async (scope) => {
    takeForms(scope)
    serve(scope, deps, 'POST /api/admin/statements', async ({ body, files, currentUser }) => {
      const given = { file: files.get('statement'), act: body.act, accountId: currentUser.accountId }
      const data = await importStatement(deps, given)
      const message = data.isAdded
        ? m.answer_statement_added({ count: data.fresh.length })
        : data.fresh.length === 0
          ? m.answer_statement_nothing_new()
          : m.answer_statement_read()
      return { success: true, message, data }
    })
  })
}

function demoPhoneHandlers(app: FastifyInstance, deps: AppDeps, panelUrl: string) {
  serve(app, deps, 'GET /api/demo/phone/:paymentId', async ({ params, currentUser }) => {
    await requireOwnPayment(deps, params.paymentId, currentUser)
    return { success: true, data: await showDemoPhone(deps.db, panelUrl, params.paymentId) }
  })
  serve(app, deps, 'POST /api/demo/phone/:paymentId', async ({ params, body, currentUser }) => {
    await requireOwnPayment(deps, params.paymentId, currentUser)
    const press = { ...body, paymentId: params.paymentId }
    return { success: true, message: await pressOnDemoPhone(deps.db, panelUrl, press) }
  })
}

/** Only the customer may use the simulated phone of a payment, not even staff. */
async function requireOwnPayment(
  { db }: AppDeps,
  paymentId: string,
  currentUser: CurrentUser,
): Promise<void> {
  const payment = await findPayment(db, paymentId)
  if (payment?.account_id !== currentUser.accountId) throw new AppError('payment_not_found')
}

/** What the simulated phone of a payment shows; nothing while it has not been asked. */
async function showDemoPhone(
  db: Db,
  panelUrl: string,
  paymentId: string,
): Promise<z.output<typeof DemoPhone> | null> {
  const checkoutRequestId = await findCheckoutRequestId(db, paymentId)
  if (checkoutRequestId === undefined) return null
  const path = `/simulator/prompts?checkoutRequestId=${encodeURIComponent(checkoutRequestId)}`
  const response = await fetch(panelUrl + path)
  if (!response.ok) return null
  const { state, ...screen } = Screen.parse(await response.json())
  return { ...screen, state: state === 'waiting' ? 'ringing' : 'done' }
}

type Press = { paymentId: string; action: 'pin' | 'cancel'; pin?: string | undefined }

/** Presses a key on the simulated phone, and says what came of it. */
async function pressOnDemoPhone(
  db: Db,
  panelUrl: string,
  { paymentId, action, pin = '' }: Press,
): Promise<string> {
  const checkoutRequestId = await findCheckoutRequestId(db, paymentId)
  if (checkoutRequestId === undefined) throw new AppError('payment_not_found')
  const response = await fetch(`${panelUrl}/simulator/prompts/${encodeURIComponent(checkoutRequestId)}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(action === 'pin' ? { action, pin } : { action }),
  })
  if (response.status === 404) throw new AppError('payment_not_found')
  if (response.status === 409) return m.answer_phone_answered()
  return action === 'pin' ? m.answer_phone_pin_sent() : m.answer_phone_cancelled()
}
