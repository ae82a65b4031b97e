import type { ApiError } from '@twende/contract/http/call.ts'
import type { RouteAnswer } from '@twende/contract/http/route.ts'
import { showKsh } from '@twende/contract/money.ts'
import type { Routes } from '@twende/contract/routes.ts'
import type { DeliveryAddress } from '@twende/contract/shop/order.ts'
import type { OrderChannel } from '@twende/contract/shop/shop-choices.ts'
import { openLogin } from '@twende/ui/accounts/login-prompt.ts'
import { call } from '@twende/ui/api/call.ts'
import { useSettings } from '@twende/ui/api/settings.ts'
import { ask } from '@twende/ui/controls/ask.ts'
import { alertPerson, toast } from '@twende/ui/controls/toast.ts'
import { newKey } from '@twende/ui/form/new-key.ts'
import { asRefusal } from '@twende/ui/loading/use-answer.ts'
import { useRef, useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import { openChatWindow } from '../bookings/chat-window.ts'
import { links } from '../links.ts'
import { useCart } from './cart-state.ts'

type Wished = { items: { _id: string; quantity: number }[]; amount: number }

/** From the cart into a chat, address and all left to it; or from the delivery form. */
export type OrderWish = Wished &
  ({ by: 'chat' } | { by: 'form'; channel: OrderChannel; address: DeliveryAddress })

export type PlacedOrder = RouteAnswer<Routes['POST /api/order/place']>
export type PlaceProblem = { code: ApiError['code']; reason: string }

/** Sends an order once however often it is tapped, meets each no, and leads on to the money or the chat. */
export function usePlaceOrder() {
  const [placing, setPlacing] = useState(false)
  /** It is done and the way on has begun: an empty cart then means nothing. */
  const [placed, setPlaced] = useState(false)
  const [problem, setProblem] = useState<PlaceProblem>()
  const { revalidate } = useRevalidator()
  const followOrder = useFollowOrder()
  const busy = useRef(false)
  const attempt = useRef<{ text: string; key: string }>(undefined)

  async function place(wish: OrderWish): Promise<void> {
    if (busy.current) return
    busy.current = true
    setPlacing(true)
    setProblem(undefined)
    const chat = isChat(wish) ? openChatWindow('Saving your order. WhatsApp opens in a moment.') : undefined
    const text = JSON.stringify(wish)
    const sent = attempt.current?.text === text ? attempt.current : { text, key: newKey() }
    attempt.current = sent
    try {
      const answer = await send(wish, sent.key)
      setPlaced(true)
      followOrder(answer, chat)
      attempt.current = undefined
    } catch (error) {
      chat?.close()
      const refusal = asRefusal(error)
      // A clear no ends the attempt; after a lost answer the same key asks what became of it.
      if (refusal.status >= 400 && refusal.status < 500) attempt.current = undefined
      void meet(refusal, wish)
    } finally {
      busy.current = false
      setPlacing(false)
    }
  }

  async function meet(refusal: ApiError, wish: OrderWish) {
    if (refusal.code === 'not_signed_in') {
      return openLogin({ prompt: true, onSignedIn: () => void place(wish) })
    }
    const now = refusal.code === 'price_changed' ? amountOf(refusal.data) : undefined
    if (now === undefined) {
      alertPerson('Error placing order', 'error')
      return setProblem({ code: refusal.code, reason: refusal.message })
    }
    void revalidate()
    const agreed = await ask({
      sentence: refusal.message,
      more: `It was ${showKsh(wish.amount)} and is now ${showKsh(now)}.`,
      yes: `Order for ${showKsh(now)}`,
      no: 'Not now',
    })
    if (agreed) await place({ ...wish, amount: now })
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
      toast.success(`Order ${number} is saved. Send the message that is ready in the chat.`)
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

function isChat(wish: OrderWish): boolean {
  return wish.by === 'chat' || wish.channel === 'whatsapp'
}

function send(wish: OrderWish, idempotencyKey: string): Promise<PlacedOrder> {
  const { items, amount } = wish
  if (wish.by === 'chat') return call('POST /api/order/chat', { body: { items, amount } }, { idempotencyKey })
  const { channel, address } = wish
  return call('POST /api/order/place', { body: { items, amount, channel, address } }, { idempotencyKey })
}

/** The new total that comes with `price_changed`. */
function amountOf(quote: unknown): number | undefined {
  if (typeof quote !== 'object' || quote === null || !('amount' in quote)) return undefined
  return typeof quote.amount === 'number' ? quote.amount : undefined
}
