import { type OrderMove, type OrderStatus, orderMoves } from '@twende/contract/shop/order-status.ts'
import { m } from '@twende/messages'
import { AppError } from '../http/app-error.ts'

/** The statuses of an order on its way to the customer, and what is missing in each before the next. */
const way: readonly (readonly [status: OrderStatus, missing: (() => string) | undefined])[] = [
  ['pending', m.error_order_not_paid],
  ['paid', m.error_order_not_packed],
  ['processing', m.error_order_not_sent],
  ['shipped', m.error_order_not_delivered],
  ['delivered', undefined],
]
const placeOf = (status: OrderStatus) => way.findIndex(([each]) => each === status)

/** The refusal of a move that an order in this status does not make: for one that comes too early it says which step is first. */
export function refusedMove(move: OrderMove, status: OrderStatus): AppError {
  const place = placeOf(status)
  const isEarly = orderMoves[move].from.every((from) => placeOf(from) > place)
  const missing = isEarly ? way[place]?.[1] : undefined
  return new AppError('order_wrong_state', missing && { message: missing() })
}
