import { type Day, nairobiDay } from '@twende/contract/calendar-day.ts'
import type { PayableType } from '@twende/contract/payments/payment.ts'
import type { Db } from '../../db/database.ts'
import type { ReceivedPayment } from '../payable.ts'
import { findPayablePrice } from '../payable-store.ts'
import type { PaymentRow } from '../payment-store.ts'
import { providerOf } from '../providers/registry.ts'
import type { Happening, MoneyAccount } from './accounts.ts'
import { correctReceipt, reverseReceipts, reverseUnmatchedMoney } from './corrections.ts'
import {
  asEntry,
  findBalance,
  findBalances,
  findEntriesOnOtherDays,
  findHeld,
  findUnmatchedMoney,
  insertTransaction,
  lockReceipt,
  mirrored,
  sumReceivedBy,
} from './ledger-store.ts'
import {
  acceptMoney,
  applyToPrice,
  assignMoney,
  receiveMoney,
  receiveUnmatchedMoney,
  setMoneyAside,
  type Waiting,
} from './postings.ts'

type Payment = Pick<
  PaymentRow,
  | 'id'
  | 'payable_type'
  | 'payable_id'
  | 'method'
  | 'amount'
  | 'amount_received'
  | 'receipt'
  | 'adds_to_price'
  | 'pays_owed'
  | 'paid_at'
>

/** Where the money of a payment in this state lies, before it pays for anything. */
export function placeOf(status: PaymentRow['status']): Waiting {
  return status === 'paid' || status === 'partial' ? 'unapplied' : 'suspense'
}

/** Enters the money of a payment, once. If its provider reported it before, it is that money, and that amount. */
export async function postReceipt(
  tx: Db,
  payment: Payment,
  { into, at, actor }: Happening & { into: Waiting },
): Promise<void> {
  const account = accountOf(payment)
  const receipt = payment.receipt?.toUpperCase()
  if (receipt !== undefined) await lockReceipt(tx, receipt)
  const unmatched = receipt === undefined ? undefined : await findUnmatchedMoney(tx, receipt)
  const facts = {
    ...factsOf(payment),
    key: `payment ${payment.id} received`,
    account,
    receipt,
    into,
    at,
    actor,
  }
  await (unmatched
    ? assignMoney(tx, { ...facts, amount: unmatched.amount, reportedOn: unmatched.day })
    : receiveMoney(tx, { ...facts, amount: payment.amount_received ?? payment.amount }))
}

/** Uses the money of a payment for the price; what is more than `upTo` stays the customer's credit. */
export async function postPrice(
  tx: Db,
  payment: Payment,
  { upTo, ...by }: Happening & { upTo?: number | undefined },
): Promise<void> {
  await applyToPrice(tx, { ...factsOf(payment), ...by, upTo, key: `payment ${payment.id} applied` })
}

type Settlement = {
  before: PaymentRow['status']
  status: PaymentRow['status']
  reported: number | null
  at: Date
}
type SettlementOfPrice = Settlement & { paidOnce: boolean }

/**
 * Enters what a provider reported of a payment that is or was settled: its money, or another amount than was entered before.
 * `before` is its state until now, `status` that from now on.
 */
export async function postSettlement(
  tx: Db,
  payment: Payment,
  { before, status, reported, paidOnce, at }: SettlementOfPrice,
): Promise<void> {
  if ((await sumReceivedBy(tx, payment.id)) === 0)
    await postReceipt(tx, payment, { into: placeOf(status), at })
  else await correctSettlement(tx, payment, { before, status, reported, at })
  if (status !== 'paid') return
  await postPrice(tx, payment, { at, upTo: await findUnpaid(tx, payment, paidOnce) })
}

/** The price that a payment is for, whole or the rest of it; of what has no price, the amount that was asked for. */
export async function findPriceOf(tx: Db, payment: Payment): Promise<number> {
  const { payable_type: payableType, payable_id: payableId } = payment
  if (payment.adds_to_price || payment.pays_owed) return payment.amount
  return (await findPayablePrice(tx, { payableType, payableId })) ?? payment.amount
}

/**
 * What is left to pay of the price that a payment is for, or of what is owed; other payments may have paid a part. Undefined
 * where there is no price.
 */
async function findUnpaid(tx: Db, payment: Payment, paidOnce: boolean): Promise<number | undefined> {
  if (payment.pays_owed) return (await findBalance(tx, factsOf(payment).payable)).receivable
  if (payment.adds_to_price) return payment.amount
  // Its payer chooses the amount: all of it counts, with the parts that were paid before.
  if (!paidOnce) return undefined
  const { price, receivable } = await findBalance(tx, factsOf(payment).payable)
  return Math.max(0, (await findPriceOf(tx, payment)) - (price - receivable))
}

