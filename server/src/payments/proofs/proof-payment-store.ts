import type { PaymentStatus } from '@twende/contract/payments/payment-status.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'

export type PaymentOfPayable = {
  payable_id: string
  id: string
  payment_proof_id: string | null
  method: string
  status: PaymentStatus
  outcome: string
  failure: string | null
  amount: number
  phone: string
  receipt: string | null
  created_at: Date
  terms: unknown
}

/** The latest request to a phone for each of the payables, and the payment made of each proof given. */
export async function findPaymentsOfPayables(
  db: Db,
  payableIds: readonly string[],
  proofIds: readonly string[],
): Promise<PaymentOfPayable[]> {
  if (payableIds.length === 0) return []
  const { rows } = await sql<PaymentOfPayable>`
    select payable_id, id, payment_proof_id, method, status, outcome, failure, amount, phone, receipt, created_at, terms
    from payments where payment_proof_id = any(${[...proofIds]}::uuid[])
    union all (
      select distinct on (payable_id)
        payable_id, id, payment_proof_id, method, status, outcome, failure, amount, phone, receipt, created_at, terms
      from payments
      where payable_id = any(${[...payableIds]}::uuid[]) and method = 'stk'
      order by payable_id, created_at desc, id desc
    )
  `.execute(db)
  return rows
}
