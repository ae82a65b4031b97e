import type { AdminBooking } from '@twende/contract/bookings/admin-booking.ts'
import type { AdminDeposit } from '@twende/contract/bookings/deposit.ts'
import { showInstant } from '@twende/contract/calendar-day.ts'
import { showKsh } from '@twende/contract/money.ts'
import { m } from '@twende/messages'
import type { BadgeTone } from '@twende/ui/controls/badge.tsx'
import { Button } from '@twende/ui/controls/button.tsx'
import { WhenOpen } from '@twende/ui/controls/when-open.tsx'
import { lazyWithRetry } from '@twende/ui/loading/lazy-with-retry.ts'
import { useState } from 'react'
import { DetailPanel, Facts } from '../../frame/detail-panel.tsx'
import { StatusBadge } from '../../frame/status-badge.tsx'
import { PurchaseMoneyNotes } from '../../payments/purchase-money-notes.tsx'
import { useBookingAction } from '../use-booking-action.ts'
import { DepositActions } from './deposit-actions.tsx'
import { KeptParts } from './kept-parts.tsx'

const SettleDialog = lazyWithRetry(() =>
  import('./take-deposit-dialogs.tsx').then((module) => module.SettleDepositDialog),
)
const KeepDialog = lazyWithRetry(() =>
  import('./keep-deposit-dialog.tsx').then((module) => module.KeepDepositDialog),
)
type DepositPanelProps = { booking: AdminBooking; deposit: AdminDeposit }

/** The deposit of a booking: taken before the handover, kept in part or given back after the return. */
export function DepositPanel({ booking, deposit }: DepositPanelProps) {
  const [settling, setSettling] = useState(false)
  const [keeping, setKeeping] = useState(false)
  const act = useBookingAction(booking)
  const { tone, label } = stateOf(deposit)
  const isToReturn = deposit.held > 0 || deposit.owedBack > 0
  const { _id, bookingId, customerInfo } = booking
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
          [m.admin_deposit_kept(), keptOf(deposit) > 0 ? showKsh(keptOf(deposit)) : ''],
          [m.admin_deposit_owed_back(), deposit.owedBack > 0 ? showKsh(deposit.owedBack) : ''],
          [m.admin_deposit_returned(), deposit.returned > 0 ? showKsh(deposit.returned) : ''],
          [m.admin_deposit_moved(), deposit.moved > 0 ? showKsh(deposit.moved) : ''],
          [m.admin_deposit_return_by(), isToReturn && deposit.returnBy && showInstant(deposit.returnBy)],
          [m.admin_deposit_reference(), deposit.due > 0 ? deposit.reference : ''],
          [m.admin_deposit_waived_by(), deposit.waivedBy],
          [m.admin_deposit_settled_by(), deposit.settledBy],
        ]}
      />
      <PurchaseMoneyNotes purchaseId={deposit._id} />
      {deposit.waiverReason && <p className="mt-3 break-words whitespace-pre-line">{deposit.waiverReason}</p>}
      <DepositActions booking={{ _id, bookingId, phone: customerInfo.phone }} deposit={deposit} act={act} />
      <KeptParts bookingId={_id} deposit={deposit} act={act} />
      {booking.status === 'completed' && deposit.held > 0 && (
        <div className="mt-4 flex flex-wrap gap-3">
          <Button size="sm" onClick={() => setSettling(true)}>
            {m.admin_deposit_settle_button()}
          </Button>
          {deposit.keepable > 0 && (
            <Button size="sm" variant="secondary" onClick={() => setKeeping(true)}>
              {m.admin_deposit_keep_button()}
            </Button>
          )}
        </div>
      )}
      <WhenOpen open={keeping}>
        <KeepDialog
          booking={booking}
          deposit={deposit}
          act={act}
          open={keeping}
          onClose={() => setKeeping(false)}
        />
      </WhenOpen>
      <WhenOpen open={settling}>
        <SettleDialog
          booking={booking}
          deposit={deposit}
          act={act}
          open={settling}
          onClose={() => setSettling(false)}
        />
      </WhenOpen>
    </DetailPanel>
  )
}

function keptOf({ kept }: AdminDeposit): number {
  return kept.reduce((sum, { amount, released }) => sum + amount - released, 0)
}

function stateOf(deposit: AdminDeposit): { tone: BadgeTone; label: string } {
  const { due, held, waived, owedBack, returned } = deposit
  if (due > 0) return { tone: 'sunrise', label: m.admin_deposit_state_due() }
  if (held > 0) return { tone: 'acacia', label: m.admin_deposit_state_held() }
  if (owedBack > 0) return { tone: 'clay', label: m.admin_deposit_state_owed_back() }
  if (keptOf(deposit) > 0) return { tone: 'neutral', label: m.admin_deposit_state_kept() }
  if (returned > 0) return { tone: 'neutral', label: m.admin_deposit_state_returned() }
  if (waived) return { tone: 'neutral', label: m.admin_deposit_state_waived() }
  return { tone: 'neutral', label: m.admin_deposit_state_not_taken() }
}
