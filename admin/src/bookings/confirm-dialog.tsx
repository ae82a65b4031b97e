import { adminBookingRoutes } from '@twende/contract/bookings/admin-booking-routes.ts'
import { keepAmounts } from '@twende/contract/keep-amounts.ts'
import { showKsh } from '@twende/contract/money.ts'
import { DESK_METHODS_OR_LATER, type SettledBy } from '@twende/contract/payments/desk-payment.ts'
import { CONFIRM_UNPAID_ALONE_UP_TO } from '@twende/contract/payments/payment-choices.ts'
import { m } from '@twende/messages'
import { useSession } from '@twende/ui/accounts/session.ts'
import { call, type Reply } from '@twende/ui/api/call.ts'
import { daysInWords } from '@twende/ui/cars/car-format.ts'
import { SelectField } from '@twende/ui/form/fields.tsx'
import { FormDialog } from '@twende/ui/form/form-dialog.tsx'
import { useAppForm } from '@twende/ui/form/use-app-form.ts'
import { PaymentFields, SuggestionsField, wayOptions } from '../form/admin-fields.tsx'
import { noPayment, paymentOf } from '../form/payment-values.ts'
import { reachWords } from '../frame/reach-words.ts'
import type { ActionDialogProps } from './use-booking-action.ts'

type LoadedBooking = Reply<'GET /api/admin/booking/:bookingId'>

const ROUTE = 'POST /api/admin/booking/:bookingId/confirm'

/** Confirms a booking: as paid, or without payment. */
export function ConfirmBookingDialog({ loaded, open, act, onClose }: ActionDialogProps) {
  const { data: booking } = loaded
  const params = { bookingId: booking._id }
  const form = useAppForm({
    defaultValues: { ...noPayment, paidBy: firstWay(booking.unpaidConfirmation !== null) },
    bodyOf: (typed) => paymentOf<(typeof DESK_METHODS_OR_LATER)[number]>(typed),
    refusedAt: { mpesa_code_used: 'code', amount_too_small: 'code' },
    schema: adminBookingRoutes[ROUTE].body,
    onSubmit: (body) => act(() => call(ROUTE, { params, body })),
  })
  const way = form.watch('paidBy')
  const unpaid = way === 'none'
  return (
    <FormDialog
      form={form}
      open={open}
      title={m.admin_bookings_confirm_title({ reference: booking.bookingId })}
      explains={<Explanation loaded={loaded} paidBy={way} />}
      yes={unpaid ? m.admin_bookings_confirm_unpaid_button() : m.admin_bookings_confirm_button()}
      onClose={onClose}
    >
      {unpaid ? (
        <>
          <SelectField
            form={form}
            name="paidBy"
            label={m.admin_bookings_how_paid_label()}
            required
            options={wayOptions(DESK_METHODS_OR_LATER)}
          />
          <SuggestionsField
            form={form}
            name="note"
            label={m.admin_bookings_why_unpaid_label()}
            required
            suggestions={usualReasons()}
          />
        </>
      ) : (
        <PaymentFields
          form={form}
          ways={DESK_METHODS_OR_LATER}
          amount={booking.finalAmount - loaded.money.paid}
        />
      )}
    </FormDialog>
  )
}

const firstWay = (unpaidAsked: boolean): SettledBy | '' => (unpaidAsked ? 'none' : '')
const usualReasons = () => [m.admin_bookings_unpaid_reason_pickup(), m.admin_bookings_unpaid_reason_company()]

function Explanation({ loaded, paidBy }: { loaded: LoadedBooking; paidBy: SettledBy | '' }) {
  const { data: booking } = loaded
  const myself = useSession()?.owner?.id
  const price = { amount: showKsh(booking.finalAmount), days: daysInWords(booking.totalDays) }
  const told = reachWords(booking.reach, { mutable: true })
  if (paidBy !== 'none') return withReach(m.admin_bookings_confirm_paid_text(price), told)
  const asked = booking.unpaidConfirmation
  if (asked && asked.byId !== myself) {
    const text = m.admin_bookings_confirm_second_text({ ...price, name: asked.by, note: asked.note })
    return withReach(text, told)
  }
  return booking.finalAmount > CONFIRM_UNPAID_ALONE_UP_TO
    ? keepAmounts(
        m.admin_bookings_confirm_needs_second_text({ ...price, limit: showKsh(CONFIRM_UNPAID_ALONE_UP_TO) }),
      )
    : withReach(m.admin_bookings_confirm_unpaid_text(price), told)
}

const withReach = (text: string, told: string) => keepAmounts(`${text} ${told}`)
