import { adminBookingRoutes } from '@twende/contract/bookings/admin-booking-routes.ts'
import { extrasForDays, withExtras } from '@twende/contract/bookings/price-of-extras.ts'
import { extendedPrice } from '@twende/contract/bookings/rental-price.ts'
import { addDays, isDay, nairobiInstant } from '@twende/contract/calendar-day.ts'
import { DESK_METHODS_OR_LATER } from '@twende/contract/payments/desk-payment.ts'
import { m } from '@twende/messages'
import { call } from '@twende/ui/api/call.ts'
import { dropoffWords } from '@twende/ui/bookings/booking-format.ts'
import { priceLines } from '@twende/ui/bookings/price-lines.ts'
import { daysInWords } from '@twende/ui/cars/car-format.ts'
import { DateField } from '@twende/ui/form/fields.tsx'
import { FormDialog } from '@twende/ui/form/form-dialog.tsx'
import { useAppForm } from '@twende/ui/form/use-app-form.ts'
import { HourField, PaymentFields } from '../form/admin-fields.tsx'
import { noPayment, paymentOf } from '../form/payment-values.ts'
import { PriceLine } from './booking-cells.tsx'
import type { ActionDialogProps } from './use-booking-action.ts'

const ROUTE = 'POST /api/admin/booking/:bookingId/extend'

/** Extends a booking at its own daily price. */
export function ExtendDialog({ loaded: { data: booking }, open, act, onClose }: ActionDialogProps) {
  const agreed = nairobiInstant(booking.endDate, booking.dropoffTime)
  const isEarly = ({ endDate, dropoffTime }: { endDate: string; dropoffTime: string }) =>
    !isDay(endDate) || nairobiInstant(endDate, dropoffTime) <= agreed
  const params = { bookingId: booking._id }
  const form = useAppForm({
    defaultValues: { endDate: addDays(booking.endDate, 1), dropoffTime: booking.dropoffTime, ...noPayment },
    bodyOf: (typed) => ({
      ...typed,
      ...paymentOf<(typeof DESK_METHODS_OR_LATER)[number]>(typed),
      updatedAt: booking.updatedAt,
    }),
    refusedAt: { mpesa_code_used: 'code', amount_too_small: 'code' },
    schema: adminBookingRoutes[ROUTE].body,
    check: (typed) => ({ endDate: isEarly(typed) ? m.admin_bookings_extend_too_early() : undefined }),
    onSubmit: (body) => act(() => call(ROUTE, { params, body })),
  })
  const typed = form.watch()
  return (
    <FormDialog
      form={form}
      open={open}
      title={m.admin_bookings_extend_title({ reference: booking.bookingId })}
      explains={m.admin_bookings_extend_text({ car: booking.carName, time: dropoffWords(booking) })}
      yes={m.admin_bookings_action_extend()}
      onClose={onClose}
    >
      <div className="grid grid-cols-[3fr_2fr] items-start gap-3">
        <DateField
          form={form}
          name="endDate"
          label={m.admin_bookings_extend_day_label()}
          required
          min={booking.endDate}
        />
        <HourField form={form} name="dropoffTime" label={m.admin_bookings_time_label()} deps={['endDate']} />
      </div>
      {!isEarly(typed) && <ExtraPrice booking={booking} endDate={typed.endDate} />}
      <PaymentFields form={form} ways={DESK_METHODS_OR_LATER} label={m.admin_bookings_extend_note_label()} />
    </FormDialog>
  )
}

type ExtraPriceProps = { booking: ActionDialogProps['loaded']['data']; endDate: string }

function ExtraPrice({ booking, endDate }: ExtraPriceProps) {
  const ofDays = extendedPrice(booking, booking.startDate, endDate)
  const days = ofDays.totalDays - booking.totalDays
  const price = withExtras(ofDays, extrasForDays(booking.extras, ofDays.totalDays))
  // Of the extras, a chauffeur is there for the added days.
  const addedExtras = extrasForDays(booking.extras, days).filter(
    ({ kind, quantity }) => kind === 'chauffeur' && quantity > 0,
  )
  const added = priceLines({
    extras: addedExtras,
    dailyPrices: price.dailyPrices.slice(booking.totalDays),
    insuranceCost: price.insuranceCost - booking.insuranceCost,
    discount: price.discount - booking.discount,
    discountPercent: price.discountPercent,
  })
  return (
    <PriceLine ksh={price.finalAmount - booking.finalAmount} lines={added}>
      {days > 0 ? m.admin_bookings_extend_more({ days: daysInWords(days) }) : m.admin_bookings_extend_same()}
    </PriceLine>
  )
}
