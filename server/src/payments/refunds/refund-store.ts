import type { Day } from '@twende/contract/calendar-day.ts'
import type { PayableType } from '@twende/contract/payments/payment.ts'
import {
  COLLECTED_METHODS,
  REFUND_ALONE_UP_TO,
  type RefundMethod,
  type RefundQueue,
  type RefundWay,
} from '@twende/contract/payments/payment-choices.ts'
import type { RefundPayer } from '@twende/contract/payments/payment-list-item.ts'
import { searchWords } from '@twende/contract/search/search-words.ts'
import { m } from '@twende/messages'
import { type Insertable, type RawBuilder, type SqlBool, sql } from 'kysely'
import { DatabaseError } from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { accountName } from '../../db/account-name.ts'
import type { Db } from '../../db/database.ts'
import { type FoundPage, inOrderOf, type PageRange } from '../../db/list-page.ts'
import type { Tables } from '../../db/tables.ts'
import { containsWords, payablesWithCode, searchable, searchedCode } from '../../db/text-search.ts'
import { AppError } from '../../http/app-error.ts'
import { CUSTOMER_EMAIL, customerName, type PayableName } from '../payable-store.ts'
import type { RefundReason } from '../payment-labels.ts'
import { isUsedCode, usedCodeError } from '../payment-store.ts'
import { METHODS_OF_NUMBERS } from '../providers/registry.ts'
import { REFUND_IS_OWED } from '../reconciliation/payment-list-store.ts'
import { PAYMENT_TO_APPROVE } from './unproven-payment-store.ts'

/** A payment of which money goes back. */
export type PaidBy = Omit<RefundPayer, 'amount'> & {
  /** What came in, less what went back of this payment alone before. */
  left: number
  /** Whether this refund is owed because of this payment. */
  isOccasion: boolean
}

export type RefundRow = {
  id: string
  purpose: PayableType
  purchaseId: string
  reference: string
  amount: number
  reason: RefundReason
  /** What the person who cancelled or decided wrote. */
  reasonNote: string
  status: 'due' | 'sent'
  paymentId: string | null
  customer: string
  email: string
  paidBy: PaidBy[]
  contactPhone: string
  approvedById: string | null
  approvedBy: string | null
  approvedAt: Date | null
  sentBy: string | null
  sentById: string | null
  sentAt: Date | null
  /** How it went out, and on which day; null while it is due. */
  method: RefundMethod | null
  sentOn: Day | null
  /** Who, besides its sender, saw it on the statement of its provider. */
  confirmedBy: string | null
  receipt: string | null
  /** The codes of further transfers, where it went to several numbers, and the amount of each transfer. */
  otherReceipts: string[]
  transferAmounts: number[]
  note: string
  createdAt: Date
  /** The payment that a second person must approve before this may be sent. */
  paymentToApprove: string | null
  /** The reference of what it pays for instead of going back. */
  movedTo: string | null
}

export type RefundSearch = {
  queue: RefundQueue
  search?: string | undefined
  fromDay?: Day | undefined
  toDay?: Day | undefined
}

/** The ids of one page of refunds. */
export async function findRefundPage(
  db: Db,
  { limit, offset, ...filter }: RefundSearch & PageRange,
): Promise<FoundPage> {
  const matching = matchingRefunds(filter)
  const order = filter.queue === 'sent' ? sql`r.sent_at desc, r.id desc` : sql`r.created_at, r.id`
  const [{ rows }, counted] = await Promise.all([
    sql<{ id: string }>`
      select r.id ${matching} order by ${order} limit ${limit}::int offset ${offset}::int`.execute(db),
    sql<{ total: number; sum: number }>`
      select count(*) as total, coalesce(sum(r.amount), 0)::bigint as sum ${matching}`.execute(db),
  ])
  const { total = 0, sum = 0 } = counted.rows[0] ?? {}
  return { keys: rows.map(({ id }) => id), total, sum }
}

