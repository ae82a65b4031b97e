import { type MpesaMessage, readMpesaMessage } from '@twende/contract/payments/mpesa-message.ts'
import { withoutBalance } from '@twende/contract/payments/mpesa-message-balance.ts'
import {
  type MpesaRecipient,
  mpesaProblemWords,
  mpesaWarnings,
  mpesaWarningWords,
} from '@twende/contract/payments/mpesa-message-warnings.ts'
import type { Db } from '../../db/database.ts'
import type { AppDeps } from '../../deps.ts'
import { AppError } from '../../http/app-error.ts'
import { readSettings } from '../../settings/read-settings.ts'
import type { PayableName } from '../payable-store.ts'
import { countProofs, insertProof, type PaymentProof } from './payment-proof-store.ts'
import { findUseOfCode } from './proof-evidence-store.ts'
import type { ProofDeps } from './settle-proof.ts'

export type ProofInput = PayableName & {
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
const MOST_WAITING_OF_ACCOUNT = 10

export type SubmitProofDeps = ProofDeps & Pick<AppDeps, 'config'>

/**
 * Keeps a pasted M-Pesa message as a claim, also where somebody else has named its code. Whoever calls this compares it
 * with M-Pesa's own word once the transaction has committed.
 */
export async function submitProof(tx: Db, deps: SubmitProofDeps, wish: ProofInput): Promise<PaymentProof> {
  const now = deps.clock.now()
  const payable = deps.payables[wish.payableType]
  const payTo = await recipientOf(tx, deps.config)
  const message = readOrRefuse(wish.message)
  const amount = wish.amountTyped
  const { waiting, rejected, waitingOfAccount } = await countProofs(tx, wish)
  const tooMany = waiting >= MOST_WAITING || waitingOfAccount >= MOST_WAITING_OF_ACCOUNT
  if (tooMany || rejected >= MOST_REJECTED) {
    throw new AppError(payable.wrongState, {
      message: 'We are still looking at the messages you sent. Please contact us about this payment.',
    })
  }
  await refuseUsedCode(tx, message.code, wish.payableId)
  return insertProof(tx, wish, payable, {
    account_id: wish.accountId,
    code: message.code,
    amount_read: message.amount > 0 ? message.amount : null,
    amount_typed: amount,
    terms: await payable.terms?.termsFor(tx, {
      amount: message.amount || amount,
      paidAt: message.paidAt,
      now,
    }),
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
}

/** A code is used when money with it counts, not when somebody named it. */
async function refuseUsedCode(tx: Db, code: string, payableId: string): Promise<void> {
  const use = await findUseOfCode(tx, code)
  if (!use) return
  if (use.payableId !== payableId) throw new AppError('mpesa_code_used')
  throw new AppError('mpesa_code_used', { message: 'This payment counts for this car already.' })
}

/** A message may show our name alone: where no setting tells it, we cannot say that the money went elsewhere. */
async function recipientOf(tx: Db, config: AppDeps['config']): Promise<MpesaRecipient> {
  const { mpesaBusinessName: name } = await readSettings(tx, config)
  return name === ''
    ? { names: [], numbers: [] }
    : { names: [name], numbers: [config.payments.receiver.number] }
}

/** Without a code nobody could find the payment, or keep it from being used twice. */
function readOrRefuse(text: string): MpesaMessage {
  const reading = readMpesaMessage(text)
  if (reading.read) return reading
  throw new AppError('invalid', { message: mpesaProblemWords[reading.problem] })
}
