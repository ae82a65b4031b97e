import type { Db } from '../../db/database.ts'
import { type Happening, type MoneyAccount, providerOf } from './accounts.ts'
import {
  findReceiptsOf,
  findUnmatchedMoney,
  insertTransaction,
  isAccepted,
  lockBalance,
  mirrored,
  type PostedEntry,
} from './ledger-store.ts'
import { type OfPayment, setMoneyAside, type Waiting } from './postings.ts'

/**
 * What a payment brought in never came, or stands in the books as another payment: its receipts are reversed. What it
 * had paid is owed again, unless other money of the payable is there to pay it. Refused when the money went back.
 */
export async function reverseReceipts(tx: Db, { payable, paymentId, ...by }: OfPayment): Promise<void> {
  const receipts = await findReceiptsOf(tx, paymentId)
  if (await isAccepted(tx, paymentId)) {
    const key = `${by.key}, set aside`
    await setMoneyAside(tx, { ...by, key, payable, paymentId, amount: sumInto('suspense', receipts) })
  }
  const balance = await lockBalance(tx, payable)
  const short = Math.max(0, sumInto('unapplied', receipts) - balance.unapplied)
  if (short > 0) {
    await insertTransaction(tx, {
      ...by,
      payable,
      paymentId,
      kind: 'price_unpaid',
      entries: [
        { account: 'receivable', payable, amount: short },
        { account: 'unapplied', payable, amount: -short },
      ],
    })
  }
  // The last first: a receipt of which a provider reported less is more than there is.
  for (const { id, receipt, provider, entries } of receipts.toReversed()) {
    await insertTransaction(tx, {
      at: by.at,
      actor: by.actor,
      key: `${id} reversed`,
      payable,
      paymentId,
      receipt: receipt ?? undefined,
      provider: provider ?? undefined,
      kind: 'reversed',
      reverses: id,
      entries: entries.map(mirrored),
    })
  }
}

/** What receipts brought into an account of their payable. */
function sumInto(into: Waiting, receipts: readonly { entries: readonly PostedEntry[] }[]): number {
  return receipts
    .flatMap(({ entries }) => entries)
    .filter(({ account, payable_id }) => account === into && payable_id !== null)
    .reduce((sum, { amount }) => sum - amount, 0)
}

/** Reverses unmatched money under a receipt that turns out to be that of a payment which is entered already. */
export async function reverseUnmatchedMoney(
  tx: Db,
  { receipt, ...by }: Happening & { receipt: string },
): Promise<void> {
  const unmatched = await findUnmatchedMoney(tx, receipt)
  if (!unmatched) return
  await insertTransaction(tx, {
    ...by,
    ...providerOf(unmatched.account, receipt),
    kind: 'reversed',
    key: `${unmatched.id} reversed`,
    reverses: unmatched.id,
    entries: [
      { account: unmatched.account, amount: -unmatched.amount },
      { account: 'suspense', amount: unmatched.amount },
    ],
    day: unmatched.day,
  })
}

type Correction = OfPayment & {
  account: MoneyAccount
  receipt?: string | undefined
  /** What the provider reports, less what is entered. */
  difference: number
  /** Where the money of the payment lies. */
  into: Waiting
}

/**
 * A provider reports another amount than was recorded: its own figure counts. Less than was recorded makes the customer
 * owe what is missing; what went back meanwhile is lost.
 */
export async function correctReceipt(
  tx: Db,
  { account, difference, into, receipt, ...facts }: Correction,
): Promise<void> {
  const { payable } = facts
  const provider = providerOf(account, receipt)
  if (difference >= 0) {
    const entries = [
      { account, payable, amount: difference },
      { account: into, payable, amount: -difference },
    ]
    await insertTransaction(tx, { ...facts, ...provider, kind: 'receipt_corrected', entries })
    return
  }
  const balance = await lockBalance(tx, payable)
  // Money that staff looks at is that of other payments.
  const ofOthers = into === 'suspense' ? 0 : balance.suspense
  const missing = Math.min(-difference, balance.money - ofOthers)
  const credit = Math.min(missing, balance[into])
  const lost = -difference - missing
  await insertTransaction(tx, {
    ...facts,
    ...provider,
    kind: 'receipt_corrected',
    entries: [
      { account, payable, amount: -missing },
      { account: into, payable, amount: credit },
      { account: 'receivable', payable, amount: missing - credit },
    ],
  })
  await insertTransaction(tx, {
    ...facts,
    ...provider,
    key: `${facts.key} lost`,
    kind: 'money_lost',
    entries: [
      { account, amount: -lost },
      { account: 'losses', amount: lost },
    ],
  })
}