/** The refunds of these ids, in their order. */
export async function findRefundsOf(db: Db, ids: readonly string[]): Promise<RefundRow[]> {
  const where = sql`r.id = any(${[...ids]}::uuid[])`
  return inOrderOf(ids, (await sql<RefundRow>`${refundsWhere(where)}`.execute(db)).rows)
}

/** Joins other tables only for a search, which looks for words in them. */
function matchingRefunds({ search, ...filter }: RefundSearch): RawBuilder<unknown> {
  const words = searchWords(search)
  if (words.length === 0) return sql`from refunds as r where ${isListed(filter)}`
  const code = searchedCode(words)
  const named = containsWords(SEARCHED, words)
  const found = code === undefined ? named : sql`(${named} or r.payable_id in (${payablesWithCode(code)}))`
  return sql`${JOINED} where ${isListed(filter)} and ${found}`
}

/** In the queue, and owed since one of the days, or of those that were sent, sent on one of them. */
function isListed({ queue, fromDay, toDay }: RefundSearch): RawBuilder<SqlBool> {
  const at = queue === 'sent' ? sql`r.sent_on` : sql`(r.created_at at time zone 'Africa/Nairobi')::date`
  const from = fromDay ? sql`and ${at} >= ${fromDay}::date` : sql``
  const until = toDay ? sql`and ${at} <= ${toDay}::date` : sql``
  return sql`${REFUND_QUEUES[queue]} ${from} ${until}`
}

export async function countRefunds(db: Db): Promise<{ due: number; waiting: number }> {
  const { rows } = await sql<{ due: number; waiting: number }>`
    select count(*) filter (where ${REFUND_QUEUES.due}) as due, count(*) filter (where ${REFUND_QUEUES.waiting}) as waiting
    from refunds as r where r.status = 'due'
  `.execute(db)
  return rows[0] ?? { due: 0, waiting: 0 }
}

export async function findRefund(db: Db, id: string): Promise<RefundRow | undefined> {
  return (await sql<RefundRow>`${refundsWhere(sql`r.id = ${id}::uuid`)}`.execute(db)).rows[0]
}

/** Refunds of one payment, and of its payable as a whole. */
export async function findRefundsOfPayment(
  db: Db,
  { paymentId, purchaseId }: { paymentId: string; purchaseId: string },
): Promise<RefundRow[]> {
  const ofPayable = sql`r.payment_id is null and r.payable_id = ${purchaseId}::uuid`
  const where = sql<SqlBool>`(r.payment_id = ${paymentId}::uuid or (${ofPayable}))`
  return (await sql<RefundRow>`${refundsWhere(where)} order by r.id`.execute(db)).rows
}

export async function findRefundsSent(db: Db, day: Day): Promise<RefundRow[]> {
  const where = sql<SqlBool>`r.status = 'sent' and r.sent_on = ${day}::date and r.method <> 'moved'`
  return (await sql<RefundRow>`${refundsWhere(where)} order by r.sent_at, r.id`.execute(db)).rows
}

/** What of the refunds of a day a second person saw on the statement of its provider. */
export async function sumConfirmedRefunds(db: Db, day: Day): Promise<number> {
  const { rows } = await sql<{ amount: number }>`
    select coalesce(sum(amount), 0)::bigint as amount from refunds
    where sent_on = ${day}::date and confirmed_by is not null`.execute(db)
  return rows[0]?.amount ?? 0
}

/** What a person gave back alone on the day of Nairobi that is under way. */
export async function sumSentAlone(
  db: Db,
  { accountId, now }: { accountId: string; now: Date },
): Promise<number> {
  const { rows } = await sql<{ amount: number }>`
    select coalesce(sum(amount), 0)::bigint as amount from refunds
    where sent_by = ${accountId}::uuid and approved_by is null and method <> 'moved'
      and sent_at >= date_trunc('day', ${now}::timestamptz, 'Africa/Nairobi')`.execute(db)
  return rows[0]?.amount ?? 0
}

