import { call } from '@twende/ui/api/call.ts'
import { useState } from 'react'
import { FormDialog } from './form-dialog.tsx'
import type { ActionDialogProps } from './use-act.ts'
import { WordsField } from './words-field.tsx'

const usualNotes = ['Handed over and taken back on paper', 'The customer says it all went well'] as const

/** Completes a booking whose car was out, though nobody wrote that down. */
export function CompleteDialog({ looked: { data: booking }, open, act, onClose }: ActionDialogProps) {
  const [note, setNote] = useState('')
  const missing = note.trim() === ''
  const params = { bookingId: booking._id }
  return (
    <FormDialog
      open={open}
      title={`The ${booking.carName} was out?`}
      explains={`${booking.bookingId} is completed without its handover and return. If nobody came, choose No-show.`}
      yes="Complete"
      wrong={missing}
      onSend={() =>
        act(() =>
          call('POST /api/admin/booking/:bookingId/complete', { params, body: { note: note.trim() } }),
        )
      }
      onClose={onClose}
    >
      {(tried) => (
        <WordsField
          label="How it went"
          required
          value={note}
          onChange={setNote}
          usual={usualNotes}
          error={tried && missing ? 'Please say how it went' : undefined}
        />
      )}
    </FormDialog>
  )
}
