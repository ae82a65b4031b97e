import { PaymentStatus } from '@twende/contract/bookings/booking-status.ts'
import { PURPOSES, type Purpose } from '@twende/contract/payments/payment.ts'
import type { Insertable, Selectable, Updateable } from 'kysely'
import * as z from 'zod/mini'
import { type Db, refusedBy } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'
import { Refusal } from '../http/refusal.ts'
import { uuidv7 } from '../new-id.ts'

type Row = Selectable<Tables['payments']>

/** One attempt to collect money for one purchase. */
export type PaymentRow = Omit<Row, 'purpose' | 'status' | 'booking_id'> & {
  purpose: Purpose
  purchase_id: string
  status: PaymentStatus
}
export type PaymentChange = Updateable<Omit<Tables['payments'], 'id' | 'purpose' | 'booking_id'>>

/** Adds an attempt under way; refuses when the purchase has one already. */
export async function insertPayment(
  tx: Db,
  payment: Pick<PaymentRow, 'purpose' | 'purchase_id'> &
    Omit<Insertable<Tables['payments']>, 'id' | 'purpose' | 'booking_id'>,
): Promise<PaymentRow> {
  const { purchase_id, ...facts } = payment
  try {
    const row = await tx
      .insertInto('payments')
      .values({ ...facts, id: uuidv7(), booking_id: purchase_id })
      .returningAll()
      .executeTakeFirstOrThrow()
    return asPayment(row)
  } catch (error) {
    if (refusedBy(error) === 'booking_has_one_payment_under_way') throw new Refusal('payment_too_soon')
    throw error
  }
}

const PurposeText = z.enum(PURPOSES)

function asPayment({ booking_id, ...row }: Row): PaymentRow {
  return {
    ...row,
    purpose: PurposeText.parse(row.purpose),
    status: PaymentStatus.parse(row.status),
    purchase_id: z.string().parse(booking_id),
  }
}
