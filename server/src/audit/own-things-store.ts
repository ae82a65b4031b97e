import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/database.ts'

/** Whose a thing is, by the parameter of a route that names it. A booking at the counter is not of the account that typed it. */
const ownersBy = {
  bookingId: (id) =>
    sql`select case when booked_by = account_id then null else account_id end from bookings where id = ${id}`,
  listingId: (id) => sql`select account_id from listings where id = ${id}`,
  orderId: (id) => sql`select account_id from orders where id = ${id}`,
  driverId: (id) => sql`
    select coalesce(drivers.account_id, case when booked_by = bookings.account_id then null else bookings.account_id end)
    from drivers left join bookings on bookings.id = drivers.booking_id where drivers.id = ${id}`,
  paymentId: (id) => sql`
    select case when at_counter then null else payables.account_id end
    from payments join payables using (payable_type, payable_id) where payments.id = ${id}`,
  refundId: (id) => sql`
    select case when at_counter then null else payables.account_id end
    from refunds join payables using (payable_type, payable_id) where refunds.id = ${id}`,
  fineId: (id) => sql`
    select case when booked_by = account_id then null else account_id end
    from bookings where id = (select booking_id from traffic_fines where id = ${id})`,
} satisfies Record<string, (id: string) => RawBuilder<unknown>>

export const PARAMS_OF_THINGS = Object.keys(ownersBy)

type Param = keyof typeof ownersBy
/** A thing of a customer, as the address of a route names it. */
export type Thing = { param: Param; id: string }

export function isThing(param: string): param is Param {
  return Object.hasOwn(ownersBy, param)
}

/** Whether a thing is of this account. */
export async function isTheirOwn(db: Db, { param, id }: Thing, accountId: string): Promise<boolean> {
  const { rows } = await sql<{ is_own: boolean | null }>`
    select (${ownersBy[param](id)}) = ${accountId} as is_own`.execute(db)
  return rows[0]?.is_own === true
}
