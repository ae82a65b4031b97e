import { call } from '@twende/ui/api/call.ts'
import { dropoffWords, paymentWord } from '@twende/ui/bookings/booking-words.ts'
import { useState } from 'react'
import { ConditionFields, kmProblem, noCondition, sentCondition } from './condition-fields.tsx'
import { FormDialog } from './form-dialog.tsx'
import type { ActionDialogProps } from './use-act.ts'

/** Gives the customer the car. */
export function HandOverDialog({ looked: { data: booking }, open, act, onClose }: ActionDialogProps) {
  const [condition, setCondition] = useState(noCondition)
  const { firstName, lastName, licenseNumber } = booking.customerInfo
  const params = { bookingId: booking._id }
  return (
    <FormDialog
      open={open}
      title={`Hand over ${booking.carName}`}
      explains={`To ${firstName} ${lastName}, due back ${dropoffWords(booking)}.`}
      yes="Hand over"
      wrong={kmProblem(condition, 0) !== undefined || condition.fuel === ''}
      onSend={() =>
        act(() =>
          call('POST /api/admin/booking/:bookingId/handover', { params, body: sentCondition(condition) }),
        )
      }
      onClose={onClose}
    >
      {(tried) => (
        <>
          {booking.paymentStatus !== 'paid' && (
            <p className="rounded-md bg-sunrise-tint px-4 py-3 text-sunrise-ink">
              <strong>Payment: {paymentWord(booking.paymentStatus)}.</strong> See to the money first.
            </p>
          )}
          <p className="text-soft">
            {licenseNumber
              ? `Licence ${licenseNumber}: compare it with the card.`
              : 'Look at the driving licence.'}
          </p>
          <ConditionFields condition={condition} onChange={setCondition} tried={tried} />
        </>
      )}
    </FormDialog>
  )
}
