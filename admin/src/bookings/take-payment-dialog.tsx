import { adminBookingRoutes } from '@twende/contract/bookings/admin-booking-routes.ts'
import { showKsh } from '@twende/contract/money.ts'
import { m } from '@twende/messages'
import { call } from '@twende/ui/api/call.ts'
import { FormDialog } from '@twende/ui/form/form-dialog.tsx'
import { useAppForm } from '@twende/ui/form/use-app-form.ts'
import { HowPaidFields } from '../form/admin-fields.tsx'
import type { ActionDialogProps } from './use-booking-action.ts'

const ROUTE = 'POST /api/admin/booking/:bookingId/payment'

/** Notes the money of a booking that was left to be paid. */
export function TakePaymentDialog({ loaded, open, act, onClose }: ActionDialogProps) {
  const { data: booking, money } = loaded
  const params = { bookingId: booking._id }
  const form = useAppForm({
    defaultValues: { note: '', code: '' },
    schema: adminBookingRoutes[ROUTE].body,
    refusedAt: { mpesa_code_used: 'code' },
    onSubmit: (body) => act(() => call(ROUTE, { params, body })),
  })
  return (
    <FormDialog
      form={form}
      open={open}
      title={m.admin_bookings_take_payment_title({ reference: booking.bookingId })}
      explains={m.admin_bookings_take_payment_text({ amount: showKsh(booking.finalAmount - money.paid) })}
      yes={m.admin_bookings_action_take_payment()}
      onClose={onClose}
    >
      <HowPaidFields form={form} />
    </FormDialog>
  )
}
