import { showKsh } from '@twende/contract/money.ts'
import type { RefundTask } from '@twende/contract/payments/payment-list-item.ts'
import { call } from '@twende/ui/api/call.ts'
import { toast } from '@twende/ui/controls/toast.ts'
import { useRevalidator } from 'react-router'
import { ReasonDialog } from '../reason-dialog.tsx'
import { doWithRefund } from './do-with-refund.ts'

type ApproveDialogProps = { refund: RefundTask; open: boolean; onClose: () => void }

/** An admin agrees to a refund that somebody else then sends. */
export function ApproveDialog({ refund, open, onClose }: ApproveDialogProps) {
  const { revalidate } = useRevalidator()
  async function decide(note: string): Promise<boolean> {
    const params = { refundId: refund._id }
    const end = await doWithRefund(() =>
      call('POST /api/admin/refund/:refundId/approve', { params, body: { note } }),
    )
    if (typeof end === 'object') {
      toast.error(end.problem)
      return false
    }
    await revalidate()
    return true
  }
  return (
    <ReasonDialog
      open={open}
      title={`Agree to ${showKsh(refund.amount)}?`}
      explains={`It goes back to ${refund.customer.name} for ${refund.reference}. Somebody else sends it: not you.`}
      yes="Agree"
      text={{ label: 'Note', hint: 'Only staff reads this.', required: false }}
      onDecide={decide}
      onClose={onClose}
    />
  )
}