/** Whether the money of a payment is to be refunded already. */
export async function isRefundOwed(tx: Db, paymentId: string): Promise<boolean> {
  const { rows } = await sql<{ owed: boolean }>`
    select ${REFUND_IS_OWED} as owed from payments as p where p.id = ${paymentId}::uuid
  `.execute(tx)
  return rows[0]?.owed ?? false
}

/** What a status needs to know of a refund; without a payment it is that of a cancellation. One for an occasion changes no status. */
export type RefundState = { paymentId: string | null; status: RefundRow['status'] }

export async function findRefundStates(
  db: Db,
  { payableType, payableId }: PayableName,
): Promise<RefundState[]> {
  const { rows } = await sql<RefundState>`
    select payment_id as "paymentId", status from refunds
    where payable_type = ${payableType} and payable_id = ${payableId}::uuid and occasion = '' and status <> 'withdrawn'
  `.execute(db)
  return rows
}

/** What of a payable is owed back, what was sent, and what pays for something else instead. */
export async function sumRefunds(
  db: Db,
  { payableType, payableId }: PayableName,
): Promise<{ due: number; sent: number; moved: number }> {
  const { rows } = await sql<{ due: number; sent: number; moved: number }>`
    select coalesce(sum(amount) filter (where status = 'due'), 0)::bigint as due,
      coalesce(sum(amount) filter (where status = 'sent' and not ${IS_MOVED}), 0)::bigint as sent,
      coalesce(sum(amount) filter (where ${IS_MOVED}), 0)::bigint as moved
    from refunds as r where payable_type = ${payableType} and payable_id = ${payableId}::uuid
  `.execute(db)
  return rows[0] ?? { due: 0, sent: 0, moved: 0 }
}

