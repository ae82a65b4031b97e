import { timingSafeEqual } from 'node:crypto'
import { keyFor } from '../../../accounts/keyed-hash.ts'
import { inTransaction } from '../../../db/transaction.ts'
import type { AppDeps } from '../../../deps.ts'
import { bookToldMoney } from '../../ledger/book-payment.ts'
import { lockReference } from '../../ledger/ledger-store.ts'
import { findPaymentByReceipt } from '../../payment-store.ts'
import { matchProofs } from '../../proofs/match-proofs.ts'
import type { ProofDeps } from '../../proofs/settle-proof.ts'
import { insertProviderTransaction } from '../../provider-transaction-store.ts'
import { insertMessageOfNobody, insertUnreadableTransaction } from '../provider-message-store.ts'
import { readC2bConfirmation } from './daraja-messages.ts'
import { asText } from './receive-callback.ts'

type C2bDeps = ProofDeps & Pick<AppDeps, 'tokenSecret' | 'config'>

/** The unguessable end of the address where M-Pesa reports payments made by hand. */
export function c2bSecret(tokenSecret: string): string {
  return keyFor('c2b address', tokenSecret).toString('hex')
}

/** The end of the address where M-Pesa may ask whether to take such a payment. */
export function c2bValidationSecret(tokenSecret: string): string {
  return keyFor('c2b validation address', tokenSecret).toString('hex')
}

/** Keeps what M-Pesa says was paid by hand, word for word, and approves the claim that it bears out in everything. */
export async function receiveC2b(
  deps: C2bDeps,
  { secret, body }: { secret: string; body: Buffer },
): Promise<void> {
  const now = deps.clock.now()
  const text = asText(body)
  if (!isOurs(secret, deps.tokenSecret)) return insertMessageOfNobody(deps.db, { body: text, now })
  const payment = readC2bConfirmation(text)
  if (!payment || !isOurLine(deps.config.mpesa, payment.shortcode))
    return insertUnreadableTransaction(deps.db, text, now)
  const amount = Math.floor(payment.amount)
  if (amount < 1 || amount > MOST_SHILLINGS) return insertUnreadableTransaction(deps.db, text, now)
  const reference = payment.receipt
  await inTransaction(deps.db, async (tx) => {
    await lockReference(tx, reference)
    const isNew = await insertProviderTransaction(tx, {
      receipt: reference,
      amount,
      recipient: payment.shortcode,
      payer_reference: payment.billReference,
      phone: payment.phone ?? '',
      payer_name: payment.payerName ?? '',
      paid_at: payment.paidAt === undefined ? null : new Date(payment.paidAt),
      body: text,
      received_at: now,
    })
    if (!isNew) return
    await bookToldMoney(tx, await findPaymentByReceipt(tx, reference), { reference, amount, at: now })
  })
  await matchProofs(deps, { code: payment.receipt })
}

const MOST_SHILLINGS = 2_147_483_647

function isOurs(secret: string, tokenSecret: string): boolean {
  const ours = Buffer.from(c2bSecret(tokenSecret))
  const given = Buffer.from(secret)
  return ours.length === given.length && timingSafeEqual(ours, given)
}

/** A till is told under its own number or under that of its store. */
function isOurLine(mpesa: AppDeps['config']['mpesa'], shortcode: string): boolean {
  return mpesa.kind === 'simulator' || shortcode === mpesa.shortcode || shortcode === mpesa.tillNumber
}

type RegisterDeps = Pick<AppDeps, 'gateway' | 'tokenSecret'>

/** Tells M-Pesa where to report payments made by hand; may be repeated. Fails when M-Pesa did not take it. */
export async function registerC2b({ gateway, tokenSecret }: RegisterDeps): Promise<void> {
  const hooks = `${gateway.callbackBase}/api/hooks`
  const result = await gateway.registerC2bUrls({
    confirmationUrl: `${hooks}/c2b/${c2bSecret(tokenSecret)}`,
    validationUrl: `${hooks}/c2b-validation/${c2bValidationSecret(tokenSecret)}`,
    // Money that somebody means to send us is never turned away because we were slow to answer.
    whenValidationIsSilent: 'Completed',
  })
  if (result.kind === 'not_registered') {
    throw new Error(`M-Pesa took no address for payments by hand: ${result.code} ${result.message}`.trim())
  }
}
