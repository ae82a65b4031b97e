import type { Order } from '@twende/contract/shop/order.ts'
import { call } from '@twende/ui/api/call.ts'
import { ask } from '@twende/ui/controls/ask.ts'
import { toast } from '@twende/ui/controls/toast.ts'
import { asRefusal } from '@twende/ui/loading/use-answer.ts'

/** Asks, and cancels; true when the order was cancelled. */
export async function cancelOrder({ _id: orderId, status }: Order): Promise<boolean> {
  const sure = await ask({
    sentence: 'Are you sure you want to cancel this order?',
    more:
      status === 'pending'
        ? 'Nothing was paid. The pieces are free for others again.'
        : 'What you paid goes back to the M-Pesa number that paid.',
    yes: 'Cancel order',
    no: 'Keep order',
    danger: true,
  })
  if (!sure) return false
  try {
    await call('POST /api/order/cancel', { body: { orderId } })
    toast.success('Order cancelled')
    return true
  } catch (error) {
    toast.error(`Failed to cancel order: ${asRefusal(error).message}`)
    return false
  }
}
