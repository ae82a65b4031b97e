import { ApiError } from '@twende/contract/http/call.ts'
import type { PaymentDecision } from '@twende/contract/payments/payment-choices.ts'
import type { PaymentDetail } from '@twende/contract/payments/payment-list-item.ts'
import { call } from '@twende/ui/api/call.ts'
import { Button } from '@twende/ui/controls/button.tsx'
import { toast } from '@twende/ui/controls/toast.ts'
import { WhenOpen } from '@twende/ui/controls/when-open.tsx'
import { later } from '@twende/ui/loading/later.ts'
import { useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import { useShortcuts } from '../listings/use-queue-keys.ts'
import { useShortcutsOn } from '../shortcuts.ts'
import { Key } from '../shortcuts-note.tsx'
import { moneyDecisions } from './money-words.ts'

const ReasonDialog = later(() => import('../reason-dialog.tsx').then((module) => module.ReasonDialog))

/** What may be decided on a payment now, each with its key and its question. */
export function PaymentDecisions({ payment, back }: { payment: PaymentDetail; back: string }) {
  const [asked, setAsked] = useState<PaymentDecision>()
  const [open, setOpen] = useState(false)
  const keyed = useShortcutsOn()
  const ask = (decision: PaymentDecision) => {
    setAsked(decision)
    setOpen(true)
  }
  useShortcuts(
    Object.fromEntries(
      payment.decisions.map((decision) => [moneyDecisions[decision].key, () => ask(decision)]),
    ),
  )
  if (payment.decisions.length === 0) return null
  return (
    <>
      <div className="sticky bottom-0 z-20 -mx-4 mt-5 flex items-center gap-3 border-t border-line bg-paper px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:-mx-6 sm:px-6 lg:mx-0 lg:px-0 no-print">
        {payment.decisions.map((decision, at) => (
          <Button
            key={decision}
            variant={at === 0 ? 'primary' : 'secondary'}
            className="flex-1 md:flex-none"
            aria-keyshortcuts={keyed ? moneyDecisions[decision].key : undefined}
            onClick={() => ask(decision)}
          >
            {moneyDecisions[decision].label}
            {keyed && (
              <span aria-hidden="true" className="hidden lg:inline">
                <Key>{moneyDecisions[decision].key.toUpperCase()}</Key>
              </span>
            )}
          </Button>
        ))}
      </div>
      <WhenOpen open={open}>
        {asked && (
          <DecisionDialog
            key={asked}
            payment={payment}
            decision={asked}
            open={open}
            back={back}
            onClose={() => setOpen(false)}
          />
        )}
      </WhenOpen>
    </>
  )
}

type DecisionDialogProps = {
  payment: PaymentDetail
  decision: PaymentDecision
  open: boolean
  back: string
  onClose: () => void
}

function DecisionDialog({ payment, decision, open, back, onClose }: DecisionDialogProps) {
  const { revalidate } = useRevalidator()
  const navigate = useNavigate()
  const { title, explains, yes, danger, told, usual } = moneyDecisions[decision]
  async function decide(reason: string): Promise<boolean> {
    const params = { paymentId: payment._id }
    try {
      const { message } = await call('POST /api/admin/payment/:paymentId/decide', {
        params,
        body: { decision, reason },
      })
      toast.success(message)
      void navigate(back)
      return true
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      toast.error(error.message)
      const late = error.code === 'payment_wrong_state'
      if (late) await revalidate()
      return late
    }
  }
  return (
    <ReasonDialog
      open={open}
      title={title}
      explains={explains}
      yes={yes}
      danger={danger}
      text={{
        label: 'Reason',
        hint: told ? 'The customer reads this.' : 'Only staff reads this.',
        required: true,
      }}
      usual={usual}
      onDecide={decide}
      onClose={onClose}
    />
  )
}
