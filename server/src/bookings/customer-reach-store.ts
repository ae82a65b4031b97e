import type { CustomerReach } from '@twende/contract/notifications/customer-reach.ts'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

/**
 * How the customer of a row of `bookings` is reached, as `notifyCustomer` sends: a customer at the counter by the address in the
 * form, all others by that of their account.
 */
export const CUSTOMER_REACH = sql<CustomerReach>`(
  select json_build_object(
    'email', case
      when bookings.booked_by is not distinct from account.id then nullif(bookings.customer_info ->> 'email', '')
      when account.deleted_at is null then account.email
    end,
    'isMuted', bookings.booked_by is distinct from account.id and 'bookings' = any(account.muted),
    'phone', coalesce(bookings.customer_info ->> 'phone', '')
  )
  from accounts as account where account.id = bookings.account_id
)`

export async function findReach(db: Db, bookingId: string): Promise<CustomerReach> {
  const { reach } = await db
    .selectFrom('bookings')
    .select(CUSTOMER_REACH.as('reach'))
    .where('id', '=', bookingId)
    .executeTakeFirstOrThrow()
  return reach
}
