import { adminBookingRoutes } from '@twende/contract/bookings/admin-booking-routes.ts'
import { depositRoutes } from '@twende/contract/bookings/deposit-routes.ts'
import { showKsh } from '@twende/contract/money.ts'
import { showPhone } from '@twende/contract/payments/phone-number.ts'
import { m } from '@twende/messages'
import { call } from '@twende/ui/api/call.ts'
import { TextField } from '@twende/ui/form/fields.tsx'
import { FormDialog } from '@twende/ui/form/form-dialog.tsx'
import { useAppForm } from '@twende/ui/form/use-app-form.ts'
import { HowPaidFields } from '../form/admin-fields.tsx'
import type { Act, ActionDialogProps } from './use-booking-action.ts'

type AskRoute =
  | 'POST /api/admin/booking/:bookingId/deposit/request'
  | 'POST /api/admin/booking/:bookingId/owed/request'

type AskPhoneDialogProps = {
  /** What it is asked to pay: the deposit of the booking, or what is owed for it. */
  route: AskRoute
  bookingId: string
  title: string
  amount: number
  /** That of the customer; staff may type another one. */
  phone: string
  open: boolean
  act: Act
  onClose: () => void
}

/** Asks a phone to pay. Import it lazily. */
export function AskPhoneDialog({
  route,
  bookingId,
  title,
  amount,
  phone,
  open,
  act,
  onClose,
}: AskPhoneDialogProps) {
  const form = useAppForm({
    defaultValues: { phone: showPhone(phone) },
    // Both routes take the phone alone.
    schema: depositRoutes['POST /api/admin/booking/:bookingId/deposit/request'].body,
    refusedAt: { phone_asked_too_often: 'phone' },
    onSubmit: (body) =>
      act(async () => {
        const { data } = await call(route, { params: { bookingId }, body })
        return { message: m.admin_ask_phone_sent({ phone: data.phone }) }
      }),
  })
  return (
    <FormDialog
      form={form}
      open={open}
      title={title}
      explains={m.admin_ask_phone_text({ amount: showKsh(amount) })}
      yes={m.admin_ask_phone_button()}
      onClose={onClose}
    >
      <TextField
        form={form}
        name="phone"
        label={m.admin_bookings_phone()}
        type="tel"
        required
        className="figures"
      />
    </FormDialog>
  )
}

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
