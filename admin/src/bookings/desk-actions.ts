import type { AdminBooking } from '@twende/contract/bookings/admin-booking.ts'
import { type BookingMove, mayMove } from '@twende/contract/bookings/booking-status.ts'

export type DeskAction =
  | 'confirm'
  | 'takePayment'
  | 'handOver'
  | 'takeBack'
  | 'complete'
  | 'extend'
  | 'noShow'
  | 'cancel'

export const deskActions = {
  confirm: { label: 'Confirm', key: 'c' },
  takePayment: { label: 'Take payment', key: 'p' },
  handOver: { label: 'Hand over', key: 'h' },
  takeBack: { label: 'Take back', key: 'b' },
  complete: { label: 'It was driven', key: 'd' },
  extend: { label: 'Extend', key: 'e' },
  noShow: { label: 'No-show', key: 'n' },
  cancel: { label: 'Cancel booking', key: 'x' },
} as const satisfies Record<DeskAction, { label: string; key: string }>

const moves = {
  confirm: 'confirm',
  handOver: 'handOver',
  takeBack: 'takeBack',
  complete: 'completeUnrecorded',
  noShow: 'noShow',
  cancel: 'cancel',
} as const satisfies Partial<Record<DeskAction, BookingMove>>

/** What staff may do with a booking now, what is due first; the server has the last word. */
export function actionsOn({
  status,
  late,
  notHandedOver,
  paymentStatus,
}: Pick<AdminBooking, 'status' | 'late' | 'notHandedOver' | 'paymentStatus'>): readonly DeskAction[] {
  const begun = status === 'confirmed' || status === 'active' || status === 'completed'
  const may = (action: keyof typeof moves) => mayMove(moves[action], status, 'staff')
  const open: Record<DeskAction, boolean> = {
    confirm: may('confirm'),
    takePayment: begun && paymentStatus === 'pending',
    // What is over is prolonged first, or the clock would complete it before the car is back.
    handOver: may('handOver') && !notHandedOver,
    takeBack: may('takeBack'),
    complete: may('complete') && notHandedOver,
    extend: status === 'confirmed' || status === 'active',
    // Only who should have come can have stayed away.
    noShow: may('noShow') && late,
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
  'cancel',
] as const
