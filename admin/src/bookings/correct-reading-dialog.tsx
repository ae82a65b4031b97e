import type { AdminBooking } from '@twende/contract/bookings/admin-booking.ts'
import type { ReportKind } from '@twende/contract/bookings/condition/condition-report.ts'
import { conditionRoutes } from '@twende/contract/bookings/condition/condition-routes.ts'
import { ApiError } from '@twende/contract/http/call.ts'
import { m } from '@twende/messages'
import { call } from '@twende/ui/api/call.ts'
import { CheckboxField, TextField } from '@twende/ui/form/fields.tsx'
import { FormDialog } from '@twende/ui/form/form-dialog.tsx'
import { useAppForm } from '@twende/ui/form/use-app-form.ts'
import { wholeNumber } from '@twende/ui/form/whole-number.ts'
import { useState } from 'react'
import { notTold, sentences } from '../frame/reach-words.ts'
import { useBookingAction } from './use-booking-action.ts'

const ROUTE = 'POST /api/admin/booking/:bookingId/condition/:kind/reading'

type CorrectReadingDialogProps = {
  booking: AdminBooking
  kind: ReportKind
  /** The kilometres that are written down. */
  km: number
  open: boolean
  onClose: () => void
}

/** Corrects the kilometres of a handover or return afterwards. */
export function CorrectReadingDialog({ booking, kind, km, open, onClose }: CorrectReadingDialogProps) {
  const act = useBookingAction(booking)
  const params = { bookingId: booking._id, kind }
  // Kilometres that do not fit the readings before and after: a tick confirms these, and no others.
  const [questioned, setQuestioned] = useState<number>()
  const form = useAppForm({
    defaultValues: { km: '', kmConfirmed: false, reason: '' },
    bodyOf: (typed) => {
      const km = wholeNumber(typed.km)
      return { ...typed, km, kmConfirmed: typed.kmConfirmed && km === questioned }
    },
    schema: conditionRoutes[ROUTE].body,
    onSubmit: async (body) => {
      await act(() => call(ROUTE, { params, body })).catch((error: unknown) => {
        if (error instanceof ApiError && error.code === 'reading_unlikely') {
          form.setValue('kmConfirmed', false)
          setQuestioned(body.km)
        }
        throw error
      })
      onClose()
    },
  })
  const typed = wholeNumber(form.watch('km'))
  return (
    <FormDialog
      form={form}
      open={open}
      title={
        kind === 'handover' ? m.admin_bookings_reading_button_left() : m.admin_bookings_reading_button_back()
      }
      explains={sentences(m.admin_bookings_reading_text({ km: km.toLocaleString('en-GB') }), notTold())}
      yes={m.admin_bookings_reading_save()}
      onClose={onClose}
    >
      <TextField
        form={form}
        name="km"
        label={m.admin_bookings_reading_km_label()}
        required
        inputMode="numeric"
        autoComplete="off"
      />
      {questioned !== undefined && typed === questioned && (
        <CheckboxField
          form={form}
          name="kmConfirmed"
          label={m.admin_report_km_confirm({ km: typed.toLocaleString('en-GB') })}
        />
      )}
      <TextField
        form={form}
        name="reason"
        label={m.admin_bookings_reading_reason_label()}
        required
        autoComplete="off"
      />
    </FormDialog>
  )
}
