import { ApiError } from '@twende/contract/http/call.ts'
import { adminPaymentRoutes } from '@twende/contract/payments/admin-payment-routes.ts'
import type { PaymentDecision } from '@twende/contract/payments/payment-choices.ts'
import type { PaymentDetail } from '@twende/contract/payments/payment-list-item.ts'
import { m } from '@twende/messages'
import { call } from '@twende/ui/api/call.ts'
import { Button } from '@twende/ui/controls/button.tsx'
import { toast } from '@twende/ui/controls/toast.ts'
import { WhenOpen } from '@twende/ui/controls/when-open.tsx'
import { lazyWithRetry } from '@twende/ui/loading/lazy-with-retry.ts'
import { useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import { notTold, reachWords, sentences } from '../frame/reach-words.ts'
import { DecisionButtons, KeyButton, useShortcuts } from '../list/shortcuts.tsx'
import { decisionKeys, textsOfDecision } from './payment-labels.ts'

const DECIDE = 'POST /api/admin/payment/:paymentId/decide'
const APPROVE = 'POST /api/admin/payment/:paymentId/approve'

const ReasonDialog = lazyWithRetry(() =>
  import('../form/reason-dialog.tsx').then((module) => module.ReasonDialog),
)

/** What may be decided on a payment now, each with its key and its question. */
export function PaymentDecisions({ payment, back }: { payment: PaymentDetail; back: string }) {
  const [asked, setAsked] = useState<PaymentDecision>()
  const [open, setOpen] = useState(false)
  const ask = (decision: PaymentDecision) => {
    setAsked(decision)
    setOpen(true)
  }
  useShortcuts(
    Object.fromEntries(payment.decisions.map((decision) => [decisionKeys[decision], () => ask(decision)])),
  )
  if (payment.decisions.length === 0) return null
  return (
    <>
      <DecisionButtons>
        {payment.decisions.map((decision, at) => (
          <KeyButton
            key={decision}
            shortcut={decisionKeys[decision]}
            variant={at === 0 && decision !== 'dismiss' ? 'primary' : 'secondary'}
            className="flex-1 md:flex-none"
            onClick={() => ask(decision)}
          >
            {textsOfDecision(decision, payment).label}
          </KeyButton>
        ))}
      </DecisionButtons>
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
  const { title, explains, yes, danger, seenByCustomer, isTold, usual } = textsOfDecision(decision, payment)
  async function decide(reason: string) {
    const params = { paymentId: payment._id }
    try {
      const { message } = await call(DECIDE, { params, body: { decision, reason } })
      toast.success(message)
      void navigate(back)
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'payment_wrong_state') throw error
      toast.error(error.message)
      await revalidate()
    }
  }
  return (
    <ReasonDialog
      open={open}
      title={title}
      explains={sentences(explains, isTold && reachWords(payment.reach))}
      yes={yes}
      danger={danger}
      text={{
        label: m.admin_common_reason_label(),
        hint: seenByCustomer ? m.admin_common_hint_customer() : m.admin_common_hint_staff(),
        required: true,
      }}
      usual={usual}
      schema={adminPaymentRoutes[DECIDE].body}
      rest={{ decision }}
      onDecide={decide}
      onClose={onClose}
    />
  )
}

/** Lets a second person approve money that only one person says came in, so that it may go back. */
export function ApprovePayment({ payment }: { payment: PaymentDetail }) {
  const [open, setOpen] = useState(false)
  const { revalidate } = useRevalidator()
  const { takenBy, mayApprove } = payment
  async function approve(note: string) {
    try {
      const params = { paymentId: payment._id }
      const { message } = await call(APPROVE, { params, body: { note } })
      toast.success(message)
    } catch (error) {
      if (!(error instanceof ApiError) || error.code === 'unreachable') throw error
      toast.error(error.message)
    }
    await revalidate()
  }
  return (
    <section
      aria-label={m.admin_payments_approval_label()}
      className="rounded-md bg-sunrise-tint px-4 py-3 text-sunrise-ink"
    >
      <p className="font-medium">
        {takenBy
          ? m.admin_payments_approval_needed_named({ name: takenBy })
          : m.admin_payments_approval_needed()}
      </p>
      {mayApprove ? (
        <Button className="mt-3" onClick={() => setOpen(true)}>
          {m.admin_payments_approve_button()}
        </Button>
      ) : (
        <p className="mt-1">{m.admin_payments_approve_own()}</p>
      )}
      <WhenOpen open={open}>
        <ReasonDialog
          open={open}
          title={m.admin_payments_approve_title()}
          explains={sentences(m.admin_payments_approve_explanation(), notTold())}
          yes={m.admin_common_approve()}
          text={{ label: m.admin_common_note_label(), hint: m.admin_common_hint_staff(), required: false }}
          schema={adminPaymentRoutes[APPROVE].body}
          name="note"
          onDecide={approve}
          onClose={() => setOpen(false)}
        />
      </WhenOpen>
    </section>
  )
}
