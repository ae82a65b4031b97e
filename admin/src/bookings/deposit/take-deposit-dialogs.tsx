import type { AdminBooking } from '@twende/contract/bookings/admin-booking.ts'
import type { AdminDeposit, TAKE_DEPOSIT_WAYS } from '@twende/contract/bookings/deposit.ts'
import { depositRoutes } from '@twende/contract/bookings/deposit-routes.ts'
import { showKsh } from '@twende/contract/money.ts'
import { showPhone } from '@twende/contract/payments/phone-number.ts'
import { m } from '@twende/messages'
import { call } from '@twende/ui/api/call.ts'
import { RadioField, TextField } from '@twende/ui/form/fields.tsx'
import { FormDialog } from '@twende/ui/form/form-dialog.tsx'
import { useAppForm } from '@twende/ui/form/use-app-form.ts'
import { MpesaCodeField } from '../../form/admin-fields.tsx'
import type { Act } from '../use-booking-action.ts'

/** Of which booking a deposit is: its id, its reference and the phone of its customer. */
export type DepositBooking = Pick<AdminBooking, '_id' | 'bookingId'> & { phone: string }

type DepositDialogProps = {
  booking: Pick<DepositBooking, '_id' | 'bookingId'>
  deposit: AdminDeposit
  open: boolean
  act: Act
  onClose: () => void
}

const TAKE = 'POST /api/admin/booking/:bookingId/deposit/take'
const ASK = 'POST /api/admin/booking/:bookingId/deposit/request'
const SETTLE = 'POST /api/admin/booking/:bookingId/deposit/settle'

const usualWay = (): (typeof TAKE_DEPOSIT_WAYS)[number] => 'cash'

/** Records that the deposit was taken, in cash or with the code of a payment. */
export function TakeDepositDialog({ booking, deposit, open, act, onClose }: DepositDialogProps) {
  const params = { bookingId: booking._id }
  const form = useAppForm({
    defaultValues: { paidBy: usualWay(), code: '' },
    bodyOf: ({ paidBy, code }) => ({ paidBy, code: paidBy === 'mpesa' ? code : '' }),
    schema: depositRoutes[TAKE].body,
    refusedAt: { mpesa_code_used: 'code', amount_too_small: 'code' },
    onSubmit: (body) => act(() => call(TAKE, { params, body })),
  })
  return (
    <FormDialog
      form={form}
      open={open}
      title={m.admin_deposit_take_title({ reference: booking.bookingId })}
      explains={m.admin_deposit_take_text({ amount: showKsh(deposit.due) })}
      yes={m.admin_deposit_take_yes({ amount: showKsh(deposit.due) })}
      onClose={onClose}
    >
      <RadioField
        form={form}
        name="paidBy"
        label={m.admin_deposit_paid_by()}
        options={[
          { value: 'cash', label: m.admin_bookings_way_cash() },
          { value: 'mpesa', label: 'M-Pesa' },
        ]}
      />
      {form.watch('paidBy') === 'mpesa' && (
        <MpesaCodeField form={form} name="code" required hint={m.admin_deposit_code_hint()} />
      )}
    </FormDialog>
  )
}

/** Asks a phone to pay the deposit. */
export function AskForDepositDialog({
  booking,
  deposit,
  open,
  act,
  onClose,
}: DepositDialogProps & { booking: DepositBooking }) {
  const params = { bookingId: booking._id }
  const form = useAppForm({
    defaultValues: { phone: showPhone(booking.phone) },
    schema: depositRoutes[ASK].body,
    refusedAt: { phone_asked_too_often: 'phone' },
    onSubmit: (body) =>
      act(async () => {
        const { data } = await call(ASK, { params, body })
        return { message: m.admin_deposit_asked({ phone: data.phone }) }
      }),
  })
  return (
    <FormDialog
      form={form}
      open={open}
      title={m.admin_deposit_ask_title({ reference: booking.bookingId })}
      explains={m.admin_deposit_ask_text({ amount: showKsh(deposit.due) })}
      yes={m.admin_deposit_ask_button()}
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

/** Gives back what is held. */
export function SettleDepositDialog({ booking, deposit, open, act, onClose }: DepositDialogProps) {
  const params = { bookingId: booking._id }
  const form = useAppForm({
    defaultValues: {},
    schema: depositRoutes[SETTLE].body,
    onSubmit: (body) => act(() => call(SETTLE, { params, body })),
  })
  return (
    <FormDialog
      form={form}
      open={open}
      title={m.admin_deposit_settle_title({ reference: booking.bookingId })}
      explains={m.admin_deposit_settle_text({ amount: showKsh(deposit.held) })}
      yes={m.admin_deposit_settle_button()}
      onClose={onClose}
    >
      {null}
    </FormDialog>
  )
}
