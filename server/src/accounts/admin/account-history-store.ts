import type { Role } from '@twende/contract/accounts/account-routes.ts'
import type { NoteKind } from '@twende/contract/accounts/account-rules.ts'
import type { BookingStatus } from '@twende/contract/bookings/booking-status.ts'
import type { StaffRight } from '@twende/contract/http/route.ts'
import type { ListingStatus } from '@twende/contract/listings/listing-status.ts'
import type { PayableType, PaymentStatus } from '@twende/contract/payments/payment.ts'
import type { OrderStatus } from '@twende/contract/shop/order-status.ts'
import { sql } from 'kysely'
import { accountName } from '../../db/account-name.ts'
import type { Db } from '../../db/database.ts'

const MAX_NOTES = 100

const LATEST = 5

/** The latest bookings, listings, payments and orders of an account. */
export async function findLatestActivity(db: Db, accountId: string) {
  const [bookings, listings, payments, orders] = await Promise.all([
    db
      .selectFrom('bookings')
      .select(['id', 'reference', 'start_date', 'end_date', 'final_amount'])
      .select([sql<BookingStatus>`status`.as('status'), sql<string>`car_snapshot ->> 'name'`.as('car')])
      .where('account_id', '=', accountId)
      // What staff types at the counter is for somebody else.
      .where('booked_by', 'is distinct from', accountId)
      .orderBy('created_at', 'desc')
      .limit(LATEST)
      .execute(),
    db
      .selectFrom('listings')
      .select([
        'id',
        'name',
        'price',
        'created_at',
        'verified_at',
        'deleted_at',
        sql<ListingStatus>`status`.as('status'),
      ])
      .where('account_id', '=', accountId)
      .where(sql<boolean>`staff_sees_listing(listings)`)
      .orderBy('created_at', 'desc')
      .limit(LATEST)
      .execute(),
    db
      .selectFrom('payments')
      .select(['id', 'amount', 'amount_received', 'receipt', 'created_at'])
      .select([sql<PaymentStatus>`status`.as('status'), sql<PayableType>`payable_type`.as('purpose')])
      .where('account_id', '=', accountId)
      .where(sql<boolean>`not was_taken_at_counter(payments)`)
      .orderBy('created_at', 'desc')
      .limit(LATEST)
      .execute(),
    db
      .selectFrom('orders')
      .select(['id', 'number', 'amount', 'created_at', sql<OrderStatus>`status`.as('status')])
      .where('account_id', '=', accountId)
      .orderBy('created_at', 'desc')
      .limit(LATEST)
      .execute(),
  ])
  return { bookings, listings, payments, orders }
}

/** What an account paid and was not refunded, in shillings. */
export async function sumPaidByAccount(db: Db, accountId: string): Promise<number> {
  const { rows } = await sql<{ paid: number }>`
    select coalesce(sum(revenue + unapplied - receivable), 0)::bigint as paid from ledger_balances
    where (payable_id, payable_type) in (
      select payable_id, payable_type from payments where account_id = ${accountId} and not was_taken_at_counter(payments)
    )`.execute(db)
  return rows[0]?.paid ?? 0
}

type NewNote = {
  accountId: string
  at: Date
  by: string
  what: NoteKind
  note: string
  /** For a change of role. */
  oldRole?: Role
  newRole?: Role
  /** For a change of rights; the new ones also of somebody who becomes staff. */
  oldRights?: StaffRight[]
  newRights?: StaffRight[]
}

export async function insertAccountNote(tx: Db, note: NewNote): Promise<void> {
  await tx
    .insertInto('account_notes')
    .values({
      account_id: note.accountId,
      at: note.at,
      written_by: note.by,
      what: note.what,
      note: note.note,
      old_role: note.oldRole ?? null,
      new_role: note.newRole ?? null,
      old_rights: note.oldRights ?? null,
      new_rights: note.newRights ?? null,
    })
    .execute()
}

/** Whether an admin gave the account another role or other rights at this instant or later. */
export async function hasOtherRightsSince(db: Db, accountId: string, since: Date): Promise<boolean> {
  const note = await db
    .selectFrom('account_notes')
    .select('id')
    .where('account_id', '=', accountId)
    .where('what', 'in', ['role', 'rights'])
    .where('at', '>=', since)
    .limit(1)
    .executeTakeFirst()
  return note !== undefined
}

export type AccountNoteRow = {
  at: Date
  what: NoteKind
  note: string
  oldRole: Role | null
  newRole: Role | null
  oldRights: StaffRight[] | null
  newRights: StaffRight[] | null
  by: string
}

/** Notes and actions of staff about an account, the newest first. */
export async function findAccountNotes(db: Db, accountId: string): Promise<AccountNoteRow[]> {
  return db
    .selectFrom('account_notes')
    .innerJoin('accounts', 'accounts.id', 'account_notes.written_by')
    .select(['account_notes.at', 'account_notes.note', accountName().as('by')])
    .select([sql<NoteKind>`account_notes.what`.as('what')])
    .select([sql<Role | null>`old_role`.as('oldRole'), sql<Role | null>`new_role`.as('newRole')])
    .select([
      sql<StaffRight[] | null>`old_rights`.as('oldRights'),
      sql<StaffRight[] | null>`new_rights`.as('newRights'),
    ])
    .where('account_notes.account_id', '=', accountId)
    .orderBy('account_notes.id', 'desc')
    .limit(MAX_NOTES)
    .execute()
}
