import { showPhone } from '@twende/contract/payments/phone-number.ts'
import type { Reply } from '@twende/ui/api/call.ts'
import { Picture } from '@twende/ui/pictures/picture.tsx'
import { useState } from 'react'
import { DetailPanel, Facts } from '../detail-panel.tsx'
import { siteLinks } from '../links.ts'
import { ActionBar } from './action-bar.tsx'
import { ActionDialog } from './action-dialog.tsx'
import { BookingStory } from './booking-story.tsx'
import { ConditionPanel } from './condition-panel.tsx'
import type { DeskAction } from './desk-actions.ts'
import { BookingState, ReachCustomer } from './desk-cells.tsx'
import { MoneyPanel } from './money-panel.tsx'
import { StayPanel } from './stay-panel.tsx'

type LookedAtBooking = Reply<'GET /api/admin/booking/:bookingId'>

/** A booking as staff sees it, and what may be done with it. */
export function BookingSheet({ looked }: { looked: LookedAtBooking }) {
  const [action, setAction] = useState<DeskAction>()
  const { data: booking, timeline } = looked
  return (
    <article aria-labelledby="booking-name">
      <header className="flex items-start gap-4">
        <Picture
          address={booking.carImage || undefined}
          alt=""
          sizes="128px"
          ratio="4/3"
          priority
          className="w-24 shrink-0 rounded-md sm:w-32"
        />
        <div className="min-w-0">
          <h1 id="booking-name" className="figures text-2xl sm:text-3xl">
            {booking.bookingId}
          </h1>
          <p className="mb-2">
            <a href={siteLinks.rentCar(booking.carId)} className="underline underline-offset-4">
              {booking.carName}
            </a>
          </p>
          <BookingState booking={booking} />
        </div>
      </header>
      {booking.cancellationReason && (
        <p className="mt-4 rounded-md bg-clay-tint px-4 py-3 text-clay-deep">
          <strong>Cancelled:</strong> {booking.cancellationReason}
        </p>
      )}
      <div className="mt-5 grid items-start gap-5 lg:grid-cols-2 [&_dl]:grid-cols-2">
        <CustomerPanel looked={looked} />
        <StayPanel booking={booking} />
        <MoneyPanel looked={looked} />
        <ConditionPanel booking={booking} />
        <BookingStory events={timeline} />
      </div>
      <ActionBar booking={booking} onAct={setAction} />
      <ActionDialog looked={looked} action={action} onClose={() => setAction(undefined)} />
    </article>
  )
}

function CustomerPanel({ looked: { data: booking } }: { looked: LookedAtBooking }) {
  const { customerInfo, account, bookedBy } = booking
  return (
    <DetailPanel as="h2" title="Customer" aside={<ReachCustomer booking={booking} />}>
      <Facts
        facts={[
          ['Name', `${customerInfo.firstName} ${customerInfo.lastName}`],
          ['Phone', showPhone(customerInfo.phone)],
          ['Email', customerInfo.email],
          ['Licence', customerInfo.licenseNumber],
          ['Address', customerInfo.address],
          ['Account', bookedBy ? '' : account.name],
          ['Booked at the counter by', bookedBy],
        ]}
      />
      {booking.specialRequests && (
        <p className="mt-4 rounded-md bg-sunrise-tint px-4 py-3 whitespace-pre-line text-sunrise-ink">
          <strong>Asked for:</strong> {booking.specialRequests}
        </p>
      )}
      {booking.driverNotes && (
        <p className="mt-3 whitespace-pre-line">
          <strong>For the driver:</strong> {booking.driverNotes}
        </p>
      )}
    </DetailPanel>
  )
}
