import type { PaymentStatus } from '@twende/contract/bookings/booking-status.ts'
import type { ListingPlans } from '@twende/contract/listings/listing-plan.ts'
import { priceListDocument } from '@twende/contract/listings/price-list.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'

export type ListingPaymentRow = {
  listing_id: string
  id: string
  claim_id: string | null
  method: string
  status: PaymentStatus
  outcome: string
  result_code: string | null
  amount: number
  phone: string
  receipt: string | null
  created_at: Date
  plans: ListingPlans
}

/** The latest request to a phone for each of the listings, and the payment made of each claim given. */
export async function findListingPayments(
  db: Db,
  listingIds: readonly string[],
  claimIds: readonly string[],
): Promise<ListingPaymentRow[]> {
  if (listingIds.length === 0) return []
  const { rows } = await sql<Omit<ListingPaymentRow, 'plans'> & { plans: unknown }>`
    select listing_id, id, claim_id, method, status, outcome, result_code, amount, phone, receipt, created_at, plans
    from payments where claim_id = any(${[...claimIds]}::uuid[])
    union all (
      select distinct on (listing_id)
        listing_id, id, claim_id, method, status, outcome, result_code, amount, phone, receipt, created_at, plans
      from payments
      where listing_id = any(${[...listingIds]}::uuid[]) and method = 'stk'
      order by listing_id, created_at desc, id desc
    )
  `.execute(db)
  return rows.map((row) => ({ ...row, plans: priceListDocument.read(row.plans) }))
}
