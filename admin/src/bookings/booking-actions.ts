import type { AdminBooking } from '@twende/contract/bookings/admin-booking.ts'
import { awaitsReturn, type BookingMove, mayMove } from '@twende/contract/bookings/booking-status.ts'
import { m } from '@twende/messages'

export type BookingAction =
  | 'confirm'
  | 'takePayment'
  | 'handOver'
  | 'takeBack'
  | 'complete'
  | 'extend'
  | 'noShow'
  | 'lost'
  | 'notLost'
  | 'undo'
  | 'cancel'

export const bookingActions = {
  confirm: { label: m.admin_bookings_action_confirm, key: 'c' },
  takePayment: { label: m.admin_bookings_action_take_payment, key: 'p' },
  handOver: { label: m.admin_bookings_action_hand_over, key: 'h' },
  takeBack: { label: m.admin_bookings_action_take_back, key: 'b' },
  complete: { label: m.admin_bookings_action_complete, key: 'd' },
  extend: { label: m.admin_bookings_action_extend, key: 'e' },
  noShow: { label: m.admin_bookings_action_no_show, key: 'n' },
  lost: { label: m.admin_bookings_action_lost, key: 'l' },
  notLost: { label: m.admin_bookings_action_not_lost, key: 't' },
  undo: { label: m.admin_bookings_action_undo, key: 'u' },
  cancel: { label: m.admin_bookings_cancel_button, key: 'x' },
} as const satisfies Record<BookingAction, { label: () => string; key: string }>

const moves = {
  confirm: 'confirm',
  handOver: 'handOver',
  complete: 'completeUnrecorded',
  noShow: 'noShow',
  lost: 'markLost',
  cancel: 'cancel',
} as const satisfies Partial<Record<BookingAction, BookingMove>>

type ActedOn = Pick<
  AdminBooking,
  'status' | 'late' | 'notHandedOver' | 'paymentStatus' | 'handover' | 'handoverReturn' | 'undoUntil' | 'loss'
>

/** What this member of staff may do with a booking now, what is due first; the server has the last word. */
export function actionsOn(booking: ActedOn, staffId?: string): readonly BookingAction[] {
  const { status, late, notHandedOver, paymentStatus, undoUntil, loss } = booking
  const begun = status === 'confirmed' || status === 'active' || status === 'completed'
  const may = (action: keyof typeof moves) => mayMove(moves[action], status, 'staff')
  const open: Record<BookingAction, boolean> = {
    confirm: may('confirm'),
    takePayment: begun && paymentStatus === 'pending',
    // What is over is prolonged first, or the car would be late from the start.
    handOver: may('handOver') && !notHandedOver,
    takeBack: awaitsReturn(booking),
    complete: may('complete') && notHandedOver,
    extend: status === 'confirmed' || status === 'active',
    // Only who should have come can have stayed away.
    noShow: may('noShow') && late,
    // A theft is reported at once, before the car is late. Who asked for a loss or its withdrawal waits for somebody else.
    lost: may('lost') && (loss === null || loss.byId !== staffId),
    notLost: loss !== null && (!loss.withdrawal || loss.withdrawal.byId !== staffId),
    undo: undoUntil !== null,
    cancel: may('cancel'),
  }
  return order.filter((action) => open[action])
}

const order = [
  'confirm',
  'takePayment',
  'handOver',
  'takeBack',
  'complete',
  'extend',
  'noShow',
  'lost',
  'notLost',
  'undo',
  'cancel',
] as const