/** Records who approved a refund; false when it does not wait for approval. */
export async function approveRefundRow(
  tx: Db,
  id: string,
  { accountId, now }: { accountId: string; now: Date },
): Promise<boolean> {
  const row = await tx
    .updateTable('refunds')
    .set({ approved_by: accountId, approved_at: now })
    .where('id', '=', id)
    .where('status', '=', 'due')
    .where('amount', '>', REFUND_ALONE_UP_TO)
    .where('approved_by', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

type Sent = {
  accountId: string
  method: RefundMethod
  sentOn: Day
  receipt: string | null
  otherReceipts: string[]
  transferAmounts: number[]
  note: string
  now: Date
}

/** Records that a refund was paid; false when it was before. The database refuses what needs a second person. */
export async function markRefundSent(tx: Db, id: string, sent: Sent): Promise<boolean> {
  const { accountId, method, sentOn, receipt, otherReceipts, transferAmounts, note, now } = sent
  try {
    const row = await tx
      .updateTable('refunds')
      .set({
        status: 'sent',
        sent_by: accountId,
        sent_at: now,
        sent_on: sentOn,
        method,
        receipt,
        other_receipts: otherReceipts,
        transfer_amounts: transferAmounts,
        sent_note: note,
      })
      .where('id', '=', id)
      .where('status', '=', 'due')
      .returning('id')
      .executeTakeFirst()
    return row !== undefined
  } catch (error) {
    if (error instanceof DatabaseError && error.constraint === 'refunds_of_a_day_are_limited')
      throw new AppError('refunds_of_day_need_second_person')
    throw isUsedCode(error) ? usedCodeError(m.error_code_is_known()) : error
  }
}

/** Records that a second person saw a refund with a code on the statement of its provider; false where there is nothing to see. */
export async function confirmRefundRow(
  tx: Db,
  id: string,
  { accountId, now }: { accountId: string; now: Date },
): Promise<boolean> {
  const row = await tx
    .updateTable('refunds')
    .set({ confirmed_by: accountId, confirmed_at: now })
    .where('id', '=', id)
    .where('receipt', 'is not', null)
    .where('confirmed_by', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** It went to another purchase of its customer, and left no account of ours. */
const IS_MOVED = sql<SqlBool>`exists (select from payments where moved_by_refund = r.id)`
const NEEDS_TWO = sql<boolean>`r.amount > ${sql.lit(REFUND_ALONE_UP_TO)} and r.approved_by is null`
/** Which refunds a queue has, of the table `refunds as r`: its list, the number at its tab and the tile of the first page. */
const REFUND_QUEUES: Record<RefundQueue, RawBuilder<SqlBool>> = {
  due: sql`r.status = 'due' and not (${NEEDS_TWO})`,
  waiting: sql`r.status = 'due' and ${NEEDS_TWO}`,
  sent: sql`r.status = 'sent'`,
}

const SEARCHED = searchable(sql`concat_ws(' ', payables.reference, payables.search_text, payables.payer_name,
  case when not at_counter then accounts.name end, ${CUSTOMER_EMAIL}, r.receipt, array_to_string(r.other_receipts, ' '))`)
const JOINED = sql`
    from refunds as r
    join payables on payables.payable_type = r.payable_type and payables.payable_id = r.payable_id
    left join accounts on accounts.id = payables.account_id
    left join accounts as approver on approver.id = r.approved_by
    left join accounts as sender on sender.id = r.sent_by
    left join accounts as confirmer on confirmer.id = r.confirmed_by`

/** Whether a refund is that of the payment `paid` alone, or is owed because it came. */
function isOfPaymentAlone(refund: string) {
  const of = sql.table(refund)
  return sql`(${of}.payment_id = paid.id or ${of}.came_with = paid.id)`
}

/**
 * The payment that goes back, or all that paid: only what paid says to which number money goes. A phone that was
 * asked paid; any other number is known from the report of its provider alone, and not from what somebody typed.
 */
const PAYERS = sql`(
  select coalesce(jsonb_agg(jsonb_build_object(
      'left', coalesce(reported.amount, paid.amount_received, paid.amount) - coalesce((
        select sum(earlier.amount) from refunds as earlier
        where earlier.payable_id = r.payable_id and earlier.payable_type = r.payable_type and earlier.id < r.id
          and earlier.status <> 'withdrawn' and ${isOfPaymentAlone('earlier')}
      ), 0),
      'isOccasion', ${isOfPaymentAlone('r')},
      'phone', coalesce(
        nullif(case when paid.method = any(${[...COLLECTED_METHODS]}::text[]) then paid.phone end, ''),
        case when reported.phone ~ '^[0-9 *+]+$' then reported.phone end, ''),
      'name', coalesce(reported.payer_name, ''), 'code', paid.receipt
    ) order by paid.id), '[]')
  from payments as paid left join provider_transactions as reported on reported.payment_id = paid.id
  where paid.id = r.payment_id or (
    r.payment_id is null and paid.payable_id = r.payable_id and paid.payable_type = r.payable_type
    and paid.status in ('paid', 'partial')
  )
)`

function refundsWhere(where: RawBuilder<unknown>) {
  return sql`
    select r.id, r.payable_type as purpose, r.payable_id as "purchaseId", r.amount, r.reason, r.reason_note as "reasonNote", r.status,
      payables.reference, r.payment_id as "paymentId", coalesce(${customerName()}, ${m.payment_visitor()}) as customer,
      coalesce(${CUSTOMER_EMAIL}, '') as email,
      ${PAYERS} as "paidBy", payables.payer_phone as "contactPhone",
      r.approved_by as "approvedById", ${accountName('approver')} as "approvedBy", r.approved_at as "approvedAt",
      ${accountName('sender')} as "sentBy", r.sent_by as "sentById", r.sent_at as "sentAt", r.method, r.sent_on::text as "sentOn",
      ${accountName('confirmer')} as "confirmedBy", r.receipt, r.other_receipts as "otherReceipts", r.transfer_amounts as "transferAmounts", r.sent_note as note, r.created_at as "createdAt",
      ${PAYMENT_TO_APPROVE} as "paymentToApprove",
      (
        select target.reference from payments as moved join payables as target
          on target.payable_type = moved.payable_type and target.payable_id = moved.payable_id
        where moved.moved_by_refund = r.id
      ) as "movedTo"
    ${JOINED}
    where r.status <> 'withdrawn' and ${where}`
}

/** How money of these payables goes back: what was paid in cash, by card, bank or cheque came from no number. */
export async function findRefundWay(db: Db, payableIds: readonly string[]): Promise<RefundWay> {
  const { rows } = await sql<{ knowsPayer: boolean | null }>`
    select bool_and(method = any(${[...METHODS_OF_NUMBERS]}::text[])) as "knowsPayer" from payments
    where payable_id = any(${[...payableIds]}::uuid[]) and status in ('paid', 'partial', 'review', 'refunding')
  `.execute(db)
  return rows[0]?.knowsPayer === false ? 'as_agreed' : 'to_payer'
}

/** Adds a refund and returns its id; undefined when the same refund is owed already. */
export async function insertRefund(
  tx: Db,
  refund: Omit<Insertable<Tables['refunds']>, 'id' | 'reason'> & { reason: RefundReason },
): Promise<string | undefined> {
  const row = await tx
    .insertInto('refunds')
    .values({ ...refund, id: uuidv7() })
    .onConflict((conflict) => conflict.constraint('refund_is_owed_once').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/** What is owed back apart from single payments since `since`, locked. */
export async function lockCancellationRefunds(
  tx: Db,
  { payableType, payableId }: PayableName,
  since: Date,
): Promise<{ id: string; status: string }[]> {
  return tx
    .selectFrom('refunds')
    .select(['id', 'status'])
    .where('payable_type', '=', payableType)
    .where('payable_id', '=', payableId)
    .where('payment_id', 'is', null)
    .where('created_at', '>=', since)
    .where('status', '<>', 'withdrawn')
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** What was owed back apart from single payments at `at`, also where it was lowered or withdrawn since. */
export async function findRefundedAt(
  db: Db,
  { payableType, payableId }: PayableName,
  at: Date,
): Promise<number> {
  const { amount } = await db
    .selectFrom('refunds')
    .select((eb) => eb.fn.max('amount').as('amount'))
    .where('payable_type', '=', payableType)
    .where('payable_id', '=', payableId)
    .where('payment_id', 'is', null)
    .where('created_at', '=', at)
    .executeTakeFirstOrThrow()
  return amount ?? 0
}

export type RefundDue = {
  id: string
  amount: number
  reason: RefundReason
  note: string
  occasion: string
  /** The payment that brought more than was owed. */
  cameWith: string | null
  /** The payment that goes back, where it is a single one. */
  ofPayment: string | null
}

/** What is owed back of one payment, or of its payable and no single payment, locked. */
export async function lockRefundsDue(
  tx: Db,
  { payableType, payableId }: PayableName,
  paymentId: string,
): Promise<RefundDue[]> {
  const { rows } = await sql<RefundDue>`
    select id, amount, reason, reason_note as note, occasion, came_with as "cameWith",
      payment_id as "ofPayment"
    from refunds
    where payable_type = ${payableType} and payable_id = ${payableId}::uuid and status = 'due'
      and (payment_id is null or payment_id = ${paymentId}::uuid)
    order by id for update`.execute(tx)
  return rows
}

/** Withdraws a refund; another one may be owed for the same. What it was for stays readable. */
export async function markRefundWithdrawn(tx: Db, id: string): Promise<void> {
  await tx
    .updateTable('refunds')
    .set({
      status: 'withdrawn',
      occasion: sql<string>`ltrim(occasion || ' withdrawn ' || id)`,
      approved_by: null,
      approved_at: null,
    })
    .where('id', '=', id)
    .execute()
}
