import { timingSafeEqual } from 'node:crypto'
import { asText } from '../../webhook-handlers.ts'
import { insertUnknownMessage, insertUnreadableTransaction } from '../provider-message-store.ts'
import { addReportedMoney, type ReportDeps } from './add-reported-money.ts'
import { MOST_SHILLINGS, readC2bConfirmation } from './daraja-messages.ts'
import type { MpesaConfig } from './mpesa-config.ts'
import { c2bSecret } from './mpesa-provider.ts'

type C2bDeps = ReportDeps & { tokenSecret: string }

/** Stores a payment made by hand that M-Pesa reports; it approves the payment proof that agrees with it in everything, or pays what its number names. */
export async function receiveC2b(
  deps: C2bDeps,
  { secret, body }: { secret: string; body: Buffer },
): Promise<void> {
  const now = deps.clock.now()
  const text = asText(body)
  if (!isOurs(secret, deps.tokenSecret))
    return insertUnknownMessage(deps.db, { kind: 'c2b', body: text, now })
  const payment = readC2bConfirmation(text)
  if (!payment || !isOurLine(deps.config.payments.mpesa, payment.shortcode))
    return insertUnreadableTransaction(deps.db, { kind: 'c2b', body: text, now })
  const amount = Math.floor(payment.amount)
  if (amount < 1 || amount > MOST_SHILLINGS)
    return insertUnreadableTransaction(deps.db, { kind: 'c2b', body: text, now })
  const { receipt } = payment
  const paidAt = payment.paidAt === undefined ? null : new Date(payment.paidAt)
  const { shortcode, billReference: reference, phone = '', payerName = '' } = payment
  await addReportedMoney(deps, { receipt, amount, shortcode, reference, phone, payerName, paidAt, text, now })
}

function isOurs(secret: string, tokenSecret: string): boolean {
  const ours = Buffer.from(c2bSecret(tokenSecret))
  const given = Buffer.from(secret)
  return ours.length === given.length && timingSafeEqual(ours, given)
}

/** Payments to a till are reported under its own number or under that of its store. */
export function isOurLine(mpesa: MpesaConfig, shortcode: string): boolean {
  return mpesa.kind === 'simulator' || shortcode === mpesa.shortcode || shortcode === mpesa.tillNumber
}
