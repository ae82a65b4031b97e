import { maskPhone } from '@twende/contract/payments/phone-number.ts'
import type { ProofDisagreement, ProofEvidence } from '@twende/contract/payments/proof-evidence.ts'
import { isPurchaseReference } from '@twende/contract/payments/refund-rules.ts'
import type { Db } from '../db/database.ts'
import type { AppDeps } from '../deps.ts'
import { readSettings } from '../settings/read-settings.ts'
import type { ClaimRow } from './claim-store.ts'
import { disagreements, lettersOf } from './proof-agreement.ts'
import {
  describePurchase,
  findListingReference,
  findOtherProofs,
  findToldMoney,
  findUseOfCode,
  type InboxWord,
  type NamedInAccountNumber,
  type OtherProof,
} from './proof-store.ts'

export type WeighedProof = {
  /** Empty, with money told, where the message may be accepted by itself. */
  disagreements: ProofDisagreement[]
  money: InboxWord | undefined
  purchase: NamedInAccountNumber | undefined
  others: OtherProof[]
  countsFor: string | undefined
}

const MOST_OTHERS = 10

/** Compares a pasted message with what M-Pesa told us of its code, and with other messages that name it. */
export async function weighProof(
  db: Db,
  { config }: Pick<AppDeps, 'config'>,
  proof: ClaimRow,
): Promise<WeighedProof> {
  const { code, purchase_id: listingId } = proof
  const money = await findToldMoney(db, code)
  const others = await findOtherProofs(db, { code, listingId, limit: MOST_OTHERS })
  const use = await findUseOfCode(db, code)
  const reference = await findListingReference(db, listingId)
  const named = await namedInstead(db, reference, money?.reference ?? '')
  const countsFor = use && use.purchaseId !== listingId ? use.reference : undefined
  const found: ProofDisagreement[] = [
    ...(money ? await compare(db, config, proof, { money, reference, named }) : []),
    ...(others.some(({ status }) => status === 'waiting') ? (['claimed_twice'] as const) : []),
    ...(money?.requestOpen ? (['request_open'] as const) : []),
    ...(use ? (['used'] as const) : []),
  ]
  return { disagreements: found, money, purchase: named, others, countsFor }
}

type Compared = { money: InboxWord; reference: string; named: NamedInAccountNumber | undefined }

async function compare(
  db: Db,
  config: AppDeps['config'],
  proof: ClaimRow,
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

/** What the account number names, where that is something else than the listing. */
async function namedInstead(
  db: Db,
  own: string,
  accountNumber: string,
): Promise<NamedInAccountNumber | undefined> {
  const text = lettersOf(accountNumber)
  if (text === own || !isPurchaseReference(text)) return undefined
  return describePurchase(db, text)
}

/** The same for staff to read. */
export function presentEvidence(
  { money, purchase, others, countsFor, ...weighed }: WeighedProof,
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
    purchase: purchase ?? null,
    others: others.map(({ id: _, phone, sentAt: at, ...other }) => ({
      ...other,
      phone: maskPhone(phone),
      sentAt: at.toISOString(),
      first: at < sentAt,
    })),
    countsFor: countsFor ?? null,
  }
}
