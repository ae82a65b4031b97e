import type { Day } from '@twende/contract/calendar-day.ts'
import type { Db } from '../../db/database.ts'
import { type Happening, type MoneyAccount, type PayableKey, providerOf } from './accounts.ts'
import { type Balance, findRefundOwed, insertTransaction, lockBalance, mirrored } from './ledger-store.ts'

/** Where money of a payable lies until it pays a price. */
export type Waiting = 'unapplied' | 'suspense'

type Received = Happening & {
  key: string
  account: MoneyAccount
  amount: number
  receipt?: string | undefined
}

/** Money came in for a payable: it counts (`unapplied`), or somebody has to look at it first (`suspense`). */
export function receiveMoney(
  tx: Db,
  { account, amount, into, ...facts }: Received & { payable: PayableKey; paymentId: string; into: Waiting },
): Promise<boolean> {
  const { payable } = facts
  return insertTransaction(tx, {
    ...facts,
    ...providerOf(account, facts.receipt),
    kind: 'money_received',
    entries: [
      { account, payable, amount },
      { account: into, payable, amount: -amount },
    ],
  })
}

/** A provider reports money that matches nothing yet. */
export function receiveUnmatchedMoney(tx: Db, { account, amount, ...facts }: Received): Promise<boolean> {
  return insertTransaction(tx, {
    ...facts,
    ...providerOf(account, facts.receipt),
    kind: 'money_received',
    entries: [
      { account, amount },
      { account: 'suspense', amount: -amount },
    ],
  })
}

/** Money that matched nothing turns out to be of a payable. */
export function assignMoney(
  tx: Db,
  {
    account,
    amount,
    reportedOn,
    into,
    ...facts
  }: Received & { payable: PayableKey; paymentId: string; into: Waiting; reportedOn: Day },
): Promise<boolean> {
  const { payable } = facts
  return insertTransaction(tx, {
    ...facts,
    ...providerOf(account, facts.receipt),
    kind: 'money_assigned',
    entries: [
      { account, amount: -amount, day: reportedOn },
      { account: 'suspense', amount, day: reportedOn },
      { account, payable, amount },
      { account: into, payable, amount: -amount },
    ],
  })
}

export type OfPayment = Happening & { payable: PayableKey; paymentId: string; key: string }

/** Money that was looked at counts from now on. */
export function acceptMoney(tx: Db, { amount, ...facts }: OfPayment & { amount: number }): Promise<boolean> {
  const { payable } = facts
  return insertTransaction(tx, {
    ...facts,
    kind: 'money_accepted',
    entries: [
      { account: 'suspense', payable, amount },
      { account: 'unapplied', payable, amount: -amount },
    ],
  })
}

/** Money that counted has to be looked at again; what it had paid is owed again. */
export async function setMoneyAside(
  tx: Db,
  { amount, ...facts }: OfPayment & { amount: number },
): Promise<void> {
  const { payable } = facts
  const { unapplied } = await lockBalance(tx, payable)
  const credit = Math.min(unapplied, amount)
  await insertTransaction(tx, {
    ...facts,
    kind: 'money_set_aside',
    entries: [
      { account: 'unapplied', payable, amount: credit },
      { account: 'receivable', payable, amount: amount - credit },
      { account: 'suspense', payable, amount: -amount },
    ],
  })
}

/**
 * Uses money that counts for the price: what is owed already is paid first, the rest is charged now. No more than
 * `upTo` is used; what is left stays the customer's credit.
 */
export async function applyToPrice(
  tx: Db,
  { upTo, ...facts }: Omit<OfPayment, 'paymentId'> & { paymentId?: string; upTo?: number | undefined },
): Promise<void> {
  const { payable } = facts
  const { unapplied, receivable } = await lockBalance(tx, payable)
  const paid = Math.min(unapplied, upTo ?? unapplied)
  if (paid <= 0) return
  const charged = Math.max(0, paid - receivable)
  await insertTransaction(tx, {
    ...facts,
    kind: 'price_paid',
    entries: [
      { account: 'receivable', payable, amount: charged },
      { account: 'price', payable, amount: -charged },
      { account: 'unapplied', payable, amount: paid },
      { account: 'receivable', payable, amount: -paid },
    ],
  })
}

/** What was paid of a price that is not charged any more, or `amount` of it, is the customer's credit again. Nothing is owed of it. */
export async function unapplyPrice(
  tx: Db,
  { amount, ...facts }: Omit<OfPayable, 'amount'> & { amount?: number },
): Promise<void> {
  const { payable } = facts
  const price = amount ?? (await lockBalance(tx, payable)).price
  await insertTransaction(tx, {
    ...facts,
    kind: 'price_unpaid',
    entries: [
      { account: 'price', payable, amount: price },
      { account: 'unapplied', payable, amount: -price },
    ],
  })
}

type OfPayable = Happening & { payable: PayableKey; key: string; amount: number }

/** A customer owes something besides the price, such as damage. */
export function charge(tx: Db, { amount, ...facts }: OfPayable): Promise<boolean> {
  const { payable } = facts
  return insertTransaction(tx, {
    ...facts,
    kind: 'charged',
    entries: [
      { account: 'receivable', payable, amount },
      { account: 'price', payable, amount: -amount },
    ],
  })
}

/** What a customer owes for a payable, kept from other postings until the transaction ends. */
export async function lockOwed(tx: Db, payable: PayableKey): Promise<number> {
  return (await lockBalance(tx, payable)).receivable
}

