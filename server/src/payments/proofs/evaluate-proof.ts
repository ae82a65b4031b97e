import { maskPhone } from '@twende/contract/payments/phone-number.ts'
import type { ProofDisagreement, ProofEvidence } from '@twende/contract/payments/proof-evidence.ts'
import { readReference } from '@twende/contract/payments/typed-reference.ts'
import type { Db } from '../../db/database.ts'
import type { AppDeps } from '../../deps.ts'
import { findPayableByReference, findPayableReference, type NamedPayable } from '../payable-store.ts'
import { shownPhone } from '../provider-transaction-store.ts'
import { proofsOf } from '../providers/registry.ts'
import {
  findOtherProofs,
  findTransactionOfCode,
  findUseOfCode,
  type OtherProof,
  type PaymentProof,
  type TransactionOfCode,
} from './payment-proof-store.ts'

export type ProofEvaluation = {
  /** With a transaction and no disagreement, the proof is approved automatically. */
  disagreements: ProofDisagreement[]
  transaction: TransactionOfCode | undefined
  /** What the payer's account number names, where that is another payable. */
  payable: NamedPayable | undefined
  others: OtherProof[]
  countsFor: string | undefined
}

const MOST_OTHERS = 10

/** Compares a proof with what the provider reported of its code, and finds other proofs that name the code. */
export async function evaluateProof(
  db: Db,
  deps: Pick<AppDeps, 'config'>,
  proof: PaymentProof,
): Promise<ProofEvaluation> {
  const { code, payable_id: payableId } = proof
  const transaction = await findTransactionOfCode(db, code)
  const others = await findOtherProofs(db, { code, payableId, limit: MOST_OTHERS })
  const use = await findUseOfCode(db, code)
  const reference = await findPayableReference(db, { payableType: proof.payable_type, payableId })
  const named = await findNamedInstead(db, reference, transaction?.reference ?? '')
  const countsFor = use && use.payableId !== payableId ? use.reference : undefined
  const found: ProofDisagreement[] = [
    ...(transaction ? await compare(db, deps, proof, { transaction, reference, named }) : []),
    ...(others.some(({ status }) => status === 'waiting') ? (['submitted_twice'] as const) : []),
    ...(transaction?.requestOpen ? (['request_open'] as const) : []),
    ...(use ? (['used'] as const) : []),
  ]
  return { disagreements: found, transaction, payable: named, others, countsFor }
}

type Compared = { transaction: TransactionOfCode; reference: string; named: NamedPayable | undefined }

async function compare(
  db: Db,
  deps: Pick<AppDeps, 'config'>,
  proof: PaymentProof,
  { transaction, reference, named }: Compared,
): Promise<ProofDisagreement[]> {
  const found = await proofsOf(proof).compare(db, deps, {
    proof: {
      amount: proof.amount_read ?? proof.amount_typed,
      paidAt: proof.paid_at,
      payerName: proof.payer_name,
      payerPhone: proof.payer_phone,
      submittedAt: proof.created_at,
      reference,
    },
    transaction,
  })
  if (!named) return found
  return [...found.filter((each) => each !== 'reference'), 'other_purchase']
}

/** The payable that the payer's account number names, where that is another one than `own`. */
async function findNamedInstead(
  db: Db,
  own: string,
  accountNumber: string,
): Promise<NamedPayable | undefined> {
  const named = readReference(accountNumber)
  return named === undefined || named === own ? undefined : findPayableByReference(db, named)
}

/** The evaluation of a proof as staff reads it. */
export function presentEvidence(
  { disagreements, transaction, payable, others, countsFor }: ProofEvaluation,
  submittedAt: Date,
): ProofEvidence {
  return {
    disagreements,
    money: transaction
      ? {
          amount: transaction.amount,
          paidAt: transaction.paidAt?.toISOString() ?? null,
          payer: transaction.payerName,
          phone: shownPhone(transaction.phone),
          reference: transaction.reference,
        }
      : null,
    purchase: payable ? presentPayable(payable) : null,
    others: others.map(({ id: _, phone, sentAt: at, ...other }) => ({
      ...other,
      phone: maskPhone(phone),
      sentAt: at.toISOString(),
      first: at < submittedAt,
    })),
    countsFor: countsFor ?? null,
  }
}

function presentPayable({ payableType, payableId, reference, customer, price, status }: NamedPayable) {
  return { purpose: payableType, purchaseId: payableId, reference, customer, price, status }
}
