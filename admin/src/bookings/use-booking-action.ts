import type { AdminBooking } from '@twende/contract/bookings/admin-booking.ts'
import { ApiError } from '@twende/contract/http/call.ts'
import { m } from '@twende/messages'
import { call, type Reply } from '@twende/ui/api/call.ts'
import { toast } from '@twende/ui/controls/toast.ts'
import { useRevalidator } from 'react-router'

export type LoadedBooking = Reply<'GET /api/admin/booking/:bookingId'>

export type ActionDialogProps = {
  loaded: LoadedBooking
  open: boolean
  /** Sends the action; throws the error of a refusal. */
  act: Act
  onClose: () => void
}

export type Act = (send: () => Promise<{ message: string }>) => Promise<void>

/**
 * Sends an action on a booking and reloads the page. If the action is refused because somebody else changed the booking
 * meanwhile, a message says so; other errors are thrown.
 */
export function useBookingAction({ _id: bookingId, updatedAt }: AdminBooking): Act {
  const { revalidate } = useRevalidator()
  return async (send) => {
    try {
      const { message } = await send()
      toast.success(message)
    } catch (error) {
      const refused = error instanceof ApiError && error.code === 'booking_wrong_state'
      if (!refused || !(await hasChanged(bookingId, updatedAt))) throw error
      toast.error(m.admin_common_changed_by_other())
    }
    await revalidate()
  }
}

async function hasChanged(bookingId: string, updatedAt: string): Promise<boolean> {
  try {
    const { data } = await call('GET /api/admin/booking/:bookingId', { params: { bookingId } })
    return data.updatedAt !== updatedAt
  } catch {
    return false
  }
}
