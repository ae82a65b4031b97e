import { showKsh } from '@twende/contract/money.ts'
import { call } from '@twende/ui/api/call.ts'
import { useState } from 'react'
import { FormDialog } from './form-dialog.tsx'
import type { ActionDialogProps } from './use-act.ts'
import { WordsField } from './words-field.tsx'

const usualReasons = ['The customer asked us to', 'The car is in the garage', 'Booked twice'] as const
const usualNotes = ['Called twice, no answer', 'Phone is off'] as const

/** Cancels a booking from our side. */
export function CancelDialog({ looked: { data: booking, money }, open, act, onClose }: ActionDialogProps) {
  const [reason, setReason] = useState('')
  const missing = reason.trim() === ''
  const params = { bookingId: booking._id }
  return (
    <FormDialog
      open={open}
      title={`Cancel ${booking.bookingId}?`}
      explains="The car is free for others at once, and the customer is told why."
      yes="Cancel booking"
      danger
      wrong={missing}
      onSend={() =>
        act(() =>
          call('POST /api/admin/booking/:bookingId/cancel', { params, body: { reason: reason.trim() } }),
        )
      }
      onClose={onClose}
    >
      {(tried) => (
        <>
          <GoesBack paid={money.paid} back={money.backIfCancelled} />
          <WordsField
            label="Reason"
            required
            value={reason}
            onChange={setReason}
            usual={usualReasons}
            hint="The customer reads this."
            error={tried && missing ? 'Please give a reason' : undefined}
          />
        </>
      )}
    </FormDialog>
  )
}

/** Cancels a booking whose customer did not come. */
export function NoShowDialog({ looked: { data: booking, money }, open, act, onClose }: ActionDialogProps) {
  const [note, setNote] = useState('')
  const { firstName, lastName } = booking.customerInfo
  const params = { bookingId: booking._id }
  return (
    <FormDialog
      open={open}
      title={`${firstName} ${lastName} did not come?`}
      explains="The booking is cancelled, and the car is free for others."
      yes="Mark as no-show"
      danger
      wrong={false}
      onSend={() =>
        act(() => call('POST /api/admin/booking/:bookingId/no-show', { params, body: { note: note.trim() } }))
      }
      onClose={onClose}
    >
      {() => (
        <>
          <GoesBack paid={money.paid} back={money.backIfNoShow} />
          <WordsField label="Note" value={note} onChange={setNote} usual={usualNotes} />
        </>
      )}
    </FormDialog>
  )
}

function GoesBack({ paid, back }: { paid: number; back: number }) {
  if (paid === 0)
    return <p className="rounded-md bg-sand px-4 py-3">Nothing was paid, so nothing goes back.</p>
  return (
    <dl className="figures grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 rounded-md bg-sand px-4 py-3">
      <dt>Paid</dt>
      <dd className="text-right">{showKsh(paid)}</dd>
      <dt>Kept</dt>
      <dd className="text-right">{showKsh(paid - back)}</dd>
      <dt className="font-semibold">Goes back to the customer</dt>
      <dd className="text-right font-semibold">{showKsh(back)}</dd>
    </dl>
  )
}
