import { showDay } from '@twende/contract/calendar-day.ts'
import { Button } from '@twende/ui/controls/button.tsx'
import type { ReactNode } from 'react'
import type { Choices } from './booking-choices.ts'
import type { FormStep } from './wizard-rules.ts'

type BookingReviewProps = { choices: Choices; onChange: (step: FormStep) => void }

/** What was chosen in the first two steps, each with the way back to it. */
export function BookingReview({ choices, onChange }: BookingReviewProps) {
  const { pickupLocation, dropoffLocation } = choices
  return (
    <dl className="divide-y divide-line rounded-md border border-line">
      <Row term="Pickup" change="pickup and dropoff" onChange={() => onChange(1)}>
        {showDay(choices.startDate)}, {choices.pickupTime}
        <span className="block text-soft">{pickupLocation}</span>
      </Row>
      <Row term="Dropoff">
        {showDay(choices.endDate)}, {choices.dropoffTime}
        <span className="block text-soft">{dropoffLocation}</span>
      </Row>
      <Row term="Driver" change="the driver" onChange={() => onChange(2)}>
        {choices.firstName.trim()} {choices.lastName.trim()}
        <span className="block break-words text-soft">{choices.email.trim()}</span>
        <span className="figures block text-soft">{choices.phone.trim()} </span>
      </Row>
    </dl>
  )
}

type RowProps = { term: string; children: ReactNode; change?: string; onChange?: () => void }

function Row({ term, children, change, onChange }: RowProps) {
  return (
    <div className="grid grid-cols-[1fr_auto] items-start gap-x-3 px-4 py-3 sm:grid-cols-[5rem_1fr_auto]">
      <dt className="text-sm font-semibold text-soft">{term}</dt>
      <dd className="col-span-full row-start-2 min-w-0 sm:col-span-1 sm:col-start-2 sm:row-start-1">
        {children}
      </dd>
      {onChange && (
        <dd className="col-start-2 row-start-1 sm:col-start-3">
          <Button variant="quiet" size="sm" className="-my-2.5 -mr-2.5" onClick={onChange}>
            Change<span className="sr-only"> {change}</span>
          </Button>
        </dd>
      )}
    </div>
  )
}
