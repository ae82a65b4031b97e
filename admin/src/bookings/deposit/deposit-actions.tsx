import type { AdminDeposit } from '@twende/contract/bookings/deposit.ts'
import { depositRoutes } from '@twende/contract/bookings/deposit-routes.ts'
import { showKsh } from '@twende/contract/money.ts'
import { m } from '@twende/messages'
import { call } from '@twende/ui/api/call.ts'
import { Button } from '@twende/ui/controls/button.tsx'
import { WhenOpen } from '@twende/ui/controls/when-open.tsx'
import { lazyWithRetry } from '@twende/ui/loading/lazy-with-retry.ts'
import { useState } from 'react'
import { notTold, sentences } from '../../frame/reach-words.ts'
import type { Act } from '../use-booking-action.ts'
import type { DepositBooking } from './take-deposit-dialogs.tsx'

const TakeDialog = lazyWithRetry(() =>
  import('./take-deposit-dialogs.tsx').then((module) => module.TakeDepositDialog),
)
const AskDialog = lazyWithRetry(() =>
  import('../payment-dialogs.tsx').then((module) => module.AskPhoneDialog),
)
const ReasonDialog = lazyWithRetry(() =>
  import('../../form/reason-dialog.tsx').then((module) => module.ReasonDialog),
)

const WAIVE = 'POST /api/admin/booking/:bookingId/deposit/waive'

type DepositActionsProps = { booking: DepositBooking; deposit: AdminDeposit; act: Act }

/** Takes the deposit that is due, asks a phone for it, or waives it. Shows nothing where none is due. */
export function DepositActions({ booking, deposit, act }: DepositActionsProps) {
  const [action, setAction] = useState<'take' | 'ask' | 'waive'>()
  const close = () => setAction(undefined)
  const dialog = { booking, deposit, act, onClose: close }
  return (
    <>
      {deposit.due > 0 && (
        <div className="mt-4 flex flex-wrap gap-3">
          <Button size="sm" onClick={() => setAction('take')}>
            {m.admin_deposit_take_button()}
          </Button>
          <Button size="sm" variant="secondary" onClick={() => setAction('ask')}>
            {m.admin_ask_phone_button()}
          </Button>
          <Button size="sm" variant="secondary" onClick={() => setAction('waive')}>
            {m.admin_deposit_waive_button()}
          </Button>
        </div>
      )}
      <WhenOpen open={action === 'take'}>
        <TakeDialog {...dialog} open={action === 'take'} />
      </WhenOpen>
      <WhenOpen open={action === 'ask'}>
        <AskDialog
          route="POST /api/admin/booking/:bookingId/deposit/request"
          bookingId={booking._id}
          title={m.admin_deposit_ask_title({ reference: booking.bookingId })}
          amount={deposit.due}
          phone={booking.phone}
          act={act}
          open={action === 'ask'}
          onClose={close}
        />
      </WhenOpen>
      <WhenOpen open={action === 'waive'}>
        <ReasonDialog
          open={action === 'waive'}
          title={m.admin_deposit_waive_title({ reference: booking.bookingId })}
          explains={sentences(m.admin_deposit_waive_text({ amount: showKsh(deposit.due) }), notTold())}
          yes={m.admin_deposit_waive_button()}
          text={{ label: m.admin_deposit_waive_reason(), required: true }}
          schema={depositRoutes[WAIVE].body}
          onDecide={(reason) =>
            act(() => call(WAIVE, { params: { bookingId: booking._id }, body: { reason } }))
          }
          onClose={close}
        />
      </WhenOpen>
    </>
  )
}
