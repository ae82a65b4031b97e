import type { Booking } from '@twende/contract/bookings/booking.ts'
import type { Payment } from '@twende/contract/payments/payment.ts'
import { call } from '@twende/ui/api/call.ts'
import { useSettings } from '@twende/ui/api/settings.ts'
import { PayByMpesa } from '../payments/pay-by-mpesa.tsx'
import { HoldCountdown } from './hold-countdown.tsx'

type BookingPaymentProps = {
  booking: Booking
  payment: Payment | null
  /** The number to offer. */
  phone: string
  /** Something about the payment or the hold has changed. */
  onChange: (payment: Payment | undefined) => void
}

/** Paying for a pending booking by M-Pesa while its hold runs. */
export function BookingPayment({ booking, payment, phone, onChange }: BookingPaymentProps) {
  const { demoPhone } = useSettings()
  const purchaseId = booking._id
  return (
    <div className="grid gap-5">
      {booking.holdExpiresAt && (
        <HoldCountdown
          until={booking.holdExpiresAt}
          keepsCar={booking.keepsCar}
          onEnd={() => onChange(undefined)}
          className="justify-center rounded-md bg-sunrise-tint px-4 py-2.5"
        />
      )}
      <PayByMpesa
        payment={payment}
        amount={booking.finalAmount}
        phone={phone}
        demoPhone={demoPhone}
        askPhone={async (to) => {
          const body = { purpose: 'booking', purchaseId, phone: to } as const
          const { data } = await call('POST /api/payment/start', { body })
          return data
        }}
        onChange={onChange}
      />
    </div>
  )
}
