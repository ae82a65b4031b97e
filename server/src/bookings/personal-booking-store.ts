import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

/** References of the account's bookings that still keep a car, or that money is still owed for. */
export async function findLiveReferences(tx: Db, accountId: string, now: Date): Promise<string[]> {
  const rows = await tx
    .selectFrom('bookings')
    .select('reference')
    .where('account_id', '=', accountId)
    .where((eb) =>
      eb.or([
        eb('status', 'in', ['confirmed', 'active']),
        eb.and([eb('status', '=', 'pending'), eb('hold_expires_at', '>', now)]),
      ]),
    )
    .orderBy('starts_at')
    .execute()
  return rows.map(({ reference }) => reference)
}

/** Takes the customer out of their bookings; cars, days and prices stay, as the records of money need them. */
export async function emptyCustomers(tx: Db, accountId: string): Promise<void> {
  const nobody = {
    firstName: 'Deleted',
    lastName: 'account',
    email: '',
    phone: '',
    licenseNumber: '',
    address: '',
  }
  await tx
    .updateTable('bookings')
    .set({
      customer_info: JSON.stringify(nobody),
      mpesa_number: null,
      special_requests: '',
      driver_notes: '',
      cancellation_reason: sql`case when cancelled_by = 'customer' then '' else cancellation_reason end`,
    })
    .where('account_id', '=', accountId)
    .execute()
}
