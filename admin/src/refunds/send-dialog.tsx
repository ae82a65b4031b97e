import { showKsh } from '@twende/contract/money.ts'
import type { RefundTask } from '@twende/contract/payments/payment-list-item.ts'
import { showPhone } from '@twende/contract/payments/phone-number.ts'
import { isMpesaCode } from '@twende/contract/payments/refund-rules.ts'
import { call } from '@twende/ui/api/call.ts'
import { Button } from '@twende/ui/controls/button.tsx'
import { Dialog } from '@twende/ui/controls/dialog.tsx'
import { Field, Input } from '@twende/ui/controls/field.tsx'
import { type SubmitEvent, useState } from 'react'
import { useRevalidator } from 'react-router'
import { MpesaCodeField } from '../mpesa-code-field.tsx'
import { doWithRefund } from './do-with-refund.ts'

type SendDialogProps = { refund: RefundTask; open: boolean; onClose: () => void }
type Problems = { code?: string; note?: string }

/** Notes how a refund went out: by its own M-Pesa code, or in words. */
export function SendDialog({ refund, open, onClose }: SendDialogProps) {
  const [code, setCode] = useState('')
  const [note, setNote] = useState('')
  const [problems, setProblems] = useState<Problems>({})
  const [pending, setPending] = useState(false)
  const { revalidate } = useRevalidator()
  async function send(event: SubmitEvent) {
    event.preventDefault()
    const wrong = problemsOf(code, note)
    setProblems(wrong)
    if (pending || Object.keys(wrong).length > 0) return
    setPending(true)
    const params = { refundId: refund._id }
    const end = await doWithRefund(() =>
      call('POST /api/admin/refund/:refundId/sent', { params, body: { code, note } }),
    )
    setPending(false)
    if (typeof end === 'object') return setProblems({ code: end.problem })
    onClose()
    await revalidate()
  }
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => next || onClose()}
      title={`${showKsh(refund.amount)} is sent?`}
      description={`Send it to ${refund.customer.name}${refund.phone ? `, ${showPhone(refund.phone)}` : ''}, from our M-Pesa first. Then note its code here.`}
      size="sm"
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form="sending" pending={pending}>
            Note as sent
          </Button>
        </>
      }
    >
      <form id="sending" noValidate className="grid gap-4" onSubmit={(event) => void send(event)}>
        <MpesaCodeField
          hint="Of this refund, not of the payment."
          error={problems.code}
          value={code}
          onChange={setCode}
        />
        <Field
          label="Or how else it was given back"
          hint="For example: cash at the office. The customer reads this."
          error={problems.note}
        >
          <Input name="note" maxLength={300} value={note} onChange={({ target }) => setNote(target.value)} />
        </Field>
      </form>
    </Dialog>
  )
}

function problemsOf(code: string, note: string): Problems {
  if (code === '' && note.trim() === '')
    return { code: 'Please enter the M-Pesa code, or how it was given back' }
  if (code !== '' && !isMpesaCode(code)) return { code: 'This is not written like an M-Pesa code' }
  return {}
}
