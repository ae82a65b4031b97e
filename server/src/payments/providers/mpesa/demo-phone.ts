import type { DemoPhone } from '@twende/contract/payments/payment-routes.ts'
import * as z from 'zod/mini'
import type { Db } from '../../../db/database.ts'
import { AppError } from '../../../http/app-error.ts'
import { findCheckoutRequestId } from './mpesa-request-store.ts'

const Screen = z.object({
  state: z.enum(['waiting', 'done']),
  business: z.string(),
  amount: z.int(),
  accountReference: z.string(),
})

/** What the simulated phone of a payment shows; nothing while it has not been asked. */
export async function showDemoPhone(
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
export async function pressOnDemoPhone(
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
  if (response.status === 409) return 'The phone has already been answered.'
  return action === 'pin' ? 'PIN sent.' : 'Request cancelled.'
}
