import type { Booking } from '@twende/contract/bookings/booking.ts'
import { call } from '@twende/ui/api/call.ts'
import { Button } from '@twende/ui/controls/button.tsx'
import { Dialog } from '@twende/ui/controls/dialog.tsx'
import { Field, Textarea } from '@twende/ui/controls/field.tsx'
import { StarInput } from '@twende/ui/controls/star-input.tsx'
import { toast } from '@twende/ui/controls/toast.ts'
import { asRefusal } from '@twende/ui/loading/use-answer.ts'
import { useState } from 'react'

type ReviewDialogProps = { booking: Booking; open: boolean; onDone: () => void; onClose: () => void }

/** Stars and perhaps some words about a finished rental. */
export function ReviewDialog({ booking, open, onDone, onClose }: ReviewDialogProps) {
  const [rating, setRating] = useState(0)
  const [comment, setComment] = useState('')
  const [unrated, setUnrated] = useState(false)
  const [pending, setPending] = useState(false)

  async function submit() {
    setUnrated(rating === 0)
    if (rating === 0 || pending) return
    setPending(true)
    try {
      const params = { bookingId: booking._id }
      await call('POST /api/booking/:bookingId/review', { params, body: { rating, comment: comment.trim() } })
      toast.success('Review submitted successfully')
      onClose()
      onDone()
    } catch (error) {
      toast.error(`Failed to submit review: ${asRefusal(error).message}`)
    } finally {
      setPending(false)
    }
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => next || onClose()}
      title={`How was the ${booking.carName}?`}
      size="sm"
      footer={
        <Button type="submit" form="review" pending={pending}>
          Submit review
        </Button>
      }
    >
      <form
        id="review"
        noValidate
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <StarInput
          legend="Your rating"
          value={rating}
          onChange={setRating}
          error={unrated && rating === 0 ? 'Please choose 1 to 5 stars' : undefined}
        />
        <Field label="Your words (optional)" hint="Other customers read them.">
          <Textarea
            name="comment"
            maxLength={1000}
            value={comment}
            onChange={({ target }) => setComment(target.value)}
          />
        </Field>
      </form>
    </Dialog>
  )
}
