import { showKsh } from '@twende/contract/money.ts'
import { isMpesaCode } from '@twende/contract/payments/refund-rules.ts'
import { call } from '@twende/ui/api/call.ts'
import { useState } from 'react'
import { MpesaCodeField } from '../mpesa-code-field.tsx'
import { FormDialog } from './form-dialog.tsx'
import type { ActionDialogProps } from './use-act.ts'
import { USUAL_WAYS_TO_PAY, WordsField } from './words-field.tsx'

/** Notes the money of a booking that was left to be paid. */
export function TakePaymentDialog({ looked, open, act, onClose }: ActionDialogProps) {
  const { data: booking, money } = looked
  const [note, setNote] = useState('')
  const params = { bookingId: booking._id }
  const [code, setCode] = useState('')
  const badCode = code !== '' && !isMpesaCode(code)
  const noNote = note.trim() === ''
  return (
    <FormDialog
      open={open}
      title={`Take the payment for ${booking.bookingId}?`}
      explains={`${showKsh(booking.finalAmount - money.paid)} is kept as paid, received by you.`}
      yes="Take payment"
      wrong={badCode || noNote}
      onSend={() =>
        act(() =>
          call('POST /api/admin/booking/:bookingId/payment', { params, body: { note: note.trim(), code } }),
        )
      }
      onClose={onClose}
    >
      {(tried) => (
        <>
          <MpesaCodeField
            hint="Of the customer's payment; a code counts once. Leave it empty for cash or a card."
            error={tried && badCode ? 'This is not written like an M-Pesa code' : undefined}
            value={code}
            onChange={setCode}
          />
          <WordsField
            label="How it was paid"
            required
            value={note}
            onChange={setNote}
            usual={USUAL_WAYS_TO_PAY}
            error={tried && noNote ? 'Please say how it was paid' : undefined}
          />
        </>
      )}
    </FormDialog>
  )
}
