import type { Booking } from '@twende/contract/bookings/booking.ts'
import { showPhone } from '@twende/contract/payments/phone-number.ts'
import { m } from '@twende/messages'
import { Dialog } from '@twende/ui/controls/dialog.tsx'
import { Skeleton } from '@twende/ui/controls/skeleton.tsx'
import { BookingOutcome, BookingPayment } from '../booking-payment.tsx'
import { useBooking } from '../use-booking.ts'

type PayDialogProps = { booking: Booking; open: boolean; onChange: () => void; onClose: () => void }

/** Paying for a booking later, while its hold runs. */
export function PayDialog({ booking, open, onChange, onClose }: PayDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => next || onClose()}
      title={m.my_bookings_pay_title({ reference: booking.bookingId })}
      description={booking.carName}
      size="sm"
    >
      {open ? (
        <Paying key={booking._id} booking={booking} onChange={onChange} />
      ) : (
        <Skeleton className="h-64" />
      )}
    </Dialog>
  )
}

function Paying({ booking: first, onChange }: { booking: Booking; onChange: () => void }) {
  const { known, refresh } = useBooking(first._id, first)
  const booking = known?.booking ?? first
  if (booking.status !== 'pending') return <BookingOutcome booking={booking} />
  return (
    <BookingPayment
      booking={booking}
      payment={null}
      phone={showPhone(booking.paymentDetails.mpesaNumber)}
      onChange={() => {
        refresh()
        onChange()
      }}
    />
  )
}
