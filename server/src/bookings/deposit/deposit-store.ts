import type { Selectable } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { accountName } from '../../db/account-name.ts'
import type { Db } from '../../db/database.ts'
import type { Tables } from '../../db/tables.ts'

export async function insertDepositOf(tx: Db, bookingId: string, amount: number): Promise<void> {
  await tx.insertInto('deposits').values({ id: uuidv7(), booking_id: bookingId, amount }).execute()
}

export async function setDepositAmount(
  tx: Db,
  depositId: string,
  { amount, keepsWaiver }: { amount: number; keepsWaiver: boolean },
): Promise<void> {
  const waiver = keepsWaiver ? {} : { waived_by: null, waived_at: null, waiver_reason: '' }
  await tx
    .updateTable('deposits')
    .set({ amount, ...waiver })
    .where('id', '=', depositId)
    .execute()
}

export type DepositRow = Selectable<Tables['deposits']> & {
  accountId: string
  status: string
  waivedBy: string | null
  settledBy: string | null
}

function deposits(db: Db) {
  return db
    .selectFrom('deposits')
    .innerJoin('bookings', 'bookings.id', 'deposits.booking_id')
    .leftJoin('accounts as waiver', 'waiver.id', 'deposits.waived_by')
    .leftJoin('accounts as settler', 'settler.id', 'deposits.settled_by')
    .selectAll('deposits')
    .select(['bookings.account_id as accountId', 'bookings.status'])
    .select([accountName('waiver').as('waivedBy'), accountName('settler').as('settledBy')])
}

export async function findDeposit(db: Db, id: string): Promise<DepositRow | undefined> {
  return deposits(db).where('deposits.id', '=', id).executeTakeFirst()
}

export async function findDepositOf(db: Db, bookingId: string): Promise<DepositRow | undefined> {
  return deposits(db).where('deposits.booking_id', '=', bookingId).executeTakeFirst()
}

/**
 * Locks a booking for what is done to its deposit and charges, after the payments and before the ledger. It does not
 * wait for payments that are only added.
 */
export async function lockBooking(tx: Db, bookingId: string): Promise<void> {
  await tx.selectFrom('bookings').select('id').where('id', '=', bookingId).forNoKeyUpdate().execute()
}

type Waiver = { depositId: string; accountId: string; reason: string; now: Date }

export async function waive(tx: Db, { depositId, accountId, reason, now }: Waiver): Promise<void> {
  await tx
    .updateTable('deposits')
    .set({ waived_by: accountId, waived_at: now, waiver_reason: reason })
    .where('id', '=', depositId)
    .execute()
}

export async function setReturnBy(tx: Db, depositId: string, returnBy: Date | null): Promise<void> {
  await tx.updateTable('deposits').set({ return_by: returnBy }).where('id', '=', depositId).execute()
}

/** The rental goes on: nothing is decided of its deposit yet. */
export async function reopenDeposit(tx: Db, depositId: string): Promise<void> {
  await tx
    .updateTable('deposits')
    .set({ return_by: null, settled_by: null, settled_at: null, left_owed: false })
    .where('id', '=', depositId)
    .execute()
}

export async function setSettled(
  tx: Db,
  depositId: string,
  { accountId, leftOwed, now }: { accountId: string; leftOwed: boolean; now: Date },
): Promise<void> {
  await tx
    .updateTable('deposits')
    .set({ settled_by: accountId, settled_at: now, left_owed: leftOwed })
    .where('id', '=', depositId)
    .execute()
}
