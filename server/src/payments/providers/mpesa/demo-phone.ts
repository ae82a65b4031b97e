import type { DemoPhone } from '@twende/contract/payments/payment-routes.ts'
import * as z from 'zod/mini'
import { AppError } from '../../../http/app-error.ts'
import type { PaymentRow } from '../../payment-store.ts'

const Screen = z.object({
  state: z.enum(['waiting', 'done']),
  business: z.string(),
  amount: z.int(),
  accountReference: z.string(),
})

/** What the simulated phone of a payment shows; nothing while it has not been asked. */
export async function showDemoPhone(
  panelUrl: string,
  { checkout_request_id }: PaymentRow,
): Promise<z.output<typeof DemoPhone> | null> {
  if (checkout_request_id === null) return null
  const path = `/simulator/prompts?checkoutRequestId=${encodeURIComponent(checkout_request_id)}`
  const response = await fetch(panelUrl + path)
  if (!response.ok) return null
  const { state, ...screen } = Screen.parse(await response.json())
  return { ...screen, state: state === 'waiting' ? 'ringing' : 'done' }
}

type Press = { action: 'pin' | 'cancel'; pin?: string | undefined }

/** Presses a key on the simulated phone, and says what came of it. */
export async function pressOnDemoPhone(
  panelUrl: string,
  payment: PaymentRow,
  { action, pin = '' }: Press,
): Promise<string> {
  const response = await fetch(`${panelUrl}/simulator/prompts/${encodeURIComponent(checkoutIdOf(payment))}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(action === 'pin' ? { action, pin } : { action }),
  })
  if (response.status === 404) throw new AppError('payment_not_found')
  if (response.status === 409) return 'The phone has already been answered.'
  return action === 'pin' ? 'PIN sent.' : 'Request cancelled.'
}

function checkoutIdOf({ checkout_request_id }: PaymentRow): string {
  if (checkout_request_id === null) throw new AppError('payment_not_found')
  return checkout_request_id
}
