import { fullName } from '@twende/contract/accounts/full-name.ts'
import type { Booking } from '@twende/contract/bookings/booking.ts'
import { purchasePaymentLabel } from '@twende/contract/bookings/booking-status-format.ts'
import { showInstant } from '@twende/contract/calendar-day.ts'
import { showKsh } from '@twende/contract/money.ts'
import { showPhone } from '@twende/contract/payments/phone-number.ts'
import { m } from '@twende/messages'
import { useSettings } from '@twende/ui/api/settings.ts'
import { dropoffWords, pickupWords, statusOf } from '@twende/ui/bookings/booking-format.ts'
import { priceLines } from '@twende/ui/bookings/price-lines.ts'
import { fuelLabels, transmissionLabels } from '@twende/ui/cars/car-labels.ts'
import { PrintSheet, SheetRow, SheetRows } from '@twende/ui/controls/print-sheet.tsx'
import { CatalogName, useCatalogNames } from '../content/catalog-name.ts'
import { carLabel } from './booking-facts.tsx'

/** The booking on one sheet of paper: invisible on screen, and alone on the page when it is printed. */
export function BookingReceipt({ booking }: { booking: Booking }) {
  const { whatsappNumber, publicUrl } = useSettings()
  const nameOf = useCatalogNames()
  const { customerInfo: customer, paymentDetails: paid } = booking
  return (
    <PrintSheet
      title={m.book_receipt_booking()}
      number={booking.bookingId}
      footer={m.book_receipt_footer({
        time: showInstant(booking.createdAt),
        phone: showPhone(whatsappNumber),
        site: publicUrl,
      })}
    >
      <p className="mt-6 font-display text-2xl font-bold">{booking.carName}</p>
      <p>
        {m.book_receipt_car({
          category: nameOf('vehicle', booking.carCategory),
          seats: booking.carSpecs.seats,
          transmission: carLabel(transmissionLabels, booking.carSpecs.transmission),
          fuel: carLabel(fuelLabels, booking.carSpecs.fuelType),
        })}
      </p>
      <SheetRows>
        <SheetRow term={m.common_status()}>
          {m.book_receipt_status({
            status: statusOf(booking).label,
            payment: purchasePaymentLabel(booking).toLowerCase(),
          })}
        </SheetRow>
        <SheetRow term={m.book_pickup()}>
          {pickupWords(booking)}, <CatalogName kind="location" name={booking.pickupLocation} />
        </SheetRow>
        <SheetRow term={m.book_dropoff()}>
          {dropoffWords(booking)}, <CatalogName kind="location" name={booking.dropoffLocation} />
        </SheetRow>
        {booking.deliveryAddress && (
          <SheetRow term={m.extra_delivery_address()}>{booking.deliveryAddress}</SheetRow>
        )}
        {booking.collectionAddress && (
          <SheetRow term={m.extra_collection_address()}>{booking.collectionAddress}</SheetRow>
        )}
        <SheetRow term={m.book_driver()}>
          {fullName(customer)}, {showPhone(customer.phone)}, {customer.email}
        </SheetRow>
        {customer.licenseNumber && <SheetRow term={m.book_licence()}>{customer.licenseNumber}</SheetRow>}
        {customer.address && <SheetRow term={m.book_address_label()}>{customer.address}</SheetRow>}
        {booking.specialRequests && (
          <SheetRow term={m.book_requests_label()}>{booking.specialRequests}</SheetRow>
        )}
      </SheetRows>
      <SheetRows>
        <SheetRow term={m.book_receipt_rental()}>
          {priceLines(booking, (place) => nameOf('location', place)).map(({ label, amount }) => (
            <span key={label} className="block">
              {label}: {showKsh(amount)}
            </span>
          ))}
        </SheetRow>
        <SheetRow term={m.book_total()}>
          <strong>{showKsh(booking.finalAmount)}</strong>
        </SheetRow>
        {paid.transactionId && (
          <SheetRow term="M-Pesa">
            {paid.transactionId}
            {paid.paymentDate && `, ${showInstant(paid.paymentDate)}`}
          </SheetRow>
        )}
      </SheetRows>
    </PrintSheet>
  )
}
