import type { AdminFine } from '@twende/contract/bookings/fine.ts'
import { fineRoutes } from '@twende/contract/bookings/fine-routes.ts'
import { showInstant } from '@twende/contract/calendar-day.ts'
import { showKsh } from '@twende/contract/money.ts'
import { m } from '@twende/messages'
import { call } from '@twende/ui/api/call.ts'
import { Button } from '@twende/ui/controls/button.tsx'
import { WhenOpen } from '@twende/ui/controls/when-open.tsx'
import { lazyWithRetry } from '@twende/ui/loading/lazy-with-retry.ts'
import { useState } from 'react'
import { reachWords } from '../frame/reach-words.ts'

const PhotoDialog = lazyWithRetry(() =>
  import('../drivers/photo-dialog.tsx').then((module) => module.PhotoDialog),
)
const ReasonDialog = lazyWithRetry(() =>
  import('../form/reason-dialog.tsx').then((module) => module.ReasonDialog),
)

/** Who recorded and who withdrew a fine, and what they wrote. */
export function FineRecord({ fine }: { fine: AdminFine }) {
  const { note, recordedBy, recordedAt, withdrawnBy, withdrawnAt, withdrawalReason } = fine
  return (
    <>
      {note && <p className="break-words whitespace-pre-line">{note}</p>}
      <p className="figures text-sm text-soft">
        {m.admin_fines_recorded({ name: recordedBy, time: showInstant(recordedAt) })}
      </p>
      {withdrawnAt && (
        <p className="figures text-sm break-words">
          {m.admin_fines_withdrawn({
            name: withdrawnBy ?? '',
            time: showInstant(withdrawnAt),
            reason: withdrawalReason,
          })}
        </p>
      )}
    </>
  )
}

const WITHDRAW = 'POST /api/admin/fine/:fineId/withdraw'

type FineActionsProps = {
  fine: AdminFine
  /** Sends the withdrawal, and shows what came of it. */
  act: (send: () => Promise<{ message: string }>) => Promise<void>
}

/** The paper of a fine, looked at closely, and its withdrawal. */
export function FineActions({ fine, act }: FineActionsProps) {
  const [shown, setShown] = useState<AdminFine['paper']>(null)
  const [isOpen, setOpen] = useState(false)
  const amount = showKsh(fine.amount)
  const left = showKsh(fine.charged || fine.amount)
  const params = { fineId: fine._id }
  const isDisputed = fine.dispute?.decision === null
  return (
    <div className="flex flex-wrap gap-3">
      {fine.paper && (
        <Button size="sm" variant="secondary" onClick={() => setShown(fine.paper)}>
          {m.admin_fines_paper_button()}
        </Button>
      )}
      {!fine.withdrawnAt && !isDisputed && (
        <Button size="sm" variant="secondary" onClick={() => setOpen(true)}>
          {m.admin_fines_withdraw_button()}
        </Button>
      )}
      <WhenOpen open={shown !== null}>
        {shown && (
          <PhotoDialog
            file={shown}
            name={m.admin_fines_paper_name({ amount })}
            onClose={() => setShown(null)}
          />
        )}
      </WhenOpen>
      <WhenOpen open={isOpen}>
        <ReasonDialog
          open={isOpen}
          title={m.admin_fines_withdraw_title({ amount: left })}
          explains={
            fine.rental ? (
              <>
                {m.admin_fines_withdraw_text()} {reachWords(fine.rental.reach)}
              </>
            ) : (
              m.admin_fines_withdraw_text_own()
            )
          }
          yes={m.admin_fines_withdraw_button()}
          danger
          text={{ label: m.admin_fines_withdraw_reason(), required: true }}
          schema={fineRoutes[WITHDRAW].body}
          onDecide={(reason) => act(() => call(WITHDRAW, { params, body: { reason } }))}
          onClose={() => setOpen(false)}
        />
      </WhenOpen>
    </div>
  )
}
