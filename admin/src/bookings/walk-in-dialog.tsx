import type { AdminBooking } from '@twende/contract/bookings/admin-booking.ts'
import { useAnswer } from '@twende/ui/loading/use-answer.ts'
import { fleetCars } from './fleet-cars.ts'
import { FormDialog } from './form-dialog.tsx'
import { useWalkIn } from './use-walk-in.ts'
import { WalkInFields } from './walk-in-fields.tsx'

type WalkInDialogProps = { open: boolean; onBooked: (booking: AdminBooking) => void; onClose: () => void }

/** Books for somebody who stands at the counter. */
export function WalkInDialog({ open, onBooked, onClose }: WalkInDialogProps) {
  const { answer } = useAnswer('fleet', fleetCars)
  const cars = answer.value ?? []
  const walkIn = useWalkIn({}, cars)
  return (
    <FormDialog
      open={open}
      title="New booking"
      explains="For somebody at the counter or on the phone; it is confirmed at once."
      yes="Book"
      size="md"
      wrong={walkIn.wrong}
      onSend={() => walkIn.send(onBooked)}
      onClose={onClose}
    >
      {(tried) => <WalkInFields walkIn={walkIn} cars={cars} tried={tried} />}
    </FormDialog>
  )
}
