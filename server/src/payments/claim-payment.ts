import { type MpesaMessage, readMpesaMessage } from '@twende/contract/payments/mpesa-message.ts'
import { withoutBalance } from '@twende/contract/payments/mpesa-message-balance.ts'
import {
  type MpesaRecipient,
  mpesaProblemWords,
  mpesaWarnings,
  mpesaWarningWords,
} from '@twende/contract/payments/mpesa-message-warnings.ts'
import type { Db } from '../db/database.ts'
import type { AppDeps } from '../deps.ts'
import { Refusal } from '../http/refusal.ts'
import { plansForMoney } from '../settings/read-plans.ts'
import { readSettings } from '../settings/read-settings.ts'
import { type ClaimRow, countClaims, findBorneOutClaims, insertClaim } from './claim-store.ts'
import { approveClaim, type ClaimDeps } from './settle-claim.ts'

export type ClaimWish = {
  listingId: string
  accountId: string
  payerName: string
  payerPhone: string
  email: string
  /** As pasted. */
  message: string
  amountTyped: number
}

const MOST_WAITING = 3
const MOST_REJECTED = 5

export type ClaimPaymentDeps = ClaimDeps & Pick<AppDeps, 'config'>

/** Keeps a pasted M-Pesa message as a claim; it counts at once where M-Pesa itself has told us of the money. */
export async function claimPayment(tx: Db, deps: ClaimPaymentDeps, wish: ClaimWish): Promise<ClaimRow> {
  const now = deps.clock.now()
  const payTo = await recipientOf(tx, deps.config)
  const message = readOrRefuse(wish.message)
  const amount = wish.amountTyped
  const { waiting, rejected } = await countClaims(tx, wish.listingId)
  if (waiting >= MOST_WAITING || rejected >= MOST_REJECTED) {
    throw new Refusal('listing_wrong_state', {
      message: 'We are still looking at the messages you sent. Please contact us about this payment.',
    })
  }
  const claim = await insertClaim(tx, wish.listingId, {
    account_id: wish.accountId,
    code: message.code,
    amount_read: message.amount > 0 ? message.amount : null,
    amount_typed: amount,
    plans: await plansForMoney(tx, { amount: message.amount || amount, paidAt: message.paidAt, now }),
    paid_at: message.paidAt,
    recipient: message.party,
    payer_name: wish.payerName,
    payer_phone: wish.payerPhone,
    email: wish.email,
    message: withoutBalance(wish.message),
    warnings: mpesaWarnings(message, { payTo, amount, text: wish.message }, now).map(
      (warning) => mpesaWarningWords[warning],
    ),
    created_at: now,
  })
  const [borneOut] = await findBorneOutClaims(tx, { claimId: claim.id })
  if (borneOut) await approveClaim(tx, deps, claim.id, { by: 'mpesa', ...borneOut })
  return claim
}

/** A message may show our name alone: where no setting tells it, we cannot say that the money went elsewhere. */
async function recipientOf(tx: Db, config: AppDeps['config']): Promise<MpesaRecipient> {
  const { mpesaBusinessName: name } = await readSettings(tx, config)
  return name === '' ? { names: [], numbers: [] } : { names: [name], numbers: [config.mpesa.business.number] }
}

/** Without a code nobody could find the payment, or keep it from being used twice. */
function readOrRefuse(text: string): MpesaMessage {
  const reading = readMpesaMessage(text)
  if (reading.read) return reading
  throw new Refusal('invalid', { message: mpesaProblemWords[reading.problem] })
}