async function correctSettlement(
  tx: Db,
  payment: Payment,
  { before, status, reported, at }: Settlement,
): Promise<void> {
  const receipt = payment.receipt?.toUpperCase()
  if (receipt !== undefined) await lockReceipt(tx, receipt)
  const unmatched = receipt === undefined ? undefined : await findUnmatchedMoney(tx, receipt)
  if (receipt !== undefined) await reverseUnmatchedMoney(tx, { receipt, at })
  await bookDifference(tx, payment, { reported: unmatched?.amount ?? reported, into: placeOf(before), at })
  if (placeOf(before) === 'unapplied' && placeOf(status) === 'suspense') {
    const amount = await sumReceivedBy(tx, payment.id)
    await setMoneyAside(tx, { ...factsOf(payment), key: `payment ${payment.id} set aside`, amount, at })
  }
  const { day } = factsOf(payment)
  if (day !== undefined) await movePaymentToDay(tx, payment, { day, at })
}

async function bookDifference(
  tx: Db,
  payment: Payment,
  { reported, into, at }: { reported: number | null; into: Waiting; at: Date },
): Promise<void> {
  const entered = await sumReceivedBy(tx, payment.id)
  if (reported === null || reported === entered) return
  await correctReceipt(tx, {
    ...factsOf(payment),
    key: `payment ${payment.id} corrected to ${reported}`,
    account: accountOf(payment),
    receipt: payment.receipt?.toUpperCase(),
    difference: reported - entered,
    into,
    at,
  })
}

/** The money of a payment turns out to have moved on another day: all that it made counts on that day from now on. */
async function movePaymentToDay(
  tx: Db,
  payment: Payment,
  { day, at }: { day: Day; at: Date },
): Promise<void> {
  const entries = await findEntriesOnOtherDays(tx, payment.id, day)
  await insertTransaction(tx, {
    ...factsOf(payment),
    at,
    day,
    key: `payment ${payment.id} counts on ${day}, found ${at.toISOString()}`,
    kind: 'receipt_corrected',
    entries: entries.flatMap((entry) => [mirrored(entry), { ...asEntry(entry), day }]),
  })
}

type Reported = { account: MoneyAccount; receipt: string; amount: number; day: Day; at: Date }

/**
 * Enters money that a provider reports under a receipt. It is that of the payment with this receipt, whose amount is
 * corrected if the provider reports another one; otherwise it is not matched yet.
 */
export async function postReportedTransaction(
  tx: Db,
  payment: PaymentRow | undefined,
  reported: Reported,
): Promise<void> {
  const { account, receipt, amount, day, at } = reported
  if (payment && (await sumReceivedBy(tx, payment.id)) !== 0) {
    await bookDifference(tx, payment, { reported: amount, into: placeOf(payment.status), at })
    await movePaymentToDay(tx, payment, { day, at })
    return
  }
  await receiveUnmatchedMoney(tx, {
    key: `${account} ${receipt} received`,
    account,
    receipt,
    amount,
    at,
    day,
  })
}

/**
 * Staff decides that the money of a payment counts. `sameMoney` is a
 * payment that staff recorded before and that is the same money: it is no longer in the ledger beside it.
 */
export async function postAcceptance(
  tx: Db,
  payment: PaymentRow,
  { sameMoney, paidOnce, ...by }: Happening & { sameMoney: PaymentRow | undefined; paidOnce: boolean },
): Promise<void> {
  const entered = await sumReceivedBy(tx, payment.id)
  if (entered === 0) {
    await postReceipt(tx, payment, { ...by, into: 'unapplied' })
  } else if (placeOf(payment.status) === 'suspense') {
    const key = `payment ${payment.id} accepted`
    await acceptMoney(tx, { ...factsOf(payment), ...by, key, amount: entered })
  }
  // Afterwards, so that what was paid or refunded with that money stays covered.
  if (sameMoney) {
    const key = `payment ${sameMoney.id} is the same money as ${payment.id}`
    await reverseReceipts(tx, { ...factsOf(sameMoney), ...by, key })
    const receipt = sameMoney.receipt?.toUpperCase()
    if (receipt !== undefined) await reverseUnmatchedMoney(tx, { receipt, ...by })
  }
  const facts = factsOf(payment)
  const unpaid = await findUnpaid(tx, payment, paidOnce)
  await applyToPrice(tx, {
    ...facts,
    ...by,
    key: `payment ${payment.id} accepted and applied`,
    // The other payment paid the price: only what its reversal left open is to be paid again.
    upTo: sameMoney ? (await findBalance(tx, facts.payable)).receivable : unpaid,
  })
}

