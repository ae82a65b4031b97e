import type { ConfirmWay } from '@twende/contract/bookings/admin-booking.ts'
import { showKsh } from '@twende/contract/money.ts'
import { CONFIRM_UNPAID_ALONE_UP_TO, isMpesaCode } from '@twende/contract/payments/refund-rules.ts'
import { useSession } from '@twende/ui/accounts/session.ts'
import { call, type Reply } from '@twende/ui/api/call.ts'
import { daysInWords } from '@twende/ui/cars/car-words.ts'
import { Field, Select } from '@twende/ui/controls/field.tsx'
import { useState } from 'react'
import { MpesaCodeField } from '../mpesa-code-field.tsx'
import { FormDialog } from './form-dialog.tsx'
import type { ActionDialogProps } from './use-act.ts'
import { USUAL_WAYS_TO_PAY, WordsField } from './words-field.tsx'

type LookedAtBooking = Reply<'GET /api/admin/booking/:bookingId'>

/** Confirms a booking: as paid, or without payment. */
export function ConfirmBookingDialog({ looked, open, act, onClose }: ActionDialogProps) {
  const { data: booking } = looked
  const asked = booking.unpaidConfirmation
  const [paidBy, setPaidBy] = useState<ConfirmWay>(asked ? 'none' : 'cash')
  const [note, setNote] = useState('')
  const [code, setCode] = useState('')
  const [badCode, noNote] = [paidBy === 'mpesa' && !isMpesaCode(code), note.trim() === '']
  const params = { bookingId: booking._id }
  const body = { note: note.trim(), paidBy, code: paidBy === 'mpesa' ? code : '' }
  return (
    <FormDialog
      open={open}
      title={`Confirm ${booking.bookingId}?`}
      explains={<Explanation looked={looked} paidBy={paidBy} />}
      yes={paidBy === 'none' ? 'Confirm without payment' : 'Confirm booking'}
      wrong={badCode || noNote}
      onSend={() => act(() => call('POST /api/admin/booking/:bookingId/confirm', { params, body }))}
      onClose={onClose}
    >
      {(tried) => (
        <>
          <Field label="Payment" required>
            <Select
              name="paidBy"
              value={paidBy}
              onChange={({ target }) => setPaidBy(ways.find((way) => way === target.value) ?? 'none')}
            >
              <option value="cash">Cash, card or transfer received</option>
              <option value="mpesa">M-Pesa payment with a code</option>
              <option value="none">Not paid yet</option>
            </Select>
          </Field>
          {paidBy === 'mpesa' && (
            <MpesaCodeField
              hint="Of the customer's payment. A code counts once."
              error={tried && badCode ? 'Please enter the M-Pesa code of the payment' : undefined}
              value={code}
              onChange={setCode}
            />
          )}
          <WordsField
            label={paidBy === 'none' ? 'Why it is confirmed without payment' : 'How it was paid'}
            required
            value={note}
            onChange={setNote}
            usual={paidBy === 'none' ? USUAL_REASONS : USUAL_WAYS_TO_PAY}
            error={tried && noNote ? missingNote(paidBy) : undefined}
          />
        </>
      )}
    </FormDialog>
  )
}

const ways = ['none', 'cash', 'mpesa'] as const satisfies readonly ConfirmWay[]
const missingNote = (paidBy: ConfirmWay) =>
  paidBy === 'none' ? 'Please say why' : 'Please say how it was paid'
const USUAL_REASONS = ['Pays at pickup', 'Company account'] as const

function Explanation({ looked, paidBy }: { looked: LookedAtBooking; paidBy: ConfirmWay }) {
  const { data: booking } = looked
  const myself = useSession()?.owner?.id
  const sum = `${showKsh(booking.finalAmount)} for ${daysInWords(booking.totalDays)}`
  if (paidBy !== 'none') return `${sum} is kept as paid, received by you, and the customer is told.`
  const asked = booking.unpaidConfirmation
  const unpaid = `${sum} stays to be paid. If the booking is cancelled, nothing is owed back.`
  if (asked && asked.byId !== myself) {
    return `${asked.by} asked to confirm it without payment: “${asked.note}”. You confirm it as the second person. ${unpaid}`
  }
  return booking.finalAmount > CONFIRM_UNPAID_ALONE_UP_TO
    ? `${unpaid} Above ${showKsh(CONFIRM_UNPAID_ALONE_UP_TO)} somebody else must confirm it too: they see it on Today.`
    : unpaid
}
