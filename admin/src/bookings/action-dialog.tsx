import { WhenOpen } from '@twende/ui/controls/when-open.tsx'
import { later } from '@twende/ui/loading/later.ts'
import { useState } from 'react'
import type { DeskAction } from './desk-actions.ts'
import { type LookedAtBooking, useAct } from './use-act.ts'

const dialogs = {
  confirm: later(() => import('./confirm-dialog.tsx').then((module) => module.ConfirmBookingDialog)),
  takePayment: later(() => import('./take-payment-dialog.tsx').then((module) => module.TakePaymentDialog)),
  handOver: later(() => import('./hand-over-dialog.tsx').then((module) => module.HandOverDialog)),
  takeBack: later(() => import('./take-back-dialog.tsx').then((module) => module.TakeBackDialog)),
  extend: later(() => import('./extend-dialog.tsx').then((module) => module.ExtendDialog)),
  complete: later(() => import('./complete-dialog.tsx').then((module) => module.CompleteDialog)),
  noShow: later(() => import('./call-off-dialogs.tsx').then((module) => module.NoShowDialog)),
  cancel: later(() => import('./call-off-dialogs.tsx').then((module) => module.CancelDialog)),
} as const satisfies Record<DeskAction, unknown>

type Choosing = { looked: LookedAtBooking; action: DeskAction | undefined; onClose: () => void }

/** The question before each action. */
export function ActionDialog({ looked, action, onClose }: Choosing) {
  const act = useAct(looked.data)
  // What the dialog spoke of while it opened; it stays so until it has closed, whatever comes in behind it.
  const [shown, setShown] = useState<{ action: DeskAction; looked: LookedAtBooking; times: number }>()
  const [wasOpen, setWasOpen] = useState(false)
  const open = action !== undefined
  if (open !== wasOpen) {
    setWasOpen(open)
    if (action) setShown({ action, looked, times: (shown?.times ?? 0) + 1 })
  }
  if (!shown) return null
  const Asked = dialogs[shown.action]
  return (
    <WhenOpen open={open}>
      <Asked key={shown.times} looked={shown.looked} open={open} act={act} onClose={onClose} />
    </WhenOpen>
  )
}
