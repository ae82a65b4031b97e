import { call } from '@twende/ui/api/call.ts'
import { dropoffWords } from '@twende/ui/bookings/booking-words.ts'
import { useState } from 'react'
import { ChargeRows, chargeProblem, type TypedCharge, totalOf } from './charge-rows.tsx'
import { ConditionFields, kmProblem, noCondition, sentCondition } from './condition-fields.tsx'
import { FormDialog } from './form-dialog.tsx'
import type { ActionDialogProps } from './use-act.ts'
import { USUAL_WAYS_TO_PAY, WordsField } from './words-field.tsx'

/** Takes the car back, with what is charged beyond the rental. */
export function TakeBackDialog({ looked: { data: booking }, open, act, onClose }: ActionDialogProps) {
  const [condition, setCondition] = useState(noCondition)
  const [charges, setCharges] = useState<readonly TypedCharge[]>([])
  const [paidBy, setPaidBy] = useState('')
  const least = booking.handover?.km ?? 0
  const total = totalOf(charges)
  const unpaid = total > 0 && paidBy.trim() === ''
  const wrongCar = kmProblem(condition, least) !== undefined || condition.fuel === ''
  const body = {
    ...sentCondition(condition),
    charges: charges.map(({ what, amount }) => ({ what: what.trim(), amount: Number(amount) })),
    chargesPaidBy: total > 0 ? paidBy.trim() : '',
  }
  const params = { bookingId: booking._id }
  return (
    <FormDialog
      open={open}
      title={`Take back ${booking.carName}`}
      explains={`Due back ${dropoffWords(booking)}.`}
      yes="Take back"
      wrong={wrongCar || unpaid || charges.some((charge) => chargeProblem(charge) !== undefined)}
      onSend={() => act(() => call('POST /api/admin/booking/:bookingId/return', { params, body }))}
      onClose={onClose}
    >
      {(tried) => (
        <>
          <ConditionFields condition={condition} onChange={setCondition} tried={tried} least={least} />
          <ChargeRows charges={charges} onChange={setCharges} tried={tried} />
          {total > 0 && (
            <WordsField
              label="How the charges were paid"
              required
              value={paidBy}
              onChange={setPaidBy}
              usual={USUAL_WAYS_TO_PAY}
              error={tried && unpaid ? 'Please say how the charges were paid' : undefined}
            />
          )}
        </>
      )}
    </FormDialog>
  )
}
