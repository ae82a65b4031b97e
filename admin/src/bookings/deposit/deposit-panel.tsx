import type { AdminBooking } from '@twende/contract/bookings/admin-booking.ts'
import type { AdminDeposit } from '@twende/contract/bookings/deposit.ts'
import { depositRoutes } from '@twende/contract/bookings/deposit-routes.ts'
import { showInstant } from '@twende/contract/calendar-day.ts'
import { showKsh } from '@twende/contract/money.ts'
import { m } from '@twende/messages'
import { call } from '@twende/ui/api/call.ts'
import type { BadgeTone } from '@twende/ui/controls/badge.tsx'
import { Button } from '@twende/ui/controls/button.tsx'
import { WhenOpen } from '@twende/ui/controls/when-open.tsx'
import { lazyWithRetry } from '@twende/ui/loading/lazy-with-retry.ts'
import { useState } from 'react'
import { DetailPanel, Facts } from '../../frame/detail-panel.tsx'
import { StatusBadge } from '../../frame/status-badge.tsx'
import { useBookingAction } from '../use-booking-action.ts'

const TakeDialog = lazyWithRetry(() =>
  import('./take-deposit-dialogs.tsx').then((module) => module.TakeDepositDialog),
)
const AskDialog = lazyWithRetry(() =>
  import('./take-deposit-dialogs.tsx').then((module) => module.AskForDepositDialog),
)
const SettleDialog = lazyWithRetry(() =>
  import('./take-deposit-dialogs.tsx').then((module) => module.SettleDepositDialog),
)
const ReasonDialog = lazyWithRetry(() =>
  import('../../form/reason-dialog.tsx').then((module) => module.ReasonDialog),
)

type DepositPanelProps = { booking: AdminBooking; deposit: AdminDeposit }
type DepositAction = 'take' | 'ask' | 'waive' | 'settle'

const WAIVE = 'POST /api/admin/booking/:bookingId/deposit/waive'

/** The deposit of a booking: taken before the handover, given back after the return. */
export function DepositPanel({ booking, deposit }: DepositPanelProps) {
  const [action, setAction] = useState<DepositAction>()
  const act = useBookingAction(booking)
  const close = () => setAction(undefined)
  const params = { bookingId: booking._id }
  const { tone, label } = stateOf(deposit)
  const dialog = { booking, deposit, act, onClose: close }
  return (
    <DetailPanel
      as="h2"
      title={m.admin_deposit_title()}
      aside={<StatusBadge tone={tone}>{label}</StatusBadge>}
    >
      <Facts
        facts={[
          [m.admin_deposit_amount(), showKsh(deposit.amount)],
          [m.admin_deposit_held(), deposit.held > 0 ? showKsh(deposit.held) : ''],
          [m.admin_deposit_owed_back(), deposit.owedBack > 0 ? showKsh(deposit.owedBack) : ''],
          [m.admin_deposit_returned(), deposit.returned > 0 ? showKsh(deposit.returned) : ''],
          [m.admin_deposit_return_by(), deposit.returnBy && showInstant(deposit.returnBy)],
          [m.admin_deposit_reference(), deposit.due > 0 ? deposit.reference : ''],
          [m.admin_deposit_waived_by(), deposit.waivedBy],
          [m.admin_deposit_settled_by(), deposit.settledBy],
        ]}
      />
      {deposit.waiverReason && <p className="mt-3 break-words whitespace-pre-line">{deposit.waiverReason}</p>}
      {deposit.due > 0 && (
        <div className="mt-4 flex flex-wrap gap-3">
          <Button size="sm" onClick={() => setAction('take')}>
            {m.admin_deposit_take_button()}
          </Button>
          <Button size="sm" variant="secondary" onClick={() => setAction('ask')}>
            {m.admin_deposit_ask_button()}
          </Button>
          <Button size="sm" variant="secondary" onClick={() => setAction('waive')}>
            {m.admin_deposit_waive_button()}
          </Button>
        </div>
      )}
      {booking.status === 'completed' && deposit.held > 0 && (
        <Button size="sm" className="mt-4" onClick={() => setAction('settle')}>
          {m.admin_deposit_settle_button()}
        </Button>
      )}
      <WhenOpen open={action === 'take'}>
        <TakeDialog {...dialog} open={action === 'take'} />
      </WhenOpen>
      <WhenOpen open={action === 'ask'}>
        <AskDialog {...dialog} open={action === 'ask'} />
      </WhenOpen>
      <WhenOpen open={action === 'settle'}>
        <SettleDialog {...dialog} open={action === 'settle'} />
      </WhenOpen>
      <WhenOpen open={action === 'waive'}>
        <ReasonDialog
          open={action === 'waive'}
          title={m.admin_deposit_waive_title({ reference: booking.bookingId })}
          explains={m.admin_deposit_waive_text({ amount: showKsh(deposit.due) })}
          yes={m.admin_deposit_waive_button()}
          text={{ label: m.admin_deposit_waive_reason(), required: true }}
          schema={depositRoutes[WAIVE].body}
          onDecide={(reason) => act(() => call(WAIVE, { params, body: { reason } }))}
          onClose={close}
        />
      </WhenOpen>
    </DetailPanel>
  )
}

function stateOf({ due, held, waived, owedBack }: AdminDeposit): { tone: BadgeTone; label: string } {
  if (due > 0) return { tone: 'sunrise', label: m.admin_deposit_state_due() }
  if (held > 0) return { tone: 'acacia', label: m.admin_deposit_state_held() }
  if (owedBack > 0) return { tone: 'clay', label: m.admin_deposit_state_owed_back() }
  if (waived) return { tone: 'neutral', label: m.admin_deposit_state_waived() }
  return { tone: 'neutral', label: m.admin_deposit_state_closed() }
}
