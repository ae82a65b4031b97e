import type { AdminBooking } from '@twende/contract/bookings/admin-booking.ts'
import type { AdminDeposit, OwedChoice } from '@twende/contract/bookings/deposit.ts'
import { depositRoutes } from '@twende/contract/bookings/deposit-routes.ts'
import { showKsh } from '@twende/contract/money.ts'
import { DESK_METHODS, type DeskMethod } from '@twende/contract/payments/desk-payment.ts'
import { m } from '@twende/messages'
import { call } from '@twende/ui/api/call.ts'
import { RadioField } from '@twende/ui/form/fields.tsx'
import { FormDialog } from '@twende/ui/form/form-dialog.tsx'
import { useAppForm } from '@twende/ui/form/use-app-form.ts'
import { PaymentFields } from '../../form/admin-fields.tsx'
import { noPayment, paymentOf } from '../../form/payment-values.ts'
import { notTold, reachWords, sentences, toldOfMore } from '../../frame/reach-words.ts'
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
const SETTLE = 'POST /api/admin/booking/:bookingId/deposit/settle'

/** Records that the deposit was taken. */
export function TakeDepositDialog({ booking, deposit, open, act, onClose }: DepositDialogProps) {
  const params = { bookingId: booking._id }
  const form = useAppForm({
    defaultValues: noPayment,
    bodyOf: (typed) => paymentOf<DeskMethod>(typed),
    schema: depositRoutes[TAKE].body,
    refusedAt: { mpesa_code_used: 'code', amount_too_small: 'code' },
    onSubmit: (body) => act(() => call(TAKE, { params, body })),
  })
  return (
    <FormDialog
      form={form}
      open={open}
      title={m.admin_deposit_take_title({ reference: booking.bookingId })}
      explains={sentences(m.admin_deposit_take_text({ amount: showKsh(deposit.due) }), toldOfMore())}
      yes={m.admin_deposit_take_yes({ amount: showKsh(deposit.due) })}
      onClose={onClose}
    >
      <PaymentFields form={form} ways={DESK_METHODS} label={m.admin_deposit_paid_by()} amount={deposit.due} />
    </FormDialog>
  )
}

/** Gives back what is held. Where something is owed for the booking, staff chooses what happens with it. */
export function SettleDepositDialog({ booking, deposit, open, act, onClose }: DepositDialogProps) {
  const params = { bookingId: booking._id }
  const { settlement, held } = deposit
  const isOwed = settlement.owed > 0
  const form = useAppForm({
    defaultValues: { owed: usualChoice() },
    bodyOf: ({ owed }) => (isOwed ? { owed } : {}),
    schema: depositRoutes[SETTLE].body,
    onSubmit: (body) => act(() => call(SETTLE, { params, body })),
  })
  const choice = form.watch('owed')
  return (
    <FormDialog
      form={form}
      open={open}
      title={m.admin_deposit_settle_title({ reference: booking.bookingId })}
      explains={sentences(
        isOwed
          ? m.admin_deposit_settle_text_owed({ held: showKsh(held), owed: showKsh(settlement.owed) })
          : m.admin_deposit_settle_text({ amount: showKsh(held) }),
        isOwed && choice === 'keep' ? reachWords(deposit.reach) : notTold(),
      )}
      yes={isOwed ? choiceButton(choice, deposit) : m.admin_deposit_settle_button()}
      onClose={onClose}
    >
      {isOwed && (
        <RadioField
          form={form}
          name="owed"
          label={m.admin_deposit_settle_choice()}
          options={[
            { value: 'keep', label: keepLabel(settlement) },
            {
              value: 'leave',
              label: m.admin_deposit_settle_leave({
                held: showKsh(held),
                owed: showKsh(settlement.owed),
              }),
            },
          ]}
        />
      )}
    </FormDialog>
  )
}

const usualChoice = (): OwedChoice => 'keep'

function keepLabel({ owed, keep, back }: AdminDeposit['settlement']): string {
  return back > 0
    ? m.admin_deposit_settle_keep({ amount: showKsh(keep), back: showKsh(back) })
    : m.admin_deposit_settle_keep_all({ left: showKsh(owed - keep) })
}

function choiceButton(choice: OwedChoice, { settlement, held }: AdminDeposit): string {
  if (choice === 'leave') return m.admin_deposit_settle_leave_button({ amount: showKsh(held) })
  const amount = showKsh(settlement.keep)
  return settlement.back > 0
    ? m.admin_deposit_settle_keep_button({ amount, back: showKsh(settlement.back) })
    : m.admin_deposit_settle_keep_only_button({ amount })
}
