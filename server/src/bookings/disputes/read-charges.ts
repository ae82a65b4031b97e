import { returnDocument } from '@twende/contract/bookings/admin-booking.ts'
import {
  DISPUTE_DECISIONS,
  disputableUntil,
  type ReturnCharges,
} from '@twende/contract/bookings/condition/charge-dispute.ts'
import * as z from 'zod/mini'
import type { PersonalData } from '../../accounts/personal-data.ts'
import type { Db } from '../../db/database.ts'
import { AppError } from '../../http/app-error.ts'
import { type BookingRow, findBooking } from '../booking-read-store.ts'
import { type DisputeRow, eraseDisputeReasons, findDisputes, findDisputesOfAccount } from './dispute-store.ts'

const Decision = z.nullable(z.enum(DISPUTE_DECISIONS))

/** What was charged at the return of a booking, and what its customer disputes of it. */
export async function chargesOf(db: Db, booking: BookingRow): Promise<ReturnCharges> {
  if (booking.handover_return === null) return { charges: [], disputableUntil: null }
  const { charges, at } = returnDocument.read(booking.handover_return)
  const disputes = await findDisputes(db, booking.id)
  return {
    charges: charges.map((charge, place) => ({
      ...charge,
      dispute: presentDispute(disputes.find((dispute) => dispute.charge === place)),
    })),
    disputableUntil: disputableUntil(new Date(at)).toISOString(),
  }
}

/** The charges of a booking for staff, or for its customer. */
export async function readCharges(db: Db, bookingId: string, ownedBy?: string): Promise<ReturnCharges> {
  const booking = await findBooking(db, bookingId, ownedBy)
  if (!booking) throw new AppError('booking_not_found')
  return chargesOf(db, booking)
}

/** A dispute with its decision; null where nothing is disputed. */
export function presentDispute(row: DisputeRow | undefined) {
  if (!row) return null
  return {
    amount: row.amount,
    withdrawn: row.withdrawn,
    reason: row.reason,
    at: row.disputed_at.toISOString(),
    decision: Decision.parse(row.decision),
    answer: row.answer,
    decidedAt: row.decided_at?.toISOString() ?? null,
  }
}

/** What a customer wrote about a charge or a kept part is deleted with the account; that it was disputed stays. */
export const personalDisputes: PersonalData = {
  async exportData({ db }, accountId) {
    const disputes = await findDisputesOfAccount(db, accountId)
    return disputes.map((row) => ({ bookingId: row.reference, ...presentDispute(row) }))
  },
  async findDeletionObstacle(tx, { accountId }) {
    const waiting = (await findDisputesOfAccount(tx, accountId)).find(({ decision }) => decision === null)
    return waiting && { code: 'open_dispute', reference: waiting.reference }
  },
  async erase(tx, { accountId }) {
    await eraseDisputeReasons(tx, accountId)
  },
}
