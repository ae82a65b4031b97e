import type { Booking } from '@twende/contract/bookings/booking.ts'
import { showInstant } from '@twende/contract/calendar-day.ts'
import { showKsh } from '@twende/contract/money.ts'
import { showPhone } from '@twende/contract/payments/phone-number.ts'
import { useSettings } from '@twende/ui/api/settings.ts'
import { dropoffWords, paymentWord, pickupWords } from '@twende/ui/bookings/booking-words.ts'
import { capitalised, daysInWords } from '@twende/ui/cars/car-words.ts'
import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'

/** The booking on one sheet of paper: invisible on screen, and alone on the page when it is printed. */
export function BookingReceipt({ booking }: { booking: Booking }) {
  const { businessName, whatsappNumber, publicUrl } = useSettings()
  const { customerInfo: customer, paymentDetails: paid } = booking
  return createPortal(
    <article className="print-sheet hidden print:block">
      <header className="flex items-end justify-between gap-6 border-b-2 border-ink pb-4">
        <p className="font-display text-3xl font-bold tracking-tight">{businessName}</p>
        <p className="text-right">
          Booking
          <strong className="figures block font-display text-3xl leading-none">{booking.bookingId}</strong>
        </p>
      </header>
      <p className="mt-6 font-display text-2xl font-bold">{booking.carName}</p>
      <p>
        {booking.carCategory}, {booking.carSpecs.seats} seats, {booking.carSpecs.transmission},{' '}
        {booking.carSpecs.fuelType}
      </p>
      <Rows>
        <Row term="Status">
          {capitalised(booking.status)}, payment {paymentWord(booking.paymentStatus).toLowerCase()}
        </Row>
        <Row term="Pickup">
          {pickupWords(booking)}, {booking.pickupLocation}
        </Row>
        <Row term="Dropoff">
          {dropoffWords(booking)}, {booking.dropoffLocation}
        </Row>
        <Row term="Driver">
          {customer.firstName} {customer.lastName}, {showPhone(customer.phone)}, {customer.email}
        </Row>
        {customer.licenseNumber && <Row term="Licence">{customer.licenseNumber}</Row>}
        {customer.address && <Row term="Address">{customer.address}</Row>}
        {booking.specialRequests && <Row term="Requests">{booking.specialRequests}</Row>}
      </Rows>
      <Rows>
        <Row term="Rental">
          {daysInWords(booking.totalDays)} × {showKsh(booking.pricePerDay)} = {showKsh(booking.totalAmount)}
        </Row>
        <Row term="Insurance">{showKsh(booking.insuranceCost)}</Row>
        <Row term="Discount">{showKsh(booking.discount)}</Row>
        <Row term="Total">
          <strong>{showKsh(booking.finalAmount)}</strong>
        </Row>
        {paid.transactionId && (
          <Row term="M-Pesa">
            {paid.transactionId}
            {paid.paymentDate && `, ${showInstant(paid.paymentDate)}`}
          </Row>
        )}
      </Rows>
      <footer className="mt-8 border-t border-ink pt-3 text-sm">
        Booked {showInstant(booking.createdAt)}. Times are in Nairobi. WhatsApp {showPhone(whatsappNumber)},{' '}
        {publicUrl}
      </footer>
    </article>,
    document.body,
  )
}

function Rows({ children }: { children: ReactNode }) {
  return <dl className="figures mt-6 grid gap-1.5">{children}</dl>
}

function Row({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[7rem_1fr] gap-4">
      <dt className="font-semibold">{term}</dt>
      <dd>{children}</dd>
    </div>
  )
}
