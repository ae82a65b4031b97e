import { showInstant } from '@twende/contract/calendar-day.ts'
import type { Order } from '@twende/contract/shop/order.ts'
import { orderLabel } from '@twende/contract/shop/order-status.ts'
import { Check, X } from 'lucide-react'
import { classes } from '../controls/classes.ts'
import { type OrderStep, orderSteps } from './order-words.ts'

/** How far an order is, each step with its time: down on phones, across from 640 px on. */
export function OrderSteps({ order }: { order: Order }) {
  return (
    <ol aria-label="Status" className="grid gap-y-1 sm:flex">
      {orderSteps(order).map((step, at, all) => (
        <Step key={step.status} step={step} now={step.status === order.status} last={at === all.length - 1} />
      ))}
    </ol>
  )
}

type StepProps = { step: OrderStep; now: boolean; last: boolean }

function Step({ step: { status, at }, now, last }: StepProps) {
  const done = at !== undefined
  const called = status === 'cancelled'
  return (
    <li
      aria-current={now ? 'step' : undefined}
      className="flex min-w-0 flex-1 items-start gap-3 sm:flex-col sm:gap-1.5"
    >
      <span aria-hidden="true" className="flex items-center gap-2 sm:w-full sm:pr-2">
        <span
          className={classes(
            'grid size-6 shrink-0 place-items-center rounded-full [&_svg]:size-4',
            done && called && 'bg-clay-tint text-clay-deep',
            done && !called && 'bg-acacia text-paper',
            !done && 'border-2 border-line',
          )}
        >
          {done && (called ? <X /> : <Check />)}
        </span>
        {!last && <span className="hidden h-px flex-1 bg-line sm:block" />}
      </span>
      <span className="min-w-0 text-sm">
        <span className={classes('block', now && 'font-semibold', !done && 'text-soft')}>
          {orderLabel(status)}
          {!done && <span className="sr-only">, not yet</span>}
        </span>
        {at && (
          <time dateTime={at} className="figures block text-soft">
            {showInstant(at)}
          </time>
        )}
      </span>
    </li>
  )
}
