import type { ApiError } from '@twende/contract/http/call.ts'
import { showKsh } from '@twende/contract/money.ts'
import { m } from '@twende/messages'
import { call } from '@twende/ui/api/call.ts'
import { ask } from '@twende/ui/controls/ask.ts'
import { alertPerson, toast } from '@twende/ui/controls/toast.ts'
import type { useAttemptKey } from '@twende/ui/form/use-attempt-key.ts'
import { asRefusal } from '@twende/ui/loading/use-answer.ts'
import { openChatWindow } from '../../frame/chat-window.ts'

type ChatOrder = { items: { _id: string; quantity: number }[]; amount: number }
type ChatWindow = ReturnType<typeof openChatWindow>

/** Saves an order and leads on to the chat about it; tells whether it did. */
export async function orderByChat(
  order: ChatOrder,
  chat: ChatWindow,
  attempt: ReturnType<typeof useAttemptKey>,
): Promise<boolean> {
  try {
    const { number, session_url } = await call(
      'POST /api/order/chat',
      { body: order },
      { idempotencyKey: attempt.keyOf(order) },
    )
    attempt.done()
    toast.success(m.checkout_saved({ number }))
    if (chat) chat.go(session_url)
    else window.location.assign(session_url)
    return true
  } catch (error) {
    chat?.close()
    const amount = await agreedAmount(asRefusal(error), order)
    if (amount === undefined) return false
    return orderByChat({ ...order, amount }, openChatWindow(m.checkout_chat_opening()), attempt)
  }
}

/** The new price, if that was the trouble and the person takes it. */
async function agreedAmount(refusal: ApiError, order: ChatOrder): Promise<number | undefined> {
  const now = refusal.code === 'price_changed' ? amountOf(refusal.data) : undefined
  if (now === undefined) {
    alertPerson(refusal.message, 'error')
    return undefined
  }
  const agreed = await ask({
    sentence: refusal.message,
    more: m.checkout_price_changed({ before: showKsh(order.amount), now: showKsh(now) }),
    yes: m.checkout_price_agree({ price: showKsh(now) }),
    no: m.checkout_price_decline(),
  })
  return agreed ? now : undefined
}

function amountOf(quote: unknown): number | undefined {
  if (typeof quote !== 'object' || quote === null || !('amount' in quote)) return undefined
  return typeof quote.amount === 'number' ? quote.amount : undefined
}
