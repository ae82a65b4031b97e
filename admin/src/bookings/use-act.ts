import type { AdminBooking } from '@twende/contract/bookings/admin-booking.ts'
import { ApiError } from '@twende/contract/http/call.ts'
import { call, type Reply } from '@twende/ui/api/call.ts'
import { toast } from '@twende/ui/controls/toast.ts'
import { useRevalidator } from 'react-router'

export type LookedAtBooking = Reply<'GET /api/admin/booking/:bookingId'>

export type ActionDialogProps = {
  looked: LookedAtBooking
  open: boolean
  /** Sends it; answers what is wrong, or nothing when the dialog may close. */
  act: Act
  onClose: () => void
}

export type Act = (send: () => Promise<{ message: string }>) => Promise<string | undefined>

/**
 * Sends what was decided on a booking and shows it as it then is. Answers what is wrong; nothing when it was done, and
 * nothing when somebody else had changed the booking meanwhile, which is told.
 */
export function useAct({ _id: bookingId, updatedAt }: AdminBooking): Act {
  const { revalidate } = useRevalidator()
  return async (send) => {
    try {
      const { message } = await send()
      toast.success(message)
      await revalidate()
      return undefined
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const late = error.code === 'booking_wrong_state' && (await hasChanged(bookingId, updatedAt))
      if (!late) return error.message
      toast.error('Someone else changed this. You see it now as it is.')
      await revalidate()
      return undefined
    }
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
