import type { ApiError } from '@twende/contract/http/call.ts'
import type { RouteAnswer } from '@twende/contract/http/route.ts'
import { showKsh } from '@twende/contract/money.ts'
import type { Routes } from '@twende/contract/routes.ts'
import type { DeliveryAddress } from '@twende/contract/shop/delivery-address.ts'
import type { OrderChannel } from '@twende/contract/shop/shop-choices.ts'
import { m } from '@twende/messages'
import { openLogin } from '@twende/ui/accounts/login-prompt.ts'
import { call, sendOfferingProof } from '@twende/ui/api/call.ts'
import { useSettings } from '@twende/ui/api/settings.ts'
import { ask } from '@twende/ui/controls/ask.ts'
import { alertPerson, toast } from '@twende/ui/controls/toast.ts'
import { useAttemptKey } from '@twende/ui/form/use-attempt-key.ts'
import { asRefusal } from '@twende/ui/loading/use-answer.ts'
import { useRef, useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import { openChatWindow } from '../../frame/chat-window.ts'
import { links } from '../../links.ts'
import { useCart } from '../cart/cart-state.ts'

type OrderedItems = { items: { _id: string; quantity: number }[]; amount: number }

/** From the cart into a chat, address and all left to it; or from the delivery form. */
export type OrderRequest = OrderedItems &
  ({ by: 'chat' } | { by: 'form'; channel: OrderChannel; address: DeliveryAddress })

export type PlacedOrder = RouteAnswer<Routes['POST /api/order/place']>
export type PlaceProblem = { code: ApiError['code']; reason: string }

/** Sends an order once however often it is tapped, meets each no, and leads on to the money or the chat. */
export function usePlaceOrder() {
  const [placing, setPlacing] = useState<OrderChannel>()
  /** It is done and the way on has begun: an empty cart then means nothing. */
  const [placed, setPlaced] = useState(false)
  const [problem, setProblem] = useState<PlaceProblem>()
  const { revalidate } = useRevalidator()
  const followOrder = useFollowOrder()
  const busy = useRef(false)
  const attempt = useAttemptKey()

  async function place(request: OrderRequest): Promise<void> {
    if (busy.current) return
    busy.current = true
    setPlacing(isChat(request) ? 'whatsapp' : 'mpesa')
    setProblem(undefined)
    const chat = isChat(request) ? openChatWindow(m.checkout_chat_opening()) : undefined
    try {
      const answer = await send(request, attempt.keyOf(request))
      attempt.done()
      setPlaced(true)
      followOrder(answer, chat)
    } catch (error) {
      chat?.close()
      void meet(asRefusal(error), request)
    } finally {
      busy.current = false
      setPlacing(undefined)
    }
  }

  async function meet(refusal: ApiError, request: OrderRequest) {
    if (refusal.code === 'not_signed_in') {
      return openLogin({ prompt: true, onSignedIn: () => void place(request) })
    }
    const now = refusal.code === 'price_changed' ? amountOf(refusal.data) : undefined
    if (now === undefined) {
      alertPerson(m.checkout_failed(), 'error')
      return setProblem({ code: refusal.code, reason: refusal.message })
    }
    void revalidate()
    const agreed = await ask({
      sentence: refusal.message,
      more: m.checkout_price_changed({ before: showKsh(request.amount), now: showKsh(now) }),
      yes: m.checkout_price_agree({ price: showKsh(now) }),
      no: m.checkout_price_decline(),
    })
    if (agreed) await place({ ...request, amount: now })
  }

  return { placing, placed, problem, place }
}

type ChatWindow = ReturnType<typeof openChatWindow>

/** Where a placed order leads: to the page to pay on, or into the chat, with the cart empty and home behind it. */
function useFollowOrder() {
  const { clear, reload } = useCart()
  const { publicUrl } = useSettings()
  const navigate = useNavigate()
  return (placed: PlacedOrder, chat: ChatWindow) => {
    const { session_url: next, whatsapp, number } = placed
    if (whatsapp) {
      clear()
      toast.success(m.checkout_saved({ number }))
      void navigate(links.home)
      if (chat) chat.go(whatsapp.link)
      else window.location.assign(whatsapp.link)
      return
    }
    reload()
    // Our own page to pay on opens where we are, also where the site is reached by another name.
    if (publicUrl !== '' && next.startsWith(`${publicUrl}/`)) void navigate(next.slice(publicUrl.length))
    else window.location.assign(next)
  }
}

function isChat(request: OrderRequest): boolean {
  return request.by === 'chat' || request.channel === 'whatsapp'
}

function send(request: OrderRequest, idempotencyKey: string): Promise<PlacedOrder> {
  const { items, amount } = request
  if (request.by === 'chat')
    return call('POST /api/order/chat', { body: { items, amount } }, { idempotencyKey })
  const { channel, address } = request
  const body = { items, amount, channel, address }
  const place = (offersProof: boolean) =>
    call('POST /api/order/place', { body }, { idempotencyKey, offersProof })
  return channel === 'mpesa' ? sendOfferingProof(place) : place(false)
}

/** The new total that comes with `price_changed`. */
function amountOf(quote: unknown): number | undefined {
  if (typeof quote !== 'object' || quote === null || !('amount' in quote)) return undefined
  return typeof quote.amount === 'number' ? quote.amount : undefined
}
