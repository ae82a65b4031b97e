import { adminBookingRoutes } from '@twende/contract/bookings/admin-booking-routes.ts'
import { extrasForDays } from '@twende/contract/bookings/price-of-extras.ts'
import { addDays, isDay, nairobiInstant } from '@twende/contract/calendar-day.ts'
import { DESK_METHODS_OR_LATER } from '@twende/contract/payments/desk-payment.ts'
import { m } from '@twende/messages'
import { call } from '@twende/ui/api/call.ts'
import { dropoffWords } from '@twende/ui/bookings/booking-format.ts'
import { priceLines } from '@twende/ui/bookings/price-lines.ts'
import { daysInWords } from '@twende/ui/cars/car-format.ts'
import { Skeleton } from '@twende/ui/controls/skeleton.tsx'
import { DateField } from '@twende/ui/form/fields.tsx'
import { FormDialog } from '@twende/ui/form/form-dialog.tsx'
import { useAppForm } from '@twende/ui/form/use-app-form.ts'
import { useAnswer } from '@twende/ui/loading/use-answer.ts'
import { useEffect, useState } from 'react'
import { HourField, PaymentFields } from '../form/admin-fields.tsx'
import { noPayment, paymentOf } from '../form/payment-values.ts'
import { notTold, reachWords, sentences } from '../frame/reach-words.ts'
import { PriceLine } from './booking-cells.tsx'
import type { ActionDialogProps } from './use-booking-action.ts'

const ROUTE = 'POST /api/admin/booking/:bookingId/extend'

/** Extends a booking at the price that its customer would pay. */
export function ExtendDialog({ loaded: { data: booking }, open, act, onClose }: ActionDialogProps) {
  const agreed = nairobiInstant(booking.endDate, booking.dropoffTime)
  const isEarly = ({ endDate, dropoffTime }: { endDate: string; dropoffTime: string }) =>
    !isDay(endDate) || nairobiInstant(endDate, dropoffTime) <= agreed
  const params = { bookingId: booking._id }
  const [shown, setShown] = useState<number>()
  const form = useAppForm({
    defaultValues: { endDate: addDays(booking.endDate, 1), dropoffTime: booking.dropoffTime, ...noPayment },
    bodyOf: (typed) => ({
      ...typed,
      ...paymentOf<(typeof DESK_METHODS_OR_LATER)[number]>(typed),
      finalAmount: shown,
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
      explains={sentences(
        m.admin_bookings_extend_text({ car: booking.carName, time: dropoffWords(booking) }),
        // Of a car that is out, the customer is asked to accept the change of the agreement.
        booking.status === 'active' ? reachWords(booking.reach) : notTold(),
      )}
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
      {!isEarly(typed) && <ExtraPrice booking={booking} endDate={typed.endDate} onPrice={setShown} />}
      <PaymentFields
        form={form}
        ways={DESK_METHODS_OR_LATER}
        label={m.admin_bookings_extend_note_label()}
        amount={shown === undefined ? undefined : shown - booking.finalAmount}
      />
    </FormDialog>
  )
}

type ExtraPriceProps = {
  booking: ActionDialogProps['loaded']['data']
  endDate: string
  onPrice: (finalAmount: number) => void
}

/** What the server says that the extension costs. */
function ExtraPrice({ booking, endDate, onPrice }: ExtraPriceProps) {
  const params = { bookingId: booking._id }
  const { answer } = useAnswer(`extend ${booking._id} ${endDate} ${booking.updatedAt}`, (signal) =>
    call('GET /api/admin/booking/:bookingId/extend', { params, query: { endDate } }, { signal }),
  )
  const price = answer.value?.data
  const finalAmount = price?.finalAmount
  useEffect(() => {
    if (finalAmount !== undefined) onPrice(finalAmount)
  }, [finalAmount, onPrice])
  if (answer.error) return <p className="font-medium text-clay-deep">{answer.error.message}</p>
  if (!price) return <Skeleton className="h-14" />
  const days = price.totalDays - booking.totalDays
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
    <PriceLine ksh={Math.max(0, price.finalAmount - booking.finalAmount)} lines={added}>
      {days > 0 ? m.admin_bookings_extend_more({ days: daysInWords(days) }) : m.admin_bookings_extend_same()}
    </PriceLine>
  )
}
