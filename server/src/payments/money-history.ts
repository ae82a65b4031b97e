import { showKsh } from '@twende/contract/money.ts'
import { accountLabels } from '@twende/contract/payments/desk-payment.ts'
import type { MoneyEventCode } from '@twende/contract/payments/money-events.ts'
import { m } from '@twende/messages'
import type { Db } from '../db/database.ts'
import {
  findRefundHistory,
  findUnappliedReceipts,
  type PastReceipt,
  type PastRefund,
} from './money-history-store.ts'

/** What happened with the money of a purchase, as its history tells it beside what happened with the purchase. */
export type MoneyEvent = {
  at: string
  by: 'payment' | 'clock' | 'staff'
  event: MoneyEventCode
  what: string
  note: string
  /** Who of staff did it; empty where nobody did. */
  person: string
}

/** Money of these payables that came and paid for nothing by itself, and what was owed back and sent; oldest first. */
export async function listMoneyEvents(db: Db, payableIds: readonly string[]): Promise<MoneyEvent[]> {
  const [receipts, refunds] = await Promise.all([
    findUnappliedReceipts(db, payableIds),
    findRefundHistory(db, payableIds),
  ])
  const events = [...receipts.map(receiptEvent), ...refunds.flatMap(refundEvents)]
  return events.toSorted((one, other) => one.at.localeCompare(other.at))
}

/** Adds events to a history that stands in the order in which it was written; two clocks may have read other times. */
export function addByTime<Event extends { at: string }>(history: Event[], events: readonly Event[]): Event[] {
  const merged = [...history]
  for (const event of events) merged.splice(merged.findLastIndex(({ at }) => at <= event.at) + 1, 0, event)
  return merged
}

/** Money that came for these payables and paid for nothing by itself, by the id of the payable; oldest first. */
export async function listReceiptsOf(
  db: Db,
  payableIds: readonly string[],
): Promise<ReadonlyMap<string, MoneyEvent[]>> {
  const events = new Map<string, MoneyEvent[]>()
  for (const receipt of await findUnappliedReceipts(db, payableIds))
    events.set(receipt.payableId, [...(events.get(receipt.payableId) ?? []), receiptEvent(receipt)])
  return events
}

const words = (...parts: readonly (string | null)[]) => parts.filter(Boolean).join(' · ')

function receiptEvent({ at, amount, code, deposit }: PastReceipt): MoneyEvent {
  return {
    at: at.toISOString(),
    by: 'payment',
    event: 'receiveMoney',
    what: m.money_event_receive(),
    note: words(showKsh(amount), code, deposit),
    person: '',
  }
}

function refundEvents(refund: PastRefund): MoneyEvent[] {
  const { amount, createdAt, sentAt, sentBy, method, movedTo, codes, deposit } = refund
  const owed: MoneyEvent = {
    at: createdAt.toISOString(),
    by: 'clock',
    event: 'oweRefund',
    what: m.money_event_owe_refund(),
    note: words(showKsh(amount), deposit),
    person: '',
  }
  if (sentAt === null || method === null) return [owed]
  const isMoved = method === 'moved'
  const how = isMoved ? [movedTo] : [accountLabels[method](), ...codes]
  const sent: MoneyEvent = {
    at: sentAt.toISOString(),
    by: 'staff',
    event: 'sendRefund',
    what: isMoved ? m.money_event_move_refund() : m.money_event_send_refund(),
    note: words(showKsh(amount), ...how, deposit),
    person: sentBy ?? '',
  }
  return [owed, sent]
}
