import type { AdminBooking } from '@twende/contract/bookings/admin-booking.ts'
import { purchasePaymentLabel } from '@twende/contract/bookings/booking-status-format.ts'
import { bookingTerms } from '@twende/contract/bookings/cancellation-format.ts'
import type { ReturnCharges } from '@twende/contract/bookings/condition/charge-dispute.ts'
import { chargeLabel } from '@twende/contract/bookings/condition/condition-format.ts'
import { showDay, showInstant } from '@twende/contract/calendar-day.ts'
import { showKsh } from '@twende/contract/money.ts'
import { settledByLabels } from '@twende/contract/payments/desk-payment.ts'
import { showPhone } from '@twende/contract/payments/phone-number.ts'
import { m } from '@twende/messages'
import type { Reply } from '@twende/ui/api/call.ts'
import { isCancellable } from '@twende/ui/bookings/booking-format.ts'
import { priceLines } from '@twende/ui/bookings/price-lines.ts'
import { Sentence } from '@twende/ui/controls/sentence.tsx'
import { Fragment } from 'react'
import { DetailPanel, Facts } from '../frame/detail-panel.tsx'
import { StatusBadge } from '../frame/status-badge.tsx'
import { PurchaseMoneyNotes } from '../payments/purchase-money-notes.tsx'
import { paymentTone } from './booking-cells.tsx'
import { DisputePart } from './dispute-part.tsx'
import type { BookingFines } from './fines-panel.tsx'
import { useBookingAction } from './use-booking-action.ts'

type LoadedBooking = Reply<'GET /api/admin/booking/:bookingId'>

type MoneyPanelProps = { loaded: LoadedBooking; fines: BookingFines }

/** What the rental costs, what came in, what is still owed and what is owed back. */
export function MoneyPanel({ loaded: { data: booking, money }, fines: { fines, owed } }: MoneyPanelProps) {
  const { paymentMethod, paymentDetails, extraCharges, finalAmount } = booking
  const charged = booking.handoverReturn?.charges.reduce((sum, { amount }) => sum + amount, 0) ?? 0
  const withdrawn = charged - extraCharges
  const counted = fines.filter(({ withdrawnAt }) => !withdrawnAt)
  const fined = counted.reduce((sum, { charged }) => sum + charged, 0)
  const { transactionId, paymentDate, mpesaNumber } = paymentDetails
  return (
    <DetailPanel
      as="h2"
      title={m.admin_bookings_payment_title()}
      aside={<StatusBadge tone={paymentTone(booking)}>{purchasePaymentLabel(booking)}</StatusBadge>}
    >
      <dl className="figures grid grid-cols-[1fr_auto]! gap-x-4 gap-y-1">
        {priceLines(booking).map(({ label, amount }) => (
          <Fragment key={label}>
            <dt>{label}</dt>
            <dd className="text-right">{showKsh(amount)}</dd>
          </Fragment>
        ))}
        {booking.handoverReturn?.charges.map((charge, place) => (
          <ChargeLine key={String(place)} what={chargeLabel(charge)} amount={charge.amount} />
        ))}
        {withdrawn > 0 && <ChargeLine what={m.admin_bookings_charges_withdrawn()} amount={-withdrawn} />}
        {counted.map((fine) => (
          <ChargeLine key={fine._id} what={m.admin_fines_title()} amount={fine.charged} />
        ))}
        <dt className="border-t border-line pt-2 font-semibold">{m.admin_bookings_total()}</dt>
        <dd className="border-t border-line pt-2 text-right font-semibold">
          {showKsh(finalAmount + extraCharges + fined)}
        </dd>
        {money.paid > 0 && (
          <ChargeLine
            what={fined > 0 ? m.admin_bookings_paid_in_all() : m.admin_bookings_paid_for_rental()}
            amount={money.paid}
          />
        )}
        {owed > 0 && <ChargeLine what={m.admin_bookings_owed()} amount={owed} />}
      </dl>
      {money.owedBack > 0 && (
        <MoneyBack text={m.admin_bookings_owed_back({ amount: showKsh(money.owedBack) })} />
      )}
      {money.wentBack > 0 && (
        <MoneyBack text={m.admin_bookings_went_back({ amount: showKsh(money.wentBack) })} />
      )}
      <PurchaseMoneyNotes purchaseId={booking._id} />
      <div className="mt-4">
        <Facts
          facts={[
            [
              m.admin_bookings_way_of_paying(),
              paymentMethod === 'mpesa' ? 'M-Pesa' : m.admin_bookings_way_counter(),
            ],
            [m.admin_bookings_mpesa_number(), mpesaNumber && showPhone(mpesaNumber)],
            [m.admin_common_mpesa_code_label(), transactionId],
            [m.admin_bookings_paid_at(), paymentDate && showInstant(paymentDate)],
            [m.admin_bookings_charges_paid_by(), chargesPaid(booking.handoverReturn)],
            [m.admin_bookings_terms(), isCancellable(booking) ? bookingTerms(booking) : ''],
          ]}
        />
      </div>
    </DetailPanel>
  )
}

/** How the charges of a return were paid, and what staff noted of it. */
function chargesPaid(returned: AdminBooking['handoverReturn']): string {
  if (!returned?.chargesPaidBy) return ''
  const { chargesPaidBy: by, chargesPaidOn: on, chargesNote: note } = returned
  return [settledByLabels[by](), on && showDay(on), note].filter(Boolean).join(', ')
}

function MoneyBack({ text }: { text: string }) {
  return (
    <p className="figures mt-3 rounded-md bg-clay-tint px-4 py-3 text-clay-deep">
      <Sentence text={text} marks={{ b: (words) => <strong>{words}</strong> }} />
    </p>
  )
}

function ChargeLine({ what, amount }: { what: string; amount: number }) {
  return (
    <>
      <dt className="text-soft">{what}</dt>
      <dd className="text-right text-soft">{showKsh(amount)}</dd>
    </>
  )
}

type ChargesPanelProps = { booking: AdminBooking; charges: ReturnCharges }

/** What was charged at the return, and what its customer disputes of it. Shows nothing where nothing is disputed. */
export function ChargesPanel({ booking, charges: { charges } }: ChargesPanelProps) {
  const act = useBookingAction(booking)
  if (!charges.some(({ dispute }) => dispute)) return null
  return (
    <DetailPanel as="h2" title={m.admin_dispute_title()}>
      <ul className="grid gap-4">
        {charges.map((charge, place) => (
          <li key={String(place)} className="grid gap-2">
            <p className="figures flex justify-between gap-3 font-medium">
              <span>{chargeLabel(charge)}</span>
              <span className="shrink-0">{showKsh(charge.amount)}</span>
            </p>
            {charge.dispute && (
              <DisputePart
                bookingId={booking._id}
                item={{ of: { charge: place }, label: chargeLabel(charge) }}
                dispute={charge.dispute}
                reach={booking.reach}
                act={act}
              />
            )}
          </li>
        ))}
      </ul>
    </DetailPanel>
  )
}