/** Staff had stated another amount than came in: what was paid, and the price that it paid, are that much more or less. */
export async function postCorrection(
  tx: Db,
  payment: Payment,
  { difference, ...by }: Happening & { difference: number },
): Promise<void> {
  const { payable, paymentId, day } = factsOf(payment)
  const account = accountOf(payment)
  await insertTransaction(tx, {
    ...by,
    payable,
    paymentId,
    day,
    key: `payment ${paymentId} corrected by staff at ${by.at.toISOString()}`,
    kind: 'receipt_corrected',
    ...(payment.receipt === null ? {} : { provider: account, receipt: payment.receipt.toUpperCase() }),
    entries: [
      { account, payable, amount: difference },
      { account: 'price', payable, amount: -difference },
    ],
  })
}

function accountOf(payment: Payment): MoneyAccount {
  return providerOf(payment).account
}

function factsOf({ id, payable_type, payable_id, paid_at }: Payment) {
  const day = paid_at === null ? undefined : nairobiDay(paid_at)
  return { payable: { type: payable_type, id: payable_id }, paymentId: id, day }
}

/** What came in for a payable, counts, and was not given back; money that is looked at does not count. */
export async function sumPaidFor(db: Db, type: PayableType, id: string): Promise<number> {
  const { price, unapplied, receivable } = await findBalance(db, { type, id })
  return Math.max(0, price + unapplied - receivable)
}

/** What is held of a deposit. */
export const findHeldOf = (db: Db, depositId: string): Promise<number> => findHeld(db, depositId)

/** What is owed for what was charged, less money of the payer that lies unused; and money that staff has to decide on. */
export async function findOwed(
  db: Db,
  type: PayableType,
  id: string,
): Promise<{ owed: number; charged: number; inReview: number }> {
  const { receivable, unapplied, suspense } = await findBalance(db, { type, id })
  return { owed: Math.max(0, receivable - unapplied), charged: receivable, inReview: suspense }
}

/** What was charged for a payable in all, paid or not. */
export async function sumCharged(db: Db, type: PayableType, id: string): Promise<number> {
  return (await findBalance(db, { type, id })).price
}

/** What was charged for each of these, and what of their money is not used yet: the parts of a price. */
export async function readBalances(
  db: Db,
  type: PayableType,
  ids: readonly string[],
): Promise<{ charged: (id: string) => number; unused: (id: string) => number }> {
  const balances = await findBalances(db, type, ids)
  return {
    charged: (id) => balances.get(id)?.price ?? 0,
    unused: (id) => balances.get(id)?.unapplied ?? 0,
  }
}

/** What of a payment of what was owed is left over, because less was owed when it came than when it was asked for. */
export async function findLeftOver(db: Db, payment: Payment): Promise<number> {
  const { unapplied, receivable } = await findBalance(db, factsOf(payment).payable)
  return receivable > 0 ? 0 : Math.min(unapplied, await sumReceivedBy(db, payment.id))
}

/** What came in beyond the price, once nothing is owed any more. */
export async function findSurplus(db: Db, type: PayableType, id: string): Promise<number> {
  const { unapplied, receivable } = await findBalance(db, { type, id })
  return receivable > 0 ? 0 : unapplied
}

/** What of it paid the price: not the credit that came besides. */
export async function sumPricePaid(db: Db, type: PayableType, id: string): Promise<number> {
  const { price } = await findBalance(db, { type, id })
  return Math.min(price, await sumPaidFor(db, type, id))
}

/** What counts once this payment counts too. A part of a price counts already. */
export async function sumPaidWith(db: Db, payment: ReceivedPayment): Promise<number> {
  const { id, status, payable_type, payable_id, amount, amount_received } = payment
  const counted = placeOf(status) === 'unapplied' ? await sumReceivedBy(db, id) : 0
  return (await sumPaidFor(db, payable_type, payable_id)) + (amount_received ?? amount) - counted
}

/** Whether just this price was paid: nothing is owed, waits for a decision, or is left over. */
export async function isExactlyPaid(
  db: Db,
  { type, id, amount }: { type: PayableType; id: string; amount: number },
): Promise<boolean> {
  const { price, unapplied, receivable, suspense } = await findBalance(db, { type, id })
  return price === amount && unapplied === 0 && receivable === 0 && suspense === 0
}