/** What a customer still owed of a charge is not owed any more; returns how many shillings of it were paid. */
export async function reduceCharge(tx: Db, { amount, ...facts }: OfPayable): Promise<number> {
  const { payable } = facts
  const unpaid = Math.min((await lockBalance(tx, payable)).receivable, amount)
  if (unpaid > 0) {
    await insertTransaction(tx, {
      ...facts,
      kind: 'charge_reduced',
      entries: [
        { account: 'price', payable, amount: unpaid },
        { account: 'receivable', payable, amount: -unpaid },
      ],
    })
  }
  return amount - unpaid
}

/** Which money is owed back first. */
export type OwedFrom = 'price' | Waiting

/**
 * Money is owed back to a customer. It comes from `from`, and where that is not enough from what else counts for the
 * payable. What a customer still owed for a purchase that `ends` is no longer owed.
 */
export async function oweRefund(
  tx: Db,
  {
    amount,
    from,
    refundId,
    ends,
    ...facts
  }: OfPayable & { refundId: string; from: OwedFrom; ends: boolean; paymentId?: string | undefined },
): Promise<void> {
  const { payable } = facts
  const balance = await lockBalance(tx, payable)
  const taken = share(amount, balance, from)
  const writtenOff = ends && from === 'price' ? Math.min(balance.receivable, balance.price - taken.price) : 0
  await insertTransaction(tx, {
    ...facts,
    refundId,
    kind: 'refund_owed',
    entries: [
      { account: 'suspense', payable, amount: taken.suspense },
      { account: 'unapplied', payable, amount: taken.unapplied },
      { account: 'price', payable, amount: taken.price + Math.max(0, writtenOff) },
      { account: 'receivable', payable, amount: -Math.max(0, writtenOff) },
      { account: 'refunds_payable', payable, amount: -amount },
    ],
  })
}

/** What is short in the end is taken from the price all the same, and the database refuses it. */
function share(amount: number, balance: Balance, from: OwedFrom) {
  const taken = { suspense: 0, unapplied: 0, price: 0 }
  const order: readonly OwedFrom[] =
    from === 'unapplied' ? ['unapplied', 'price'] : [from, 'price', 'unapplied']
  let left = amount
  for (const account of new Set(order)) {
    const part = Math.min(left, balance[account] - taken[account])
    taken[account] += part
    left -= part
  }
  taken.price += left
  return taken
}

/** What was owed back is not: the customer keeps what was paid for. */
export async function reverseRefundOwed(
  tx: Db,
  { refundId, ...facts }: Omit<OfPayable, 'amount'> & { refundId: string },
): Promise<void> {
  await lockBalance(tx, facts.payable)
  const owed = await findRefundOwed(tx, refundId)
  if (!owed) throw new Error(`refund ${refundId} was never owed`)
  await insertTransaction(tx, {
    ...facts,
    kind: 'reversed',
    reverses: owed.id,
    // Nothing moved: it is owed no longer from now on.
    entries: owed.entries.map((entry) => ({ ...mirrored(entry), day: facts.day })),
  })
}

/** A refund that was owed went out. */
export function payRefund(
  tx: Db,
  { amount, account, refundId, receipt, ...facts }: Paid & { refundId: string },
): Promise<boolean> {
  const { payable } = facts
  return insertTransaction(tx, {
    ...facts,
    ...providerOf(account, receipt),
    refundId,
    kind: 'refund_paid',
    entries: [
      { account: 'refunds_payable', payable, amount },
      { account, payable, amount: -amount },
    ],
  })
}

type Paid = OfPayable & { account: MoneyAccount; receipt?: string | undefined }

type Moved = OfPayment & {
  from: PayableKey
  /** What the money accounts hold of `from`. */
  taken: readonly { account: MoneyAccount; amount: number }[]
  amount: number
  into: Waiting
  refundId: string
}

/** A refund that was owed pays for another payable: its money stays in the accounts where it is. */
export function moveMoney(tx: Db, { from, taken, amount, into, ...facts }: Moved): Promise<boolean> {
  const { payable } = facts
  let left = amount
  const parts = taken.map(({ account, amount: held }) => {
    const part = Math.min(left, held)
    left -= part
    return { account, part }
  })
  return insertTransaction(tx, {
    ...facts,
    kind: 'money_moved',
    entries: [
      { account: 'refunds_payable', payable: from, amount },
      ...parts.flatMap(({ account, part }) => [
        { account, payable: from, amount: -part },
        { account, payable, amount: part },
      ]),
      { account: into, payable, amount: -amount },
    ],
  })
}

/** Which deposit pays, or paid, for a charge of which payable. */
type OfDeposit = Happening & { deposit: PayableKey; charged: PayableKey; key: string; amount: number }

/** A part of a deposit is not given back: it pays for what its customer was charged. */
export function keepDeposit(tx: Db, { deposit, charged, amount, ...facts }: OfDeposit): Promise<boolean> {
  return insertTransaction(tx, {
    ...facts,
    payable: deposit,
    kind: 'deposit_kept',
    entries: [
      { account: 'deposits', payable: deposit, amount },
      { account: 'receivable', payable: charged, amount: -amount },
    ],
  })
}

/** What was kept of a deposit is only held again: the charge that it paid is disputed. */
export function releaseDeposit(tx: Db, { deposit, charged, amount, ...facts }: OfDeposit): Promise<boolean> {
  return insertTransaction(tx, {
    ...facts,
    payable: deposit,
    kind: 'deposit_released',
    entries: [
      { account: 'receivable', payable: charged, amount },
      { account: 'deposits', payable: deposit, amount: -amount },
    ],
  })
}
