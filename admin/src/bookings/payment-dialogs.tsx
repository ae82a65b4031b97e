import type { AdminBooking } from '@twende/contract/bookings/admin-booking.ts'
import { depositRoutes } from '@twende/contract/bookings/deposit-routes.ts'
import { owedRoutes } from '@twende/contract/bookings/owed-routes.ts'
import { showKsh } from '@twende/contract/money.ts'
import { DESK_METHODS, SETTLED_BY } from '@twende/contract/payments/desk-payment.ts'
import { showPhone } from '@twende/contract/payments/phone-number.ts'
import { m } from '@twende/messages'
import { call } from '@twende/ui/api/call.ts'
import { TextField } from '@twende/ui/form/fields.tsx'
import { FormDialog } from '@twende/ui/form/form-dialog.tsx'
import { useAppForm } from '@twende/ui/form/use-app-form.ts'
import { useAttemptKey } from '@twende/ui/form/use-attempt-key.ts'
import { useState } from 'react'
import { PaymentFields } from '../form/admin-fields.tsx'
import { noPayment, paymentOf } from '../form/payment-values.ts'
import { reachWords, sentences, toldOfMore } from '../frame/reach-words.ts'
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
        return { message: m.admin_ask_phone_sent({ phone: showPhone(data.phone) }) }
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

const TAKE = 'POST /api/admin/booking/:bookingId/owed'

type TakeOwedDialogProps = {
  booking: Pick<AdminBooking, '_id' | 'bookingId' | 'reach'>
  owed: number
  /** How much the deposit may pay of it. */
  keepable: number
  act: Act
  open: boolean
  onClose: () => void
}

/** Takes what is owed for a booking, or keeps it from the deposit. */
export function TakeOwedDialog({ booking, owed, keepable, act, open, onClose }: TakeOwedDialogProps) {
  // What staff read when the dialog opened; the server refuses where something else is owed by then.
  const [amount] = useState(owed)
  const attempt = useAttemptKey()
  const params = { bookingId: booking._id }
  const form = useAppForm({
    defaultValues: noPayment,
    bodyOf: (typed) => ({ ...paymentOf<(typeof SETTLED_BY)[number]>(typed), amount }),
    schema: owedRoutes[TAKE].body,
    refusedAt: { mpesa_code_used: 'code', amount_too_small: 'code' },
    onSubmit: (body) => act(() => call(TAKE, { params, body }, { idempotencyKey: attempt.keyOf(body) })),
  })
  return (
    <FormDialog
      form={form}
      open={open}
      title={m.admin_owed_take_title({ amount: showKsh(amount), reference: booking.bookingId })}
      explains={sentences(
        m.admin_owed_take_text(),
        form.watch('paidBy') === 'deposit' ? reachWords(booking.reach) : toldOfMore(),
      )}
      yes={m.admin_owed_take_yes()}
      onClose={onClose}
    >
      <PaymentFields form={form} ways={keepable > 0 ? SETTLED_BY : DESK_METHODS} amount={amount} />
    </FormDialog>
  )
}

/** The same, where a booking is listed. */
export function TakePaymentDialog({ loaded: { data: booking, money }, ...dialog }: ActionDialogProps) {
  return <TakeOwedDialog booking={booking} owed={money.owed} keepable={0} {...dialog} />
}
