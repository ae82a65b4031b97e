import { returnDocument } from '@twende/contract/bookings/admin-booking.ts'
import type { DisputedThing } from '@twende/contract/bookings/condition/charge-dispute.ts'
import type { Charge } from '@twende/contract/bookings/condition/charges.ts'
import { chargeLabel } from '@twende/contract/bookings/condition/condition-format.ts'
import type { KeptReason } from '@twende/contract/bookings/kept-deposit.ts'
import { keepReasonLabels } from '@twende/contract/bookings/kept-deposit-format.ts'
import { showInstant } from '@twende/contract/calendar-day.ts'
import { m } from '@twende/messages'
import type { Db } from '../../db/database.ts'
import { AppError } from '../../http/app-error.ts'
import type { BookingRow } from '../booking-read-store.ts'
import { findKeptPart, type KeptPartRow } from '../deposit/kept-part-store.ts'
import { disputableAmountOf, keepReasonOf } from '../deposit/read-deposit.ts'
import { type FineRow, findFineOf } from '../fines/fine-store.ts'

/** What of a booking is, or may be, disputed. */
export type Disputed = {
  label: string
  /** What is charged or kept now. */
  amount: number
  /** Since when it may be disputed. */
  since: Date
} & ({ charge: Charge } | { part: KeptPartRow; reason: KeptReason } | { fine: FineRow })

/** A charge of the return of a booking, a kept part of its deposit, or one of its fines. */
export async function findDisputed(
  db: Db,
  booking: BookingRow,
  { charge: place, keptPart, fine: fineId }: DisputedThing,
): Promise<Disputed> {
  if (keptPart !== undefined) {
    const part = await findKeptPart(db, booking.id, keptPart)
    if (!part) throw new AppError('kept_part_not_found')
    const reason = keepReasonOf(part)
    const label = m.kept_deposit_disputed({ reason: keepReasonLabels[reason]() })
    return { label, amount: disputableAmountOf(part), since: part.kept_at, part, reason }
  }
  if (fineId !== undefined) {
    const fine = await findFineOf(db, booking.id, fineId)
    if (!fine) throw new AppError('fine_not_found')
    const label = m.fine_disputed({ time: showInstant(fine.offence_at.toISOString()) })
    return { label, amount: fine.withdrawn_at === null ? fine.amount : 0, since: fine.recorded_at, fine }
  }
  if (booking.handover_return === null || place === undefined) throw new AppError('charge_not_found')
  const { charges, at } = returnDocument.read(booking.handover_return)
  const charge = charges[place]
  if (!charge) throw new AppError('charge_not_found')
  return { label: chargeLabel(charge), amount: charge.amount, since: new Date(at), charge }
}
