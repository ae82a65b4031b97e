import { showInstant } from '@twende/contract/calendar-day.ts'
import { showKsh } from '@twende/contract/money.ts'
import type { Order } from '@twende/contract/shop/order.ts'
import {
  leftToPay,
  ORDER_STEPS,
  type OrderStatus,
  orderLabel,
  standingMoves,
} from '@twende/contract/shop/order-status.ts'
import { m } from '@twende/messages'
import { Check, X } from 'lucide-react'
import type { BadgeTone } from '../controls/badge.tsx'
import { classes } from '../controls/classes.ts'
import { Picture } from '../pictures/picture.tsx'

export const orderTones: Readonly<Record<OrderStatus, BadgeTone>> = {
  pending: 'sunrise',
  paid: 'acacia',
  processing: 'acacia',
  shipped: 'ink',
  delivered: 'neutral',
  cancelled: 'clay',
  returned: 'clay',
}

/** How far an order is, each step with its time: down on phones, across from 640 px on. */
export function OrderSteps({ order }: { order: Order }) {
  return (
    <ol aria-label={m.common_status()} className="grid gap-y-1 sm:flex">
      {orderSteps(order).map((step, at, all) => (
        <Step key={step.status} step={step} now={step.status === order.status} last={at === all.length - 1} />
      ))}
    </ol>
  )
}

type StepProps = { step: OrderStep; now: boolean; last: boolean }

function Step({ step: { status, at }, now, last }: StepProps) {
  const done = at !== undefined
  const called = status === 'cancelled' || status === 'returned'
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
          {!done && <span className="sr-only">{m.control_step_not_reached()}</span>}
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

/** `1 item`, `3 items`. */
export function itemsInWords(items: Order['items']): string {
  const count = items.reduce((sum, { quantity }) => sum + quantity, 0)
  return m.common_item_count({ count })
}

export type OrderStep = { status: OrderStatus; at: string | undefined }

/** The steps of an order, with the time at which each was reached; a cancelled one ends where it was called off. */
export function orderSteps({ status, timeline, cancelledAt }: Order): OrderStep[] {
  const standing = standingMoves(timeline)
  const reached = (step: OrderStatus) => standing.findLast((event) => event.status === step)?.at
  const steps = ORDER_STEPS.map((step) => ({ status: step, at: reached(step) }))
  if (status === 'returned') return [...steps, { status, at: reached(status) }]
  // A parcel that is sent again had been on its way before.
  const last = steps.findIndex((step) => step.status === status)
  if (status !== 'cancelled') return steps.map((step, at) => (at > last ? { ...step, at: undefined } : step))
  const before = steps.filter(({ at }) => at)
  return [...before, { status: 'cancelled', at: cancelledAt ?? reached('cancelled') }]
}

/** What came in for an order that is not paid yet, what it owes, and what goes back. Shows nothing where none is. */
export function OrderMoney({ order }: { order: Order }) {
  const { status, amount, paid, inReview, refundDue } = order
  const left = leftToPay(order)
  const owes = status !== 'pending' && left > 0
  const isOpen = owes || (status === 'pending' && paid + inReview > 0)
  if (!isOpen && refundDue === 0) return null
  const part = { paid: showKsh(paid), amount: showKsh(amount), left: showKsh(left) }
  const inReviewWords = (sum: string) =>
    owes ? m.order_money_owed_in_review({ amount: sum }) : m.order_money_in_review({ amount: sum })
  return (
    <p className="rounded-md bg-sunrise-tint px-4 py-2.5 text-sm text-sunrise-ink">
      {[
        isOpen && paid > 0 && (inReview > 0 ? m.order_money_paid(part) : m.order_money_part(part)),
        owes && paid + inReview === 0 && m.order_money_owed({ left: part.left }),
        isOpen && inReview > 0 && inReviewWords(showKsh(inReview)),
        refundDue > 0 && m.order_money_refund_due({ amount: showKsh(refundDue) }),
      ]
        .filter(Boolean)
        .join(' ')}
    </p>
  )
}

/** What was taken off an order. Shows nothing where nothing was. */
export function TakenOff({ order: { leftPieces } }: { order: Order }) {
  const pieces = leftPieces.filter(({ why }) => why === 'taken_off')
  if (pieces.length === 0) return null
  const words = pieces.map(({ name, quantity }) => `${quantity} × ${name}`).join(', ')
  return <p className="text-sm text-soft">{m.order_taken_off({ pieces: words })}</p>
}

export type ShownItem = { _id: string; name: string; price: number; quantity: number; image: string }

/** What is ordered: picture, name, how many, at what price. */
export function OrderItems({ items }: { items: readonly ShownItem[] }) {
  return (
    <ul className="grid gap-3">
      {items.map((item) => (
        <li key={item._id} className="grid grid-cols-[3.5rem_minmax(0,1fr)_auto] items-center gap-3">
          <Picture address={item.image} alt="" ratio="1/1" sizes="56px" className="rounded-sm" />
          <span className="min-w-0">
            <span className="block leading-tight font-semibold">{item.name}</span>
            <span className="figures block text-sm text-soft">
              {item.quantity} × {showKsh(item.price)}
            </span>
          </span>
          <span className="figures text-right whitespace-nowrap">{showKsh(item.price * item.quantity)}</span>
        </li>
      ))}
    </ul>
  )
}
