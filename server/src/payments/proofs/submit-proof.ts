import type { MoneyMethod } from '@twende/contract/payments/payment-choices.ts'
import { m } from '@twende/messages'
import type { Db } from '../../db/database.ts'
import type { AppDeps } from '../../deps.ts'
import { AppError } from '../../http/app-error.ts'
import type { PayableName } from '../payable-store.ts'
import { usedCodeError } from '../payment-store.ts'
import { proofsOf } from '../providers/registry.ts'
import { countProofs, findUseOfCode, insertProof, type PaymentProof } from './payment-proof-store.ts'
import type { ProofDeps } from './settle-proof.ts'

export type ProofInput = PayableName & {
  method: MoneyMethod
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
 * Stores a pasted payment proof, also if another account has named its code. After the transaction has committed, the
 * caller compares it with the provider's transactions (`matchProofs`).
 */
export async function submitProof(tx: Db, deps: SubmitProofDeps, input: ProofInput): Promise<PaymentProof> {
  const now = deps.clock.now()
  const payable = deps.payables[input.payableType]
  const amount = input.amountTyped
  const proof = await proofsOf(input).read(tx, deps, { text: input.message, amount, now })
  if (proof.kind === 'unreadable') throw new AppError('invalid', { message: proof.message })
  const { waiting, rejected, waitingOfAccount } = await countProofs(tx, input)
  const tooMany = waiting >= MOST_WAITING || waitingOfAccount >= MOST_WAITING_OF_ACCOUNT
  if (tooMany || rejected >= MOST_REJECTED) {
    throw new AppError(payable.wrongState, {
      message: m.error_proofs_waiting(),
    })
  }
  await refuseUsedCode(tx, proof.code, input.payableId)
  return insertProof(tx, input, payable, {
    account_id: input.accountId,
    method: input.method,
    code: proof.code,
    amount_read: proof.amount,
    amount_typed: amount,
    terms: await payable.terms?.termsFor(tx, { amount: proof.amount ?? amount, paidAt: proof.paidAt, now }),
    paid_at: proof.paidAt,
    recipient: proof.recipient,
    payer_name: input.payerName,
    payer_phone: input.payerPhone,
    email: input.email,
    message: proof.text,
    warnings: proof.warnings,
    created_at: now,
  })
}

/** A code is used when money with it counts, not when somebody named it. */
async function refuseUsedCode(tx: Db, code: string, payableId: string): Promise<void> {
  const use = await findUseOfCode(tx, code)
  if (!use) return
  throw use.payableId === payableId ? usedCodeError(m.error_code_counts_for_listing()) : usedCodeError()
}
