import { adminBookingRoutes } from '@twende/contract/bookings/admin-booking-routes.ts'
import { m } from '@twende/messages'
import { call } from '@twende/ui/api/call.ts'
import { FormDialog } from '@twende/ui/form/form-dialog.tsx'
import { useAppForm } from '@twende/ui/form/use-app-form.ts'
import { SuggestionsField } from '../form/admin-fields.tsx'
import type { ActionDialogProps } from './use-booking-action.ts'

const COMPLETE = 'POST /api/admin/booking/:bookingId/complete'

const usualNotes = () => [m.admin_bookings_complete_note_paper(), m.admin_bookings_complete_note_customer()]

/** Completes a booking whose car was out, though nobody wrote that down. */
export function CompleteDialog({ loaded: { data: booking }, open, act, onClose }: ActionDialogProps) {
  const params = { bookingId: booking._id }
  const form = useAppForm({
    defaultValues: { note: '' },
    schema: adminBookingRoutes[COMPLETE].body,
    onSubmit: (body) => act(() => call(COMPLETE, { params, body })),
  })
  return (
    <FormDialog
      form={form}
      open={open}
      title={m.admin_bookings_complete_title({ car: booking.carName })}
      explains={m.admin_bookings_complete_text({ reference: booking.bookingId })}
      yes={m.admin_bookings_complete_button()}
      onClose={onClose}
    >
      <SuggestionsField
        form={form}
        name="note"
        label={m.admin_bookings_complete_note_label()}
        required
        suggestions={usualNotes()}
      />
    </FormDialog>
  )
}
