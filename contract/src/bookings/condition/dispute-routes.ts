import * as z from 'zod/mini'
import { defineRoutes } from '../../http/route.ts'
import { Id } from '../../text.ts'
import { DecisionInput, DisputeInput, ReturnCharges } from './charge-dispute.ts'

const BookingId = z.object({ bookingId: Id })
const Reply = z.object({ success: z.literal(true), message: z.string(), data: ReturnCharges })

/** Charges of a return, kept parts of the deposit and traffic fines, disputed by the customer and decided by staff. */
export const disputeRoutes = defineRoutes({
  'POST /api/booking/:bookingId/dispute': {
    summary:
      'Dispute a charge of the return, a kept part of the deposit or a traffic fine, within 48 hours; sent again, it is the same dispute',
    access: 'user',
    params: BookingId,
    body: DisputeInput,
    reply: Reply,
    errors: [
      'booking_not_found',
      'charge_not_found',
      'kept_part_not_found',
      'fine_not_found',
      'dispute_wrong_state',
      'dispute_too_late',
    ],
  },
  'GET /api/admin/booking/:bookingId/charges': {
    summary: 'The charges of a return and their disputes',
    access: 'staff',
    personalData: true,
    params: BookingId,
    reply: z.object({ success: z.literal(true), data: ReturnCharges }),
    errors: ['booking_not_found'],
  },
  'POST /api/admin/booking/:bookingId/dispute/decide': {
    summary:
      'Keep what is disputed, or withdraw all or a part of it; what was paid for that is owed back, or held again',
    access: 'staff',
    params: BookingId,
    body: DecisionInput,
    reply: Reply,
    errors: [
      'booking_not_found',
      'charge_not_found',
      'kept_part_not_found',
      'fine_not_found',
      'dispute_wrong_state',
      'dispute_amount_above',
      'kept_part_disputed',
    ],
  },
})
