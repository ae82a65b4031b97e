import type { AdminBooking } from '@twende/contract/bookings/admin-booking.ts'
import { fineRoutes } from '@twende/contract/bookings/fine-routes.ts'
import { showKsh } from '@twende/contract/money.ts'
import { m } from '@twende/messages'
import { call } from '@twende/ui/api/call.ts'
import { useSettings } from '@twende/ui/api/settings.ts'
import { Button } from '@twende/ui/controls/button.tsx'
import { WhenOpen } from '@twende/ui/controls/when-open.tsx'
import { FormDialog } from '@twende/ui/form/form-dialog.tsx'
import { useAppForm } from '@twende/ui/form/use-app-form.ts'
import { useAttemptKey } from '@twende/ui/form/use-attempt-key.ts'
import { lazyWithRetry } from '@twende/ui/loading/lazy-with-retry.ts'
import { useState } from 'react'
import { HowPaidFields } from '../form/admin-fields.tsx'
import { DetailPanel } from '../frame/detail-panel.tsx'
import { type Act, useBookingAction } from './use-booking-action.ts'

const AskDialog = lazyWithRetry(() => import('./payment-dialogs.tsx').then((module) => module.AskPhoneDialog))

type OwedPanelProps = {
  booking: AdminBooking
  owed: number
  /** How much of the deposit may be kept. */
  keepable: number
}

/** What is owed for a booking, for whatever reason, and how to take it. */
export function OwedPanel({ booking, owed, keepable }: OwedPanelProps) {
  const [action, setAction] = useState<'take' | 'ask'>()
  const act = useBookingAction(booking)
  const close = () => setAction(undefined)
  const amount = showKsh(owed)
  const { mpesa } = useSettings()
  // Before the car is out, a phone is asked for the price.
  const mayAsk = booking.status === 'active' || booking.status === 'completed'
  return (
    <DetailPanel as="h2" title={m.admin_bookings_owed()}>
      <p className="figures rounded-md bg-clay-tint px-4 py-3 text-clay-deep">
        {keepable > 0 ? m.admin_owed_text_keep({ amount }) : m.admin_owed_text({ amount })}
      </p>
      {mayAsk && mpesa.type === 'paybill' && mpesa.businessNumber && (
        <p className="mt-3 text-sm text-soft">
          {m.admin_owed_by_hand({ number: mpesa.businessNumber, reference: booking.bookingId })}
        </p>
      )}
      <div className="mt-4 flex flex-wrap gap-3">
        <Button size="sm" onClick={() => setAction('take')}>
          {m.admin_owed_take_button({ amount })}
        </Button>
        {mayAsk && (
          <Button size="sm" variant="secondary" onClick={() => setAction('ask')}>
            {m.admin_ask_phone_button()}
          </Button>
        )}
      </div>
      <WhenOpen open={action === 'take'}>
        <TakeOwedDialog booking={booking} owed={owed} act={act} open={action === 'take'} onClose={close} />
      </WhenOpen>
      <WhenOpen open={action === 'ask'}>
        <AskDialog
          route="POST /api/admin/booking/:bookingId/owed/request"
          bookingId={booking._id}
          title={m.admin_owed_ask_title({ reference: booking.bookingId })}
          amount={owed}
          phone={booking.customerInfo.phone}
          act={act}
          open={action === 'ask'}
          onClose={close}
        />
      </WhenOpen>
    </DetailPanel>
  )
}

const TAKE = 'POST /api/admin/booking/:bookingId/owed'

type TakeOwedDialogProps = {
  booking: AdminBooking
  owed: number
  act: Act
  open: boolean
  onClose: () => void
}

function TakeOwedDialog({ booking, owed, act, open, onClose }: TakeOwedDialogProps) {
  // What staff read when the dialog opened; the server refuses where something else is owed by then.
  const [amount] = useState(owed)
  const attempt = useAttemptKey()
  const params = { bookingId: booking._id }
  const form = useAppForm({
    defaultValues: { note: '', code: '' },
    bodyOf: (typed) => ({ ...typed, amount }),
    schema: fineRoutes[TAKE].body,
    refusedAt: { mpesa_code_used: 'code' },
    onSubmit: (body) => act(() => call(TAKE, { params, body }, { idempotencyKey: attempt.keyOf(body) })),
  })
  return (
    <FormDialog
      form={form}
      open={open}
      title={m.admin_owed_take_title({ amount: showKsh(amount), reference: booking.bookingId })}
      explains={m.admin_bookings_take_payment_text({ amount: showKsh(amount) })}
      yes={m.admin_bookings_action_take_payment()}
      onClose={onClose}
    >
      <HowPaidFields form={form} />
    </FormDialog>
  )
}
