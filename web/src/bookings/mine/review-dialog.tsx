import type { Booking } from '@twende/contract/bookings/booking.ts'
import { m } from '@twende/messages'
import { call } from '@twende/ui/api/call.ts'
import { StarInput } from '@twende/ui/controls/star-input.tsx'
import { toast } from '@twende/ui/controls/toast.ts'
import { TextareaField } from '@twende/ui/form/fields.tsx'
import { FormDialog } from '@twende/ui/form/form-dialog.tsx'
import { useAppForm } from '@twende/ui/form/use-app-form.ts'
import { asRefusal } from '@twende/ui/loading/use-answer.ts'
import { Controller } from 'react-hook-form'

type ReviewDialogProps = { booking: Booking; open: boolean; onDone: () => void; onClose: () => void }

/** Stars and perhaps some words about a finished rental. Import it lazily. */
export function ReviewDialog({ booking, open, onDone, onClose }: ReviewDialogProps) {
  const params = { bookingId: booking._id }
  const form = useAppForm({
    defaultValues: { rating: 0, comment: '' },
    check: ({ rating }) => ({ rating: rating === 0 ? m.validation_stars() : undefined }),
    onSubmit: async (body) => {
      try {
        await call('POST /api/booking/:bookingId/review', { params, body })
      } catch (error) {
        return m.my_bookings_review_failed({ message: asRefusal(error).message })
      }
      toast.success(m.my_bookings_review_sent())
      onDone()
      return undefined
    },
  })
  return (
    <FormDialog
      form={form}
      open={open}
      title={m.my_bookings_review_title({ car: booking.carName })}
      yes={m.my_bookings_review_button()}
      onClose={onClose}
    >
      <Controller
        control={form.control}
        name="rating"
        render={({ field: { value, onChange }, fieldState }) => (
          <StarInput
            legend={m.my_bookings_review_rating()}
            value={value}
            onChange={onChange}
            error={fieldState.error?.message}
          />
        )}
      />
      <TextareaField
        form={form}
        name="comment"
        label={m.my_bookings_review_comment()}
        hint={m.my_bookings_review_hint()}
      />
    </FormDialog>
  )
}
