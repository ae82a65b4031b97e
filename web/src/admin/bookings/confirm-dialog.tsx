import { showKsh } from '@twende/contract/money.ts'
import { useState } from 'react'
import { call } from '../../api.ts'
import { daysInWords } from '../../cars/car-words.ts'
import type { ActionDialogProps } from './action-dialog.tsx'
import { FormDialog } from './form-dialog.tsx'
import { USUAL_WAYS_TO_PAY, WordsField } from './words-field.tsx'

/** Confirms a booking that was paid. */
export function ConfirmBookingDialog({ looked: { data: booking }, open, act, onClose }: ActionDialogProps) {
  const [note, setNote] = useState('')
  const params = { bookingId: booking._id }
  const wrong = note.trim() === ''
  return (
    <FormDialog
      open={open}
      title={`Confirm ${booking.bookingId}?`}
      explains={`${showKsh(booking.finalAmount)} for ${daysInWords(booking.totalDays)} is kept as paid, and the customer is told.`}
      yes="Confirm booking"
      wrong={wrong}
      onSend={() =>
        act(() => call('POST /api/admin/booking/:bookingId/confirm', { params, body: { note: note.trim() } }))
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
