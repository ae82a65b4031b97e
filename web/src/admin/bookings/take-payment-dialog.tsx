import { showKsh } from '@twende/contract/money.ts'
import { useState } from 'react'
import { call } from '../../api.ts'
import type { ActionDialogProps } from './action-dialog.tsx'
import { FormDialog } from './form-dialog.tsx'
import { USUAL_WAYS_TO_PAY, WordsField } from './words-field.tsx'

/** Notes the money of a booking that was left to be paid. */
export function TakePaymentDialog({ looked, open, act, onClose }: ActionDialogProps) {
  const { data: booking, money } = looked
  const [note, setNote] = useState('')
  const params = { bookingId: booking._id }
  const wrong = note.trim() === ''
  return (
    <FormDialog
      open={open}
      title={`Take the payment for ${booking.bookingId}?`}
      explains={`${showKsh(booking.finalAmount - money.paid)} is kept as paid.`}
      yes="Take payment"
      wrong={wrong}
      onSend={() =>
        act(() => call('POST /api/admin/booking/:bookingId/payment', { params, body: { note: note.trim() } }))
      }
      onClose={onClose}
    >
      {(tried) => (
        <WordsField
          label="How it was paid"
          required
          value={note}
          onChange={setNote}
          usual={USUAL_WAYS_TO_PAY}
          error={tried && wrong ? 'Please say how it was paid' : undefined}
        />
      )}
    </FormDialog>
  )
}
