import type { AdminBooking } from '@twende/contract/bookings/admin-booking.ts'
import { owedRoutes } from '@twende/contract/bookings/owed-routes.ts'
import { showKsh } from '@twende/contract/money.ts'
import { CONFIRM_UNPAID_ALONE_UP_TO } from '@twende/contract/payments/payment-choices.ts'
import { m } from '@twende/messages'
import { call } from '@twende/ui/api/call.ts'
import { Button } from '@twende/ui/controls/button.tsx'
import { WhenOpen } from '@twende/ui/controls/when-open.tsx'
import { lazyWithRetry } from '@twende/ui/loading/lazy-with-retry.ts'
import { useState } from 'react'
import { notTold, sentences } from '../frame/reach-words.ts'
import type { Act } from './use-booking-action.ts'

const AskDialog = lazyWithRetry(() => import('./payment-dialogs.tsx').then((module) => module.AskPhoneDialog))
const TakeOwedDialog = lazyWithRetry(() =>
  import('./payment-dialogs.tsx').then((module) => module.TakeOwedDialog),
)
const ReasonDialog = lazyWithRetry(() =>
  import('../form/reason-dialog.tsx').then((module) => module.ReasonDialog),
)

/** Of a booking: what its payment needs. */
export type OwingBooking = Pick<AdminBooking, '_id' | 'bookingId' | 'status' | 'reach'> & { phone: string }

type OwedActionsProps = {
  booking: OwingBooking
  owed: number
  /** How much of the deposit may be kept. */
  keepable: number
  act: Act
}

/** Takes what is owed, asks a phone for it, or lets the car leave without it. */
export function OwedActions({ booking, owed, keepable, act }: OwedActionsProps) {
  const [action, setAction] = useState<'take' | 'ask' | 'allow'>()
  const close = () => setAction(undefined)
  return (
    <>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button size="sm" onClick={() => setAction('take')}>
          {m.admin_owed_take_button({ amount: showKsh(owed) })}
        </Button>
        {mayAskPhone(booking) && (
          <Button size="sm" variant="secondary" onClick={() => setAction('ask')}>
            {m.admin_ask_phone_button()}
          </Button>
        )}
        {booking.status === 'confirmed' && (
          <Button size="sm" variant="secondary" onClick={() => setAction('allow')}>
            {m.admin_owed_allow_button()}
          </Button>
        )}
      </div>
      <WhenOpen open={action === 'allow'}>
        <AllowDialog booking={booking} owed={owed} act={act} open={action === 'allow'} onClose={close} />
      </WhenOpen>
      <WhenOpen open={action === 'take'}>
        <TakeOwedDialog
          booking={booking}
          owed={owed}
          keepable={keepable}
          act={act}
          open={action === 'take'}
          onClose={close}
        />
      </WhenOpen>
      <WhenOpen open={action === 'ask'}>
        <AskDialog
          route="POST /api/admin/booking/:bookingId/owed/request"
          bookingId={booking._id}
          title={m.admin_owed_ask_title({ reference: booking.bookingId })}
          amount={owed}
          phone={booking.phone}
          act={act}
          open={action === 'ask'}
          onClose={close}
        />
      </WhenOpen>
    </>
  )
}

/** A booking that is not confirmed is paid by its customer. */
export function mayAskPhone({ status }: Pick<AdminBooking, 'status'>): boolean {
  return status !== 'pending' && status !== 'cancelled'
}

type AllowDialogProps = { booking: OwingBooking; owed: number; act: Act; open: boolean; onClose: () => void }

const ALLOW = 'POST /api/admin/booking/:bookingId/owed/allow'

/** Lets the car leave though something is owed, for a reason. */
function AllowDialog({ booking, owed, act, open, onClose }: AllowDialogProps) {
  const [amount] = useState(owed)
  const params = { bookingId: booking._id }
  return (
    <ReasonDialog
      open={open}
      title={m.admin_owed_allow_title({ reference: booking.bookingId })}
      explains={sentences(
        amount > CONFIRM_UNPAID_ALONE_UP_TO
          ? m.admin_owed_allow_text_admin({
              amount: showKsh(amount),
              limit: showKsh(CONFIRM_UNPAID_ALONE_UP_TO),
            })
          : m.admin_owed_allow_text({ amount: showKsh(amount) }),
        notTold(),
      )}
      yes={m.admin_owed_allow_button()}
      text={{ label: m.admin_owed_allow_reason(), required: true }}
      schema={owedRoutes[ALLOW].body}
      rest={{ amount }}
      onDecide={(reason) => act(() => call(ALLOW, { params, body: { amount, reason } }))}
      onClose={onClose}
    />
  )
}
