import { ApiError } from '@twende/contract/http/call.ts'
import type { PaymentDetail } from '@twende/contract/payments/payment-list-item.ts'
import { call } from '@twende/ui/api/call.ts'
import { Button } from '@twende/ui/controls/button.tsx'
import { toast } from '@twende/ui/controls/toast.ts'
import { WhenOpen } from '@twende/ui/controls/when-open.tsx'
import { later } from '@twende/ui/loading/later.ts'
import { useState } from 'react'
import { useRevalidator } from 'react-router'

const ReasonDialog = later(() => import('../reason-dialog.tsx').then((module) => module.ReasonDialog))

/** Lets a second person approve money that only one person says came in, so that it may go back. */
export function ApprovePayment({ payment }: { payment: PaymentDetail }) {
  const [open, setOpen] = useState(false)
  const { revalidate } = useRevalidator()
  const { takenBy, mayApprove } = payment
  async function approve(note: string): Promise<boolean> {
    try {
      const params = { paymentId: payment._id }
      const { message } = await call('POST /api/admin/payment/:paymentId/approve', { params, body: { note } })
      toast.success(message)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      toast.error(error.message)
    }
    await revalidate()
    return true
  }
  return (
    <section aria-label="Approval" className="rounded-md bg-sunrise-tint px-4 py-3 text-sunrise-ink">
      <p className="font-medium">
        Only {takenBy ?? 'one person'} says that this money came in. Somebody else must approve it before it
        may go back.
      </p>
      {mayApprove ? (
        <Button className="mt-3" onClick={() => setOpen(true)}>
          Approve this payment
        </Button>
      ) : (
        <p className="mt-1">You received it, so somebody else approves it.</p>
      )}
      <WhenOpen open={open}>
        <ReasonDialog
          open={open}
          title="Approve this payment?"
          explains="You confirm that you have seen this money: in the till, in the account or on the statement."
          yes="Approve"
          text={{ label: 'Note', hint: 'Only staff reads this.', required: false }}
          onDecide={approve}
          onClose={() => setOpen(false)}
        />
      </WhenOpen>
    </section>
  )
}
