import { rentalPrice } from '@twende/contract/bookings/rental-price.ts'
import { HOURLY_TIMES } from '@twende/contract/business-constants.ts'
import { addDays, isDay, nairobiInstant } from '@twende/contract/calendar-day.ts'
import { showKsh } from '@twende/contract/money.ts'
import { call } from '@twende/ui/api/call.ts'
import { dropoffWords } from '@twende/ui/bookings/booking-words.ts'
import { daysInWords } from '@twende/ui/cars/car-words.ts'
import { DateInput, Field, Select } from '@twende/ui/controls/field.tsx'
import { useState } from 'react'
import { FormDialog } from './form-dialog.tsx'
import type { ActionDialogProps } from './use-act.ts'
import { USUAL_WAYS_TO_PAY, WordsField } from './words-field.tsx'

/** Prolongs a booking at its own daily price. */
export function ExtendDialog({ looked: { data: booking }, open, act, onClose }: ActionDialogProps) {
  const [endDate, setEndDate] = useState(addDays(booking.endDate, 1))
  const [dropoffTime, setDropoffTime] = useState(booking.dropoffTime)
  const [note, setNote] = useState('')
  const agreed = nairobiInstant(booking.endDate, booking.dropoffTime)
  const early = !isDay(endDate) || nairobiInstant(endDate, dropoffTime) <= agreed
  const unsaid = note.trim() === ''
  const params = { bookingId: booking._id }
  const body = { endDate, dropoffTime, note: note.trim(), updatedAt: booking.updatedAt }
  return (
    <FormDialog
      open={open}
      title={`Extend ${booking.bookingId}`}
      explains={`${booking.carName} is due back ${dropoffWords(booking)}.`}
      yes="Extend"
      wrong={early || unsaid}
      onSend={() => act(() => call('POST /api/admin/booking/:bookingId/extend', { params, body }))}
      onClose={onClose}
    >
      {(tried) => (
        <>
          <div className="grid grid-cols-[3fr_2fr] items-start gap-3">
            <Field
              label="New drop-off day"
              required
              error={tried && early ? 'Please choose a later return than the one agreed.' : undefined}
            >
              <DateInput
                min={booking.endDate}
                value={endDate}
                onChange={({ target }) => setEndDate(target.value)}
              />
            </Field>
            <Field label="Time" required>
              <Select value={dropoffTime} onChange={({ target }) => setDropoffTime(target.value)}>
                {HOURLY_TIMES.map((time) => (
                  <option key={time}>{time}</option>
                ))}
              </Select>
            </Field>
          </div>
          {!early && <ExtraPrice booking={booking} endDate={endDate} />}
          <WordsField
            label="How the further days are paid"
            required
            value={note}
            onChange={setNote}
            usual={USUAL_WAYS_TO_PAY}
            error={tried && unsaid ? 'Please say how the further days are paid' : undefined}
          />
        </>
      )}
    </FormDialog>
  )
}

type ExtraPriceProps = { booking: ActionDialogProps['looked']['data']; endDate: string }

function ExtraPrice({ booking, endDate }: ExtraPriceProps) {
  const price = rentalPrice(booking.pricePerDay, booking.startDate, endDate)
  const days = price.totalDays - booking.totalDays
  return (
    <p role="status" className="figures flex flex-wrap justify-between gap-2 rounded-md bg-sand px-4 py-3">
      <span>
        {days > 0 ? `${daysInWords(days)} more at ${showKsh(booking.pricePerDay)}` : 'The same days'}
      </span>
      <strong>{showKsh(price.finalAmount - booking.finalAmount)}</strong>
    </p>
  )
}
