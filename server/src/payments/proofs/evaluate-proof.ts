import { maskPhone } from '@twende/contract/payments/phone-number.ts'
import type { ProofDisagreement, ProofEvidence } from '@twende/contract/payments/proof-evidence.ts'
import { isPurchaseReference } from '@twende/contract/payments/refund-rules.ts'
import type { Db } from '../../db/database.ts'
import type { AppDeps } from '../../deps.ts'
import { readSettings } from '../../settings/read-settings.ts'
import { findPayableByReference, findPayableReference, type NamedPayable } from '../payable-store.ts'
import { disagreements, lettersOf } from './compare-proof.ts'
import type { PaymentProof } from './payment-proof-store.ts'
import {
  findOtherProofs,
  findProviderTransaction,
  findUseOfCode,
  type MatchableTransaction,
  type OtherProof,
} from './proof-evidence-store.ts'

export type ProofEvaluation = {
  /** Empty, with money told, where the message may be accepted by itself. */
  disagreements: ProofDisagreement[]
  money: MatchableTransaction | undefined
  payable: NamedPayable | undefined
  others: OtherProof[]
  countsFor: string | undefined
}

const MOST_OTHERS = 10

/** Compares a pasted message with what M-Pesa told us of its code, and with other messages that name it. */
export async function evaluateProof(
  db: Db,
  { config }: Pick<AppDeps, 'config'>,
  proof: PaymentProof,
): Promise<ProofEvaluation> {
  const { code, payable_id: payableId } = proof
  const money = await findProviderTransaction(db, code)
  const others = await findOtherProofs(db, { code, payableId, limit: MOST_OTHERS })
  const use = await findUseOfCode(db, code)
  const reference = await findPayableReference(db, { payableType: proof.payable_type, payableId })
  const named = await namedInstead(db, reference, money?.reference ?? '')
  const countsFor = use && use.payableId !== payableId ? use.reference : undefined
  const found: ProofDisagreement[] = [
    ...(money ? await compare(db, config, proof, { money, reference, named }) : []),
    ...(others.some(({ status }) => status === 'waiting') ? (['claimed_twice'] as const) : []),
    ...(money?.requestOpen ? (['request_open'] as const) : []),
    ...(use ? (['used'] as const) : []),
  ]
  return { disagreements: found, money, payable: named, others, countsFor }
}

type Compared = { money: MatchableTransaction; reference: string; named: NamedPayable | undefined }

async function compare(
  db: Db,
  config: AppDeps['config'],
  proof: PaymentProof,
  { money, reference, named }: Compared,
): Promise<ProofDisagreement[]> {
  const { mpesaAccountHint } = await readSettings(db, config)
  const said = {
    amount: proof.amount_read ?? proof.amount_typed,
    paidAt: proof.paid_at,
    payerName: proof.payer_name,
    payerPhone: proof.payer_phone,
    filedAt: proof.created_at,
    reference,
  }
  const found = disagreements(said, money, mpesaAccountHint)
  if (!named) return found
  return [...found.filter((each) => each !== 'reference'), 'other_purchase']
}

/** What the account number names, where that is something else than the payable. */
async function namedInstead(db: Db, own: string, accountNumber: string): Promise<NamedPayable | undefined> {
  const text = lettersOf(accountNumber)
  if (text === own || !isPurchaseReference(text)) return undefined
  return findPayableByReference(db, text)
}

/** The same for staff to read. */
export function presentEvidence(
  { money, payable, others, countsFor, ...weighed }: ProofEvaluation,
  sentAt: Date,
): ProofEvidence {
  return {
    disagreements: weighed.disagreements,
    money: money
      ? {
          amount: money.amount,
          paidAt: money.paidAt?.toISOString() ?? null,
          payer: money.payerName,
          // A hash tells nobody anything.
          phone: money.phone.includes('*') ? money.phone : '',
          reference: money.reference,
        }
      : null,
    purchase: payable ? presentPayable(payable) : null,
    others: others.map(({ id: _, phone, sentAt: at, ...other }) => ({
      ...other,
      phone: maskPhone(phone),
      sentAt: at.toISOString(),
      first: at < sentAt,
    })),
    countsFor: countsFor ?? null,
  }
}

function presentPayable({ payableType, payableId, reference, customer, price, status }: NamedPayable) {
  return { purpose: payableType, purchaseId: payableId, reference, customer, price, status }
}
