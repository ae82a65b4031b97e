import type { ProofEvidence } from '@twende/contract/payments/proof-evidence.ts'
import type { Db } from '../../db/database.ts'
import type { AppDeps } from '../../deps.ts'
import { evaluateProof, presentEvidence } from './evaluate-proof.ts'
import {
  findLatestProofs,
  findPaymentsOfPayables,
  findWaitingProofs,
  type PaymentOfPayable,
  type PaymentProof,
} from './payment-proof-store.ts'

export type { PaymentOfPayable, PaymentProof }

/** The latest proof of each of the payables with the payment made of it, and the latest payment that was made of none. */
export async function latestAttempts(db: Db, payableIds: readonly string[]) {
  const proofs = await findLatestProofs(db, payableIds)
  const payments = await findPaymentsOfPayables(
    db,
    payableIds,
    proofs.map(({ id }) => id),
  )
  return {
    others: payments.filter(({ payment_proof_id }) => payment_proof_id === null),
    proofs: proofs.map((proof) => ({
      proof,
      payment: payments.find(({ payment_proof_id }) => payment_proof_id === proof.id),
    })),
  }
}

/** The proof of each of the payables that staff decides on next. */
export async function waitingProofs(db: Db, payableIds: readonly string[]): Promise<PaymentProof[]> {
  return findWaitingProofs(db, payableIds)
}

/** What is known of the proof that staff decides on next; null where none waits. */
export async function evidenceOn(
  deps: Pick<AppDeps, 'db' | 'config'>,
  payableId: string,
): Promise<ProofEvidence | null> {
  const [proof] = await findWaitingProofs(deps.db, [payableId])
  if (!proof) return null
  return presentEvidence(await evaluateProof(deps.db, deps, proof), proof.created_at)
}
