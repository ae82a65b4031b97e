import { showKsh } from '@twende/contract/money.ts'
import { payableTypeLabels } from '@twende/contract/payments/payment-choices.ts'
import type { DayFigures } from '@twende/contract/today/today-routes.ts'
import { WeekBars } from './week-bars.tsx'
import { bookingsSentence, moneySentence, shortNumber } from './week-words.ts'

const purposes = ['booking', 'listing_period', 'order'] as const
const fills = { booking: 'fill-acacia', listing_period: 'fill-sunrise', order: 'fill-edge' } as const
const dots = { booking: 'bg-acacia', listing_period: 'bg-sunrise', order: 'bg-edge' } as const

/** The last seven days: what came in by what it paid for, and how many bookings were made. */
export function WeekCharts({ days }: { days: readonly DayFigures[] }) {
  return (
    <>
      <WeekBars
        title="Money in, seven days"
        sentence={moneySentence(days)}
        columns={purposes.map((purpose) => ({ label: payableTypeLabels[purpose], fill: fills[purpose] }))}
        days={days.map(({ day, money }) => ({ day, parts: purposes.map((purpose) => money[purpose]) }))}
        short={shortNumber}
        long={showKsh}
        legend={
          <ul className="mt-3 flex flex-wrap gap-x-4 gap-y-1 text-sm">
            {purposes.map((purpose) => (
              <li key={purpose} className="flex items-center gap-2">
                <span aria-hidden="true" className={`size-3 rounded-xs ${dots[purpose]}`} />
                {payableTypeLabels[purpose]}
              </li>
            ))}
          </ul>
        }
      />
      <WeekBars
        title="Bookings made, seven days"
        sentence={bookingsSentence(days)}
        columns={[{ label: 'Bookings', fill: 'fill-acacia' }]}
        days={days.map(({ day, bookings }) => ({ day, parts: [bookings] }))}
        short={String}
        long={String}
      />
    </>
  )
}
