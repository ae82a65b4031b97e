import type { CallRefused } from '@twende/contract/http/call.ts'
import { showKsh } from '@twende/contract/money.ts'
import { useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { call } from '../api.ts'
import { openChatWindow } from '../bookings/chat-window.ts'
import { newKey } from '../bookings/new-key.ts'
import { asRefusal } from '../bookings/use-answer.ts'
import { ask } from '../ui/ask.ts'
import { alertPerson, toast } from '../ui/toast.ts'
import { useCart } from './cart-state.ts'

type Wish = { items: { _id: string; quantity: number }[]; amount: number }
type Bought = { _id: string; price: number }

/** Saves an order of one product, once however often it is tapped, and opens the chat about it. */
export function useProductChat({ _id, price }: Bought) {
  const [sending, setSending] = useState(false)
  const { revalidate } = useRevalidator()
  const { cart, set } = useCart()
  const busy = useRef(false)
  const attempt = useRef<{ text: string; key: string }>(undefined)

  async function send(wish: Wish): Promise<void> {
    if (busy.current) return
    busy.current = true
    setSending(true)
    const chat = openChatWindow('Saving your order. WhatsApp opens in a moment.')
    const text = JSON.stringify(wish)
    const { key } = attempt.current?.text === text ? attempt.current : { key: newKey() }
    attempt.current = { text, key }
    try {
      const { number, session_url } = await call(
        'POST /api/order/chat',
        { body: wish },
        { idempotencyKey: key },
      )
      attempt.current = undefined
      if (cart[_id]) set(_id, 0)
      toast.success(`Order ${number} is saved. Send the message that is ready in the chat.`)
      if (chat) chat.go(session_url)
      else window.location.assign(session_url)
      void revalidate()
    } catch (error) {
      chat?.close()
      const refusal = asRefusal(error)
      // A clear no ends the attempt; after a lost answer the same key asks what became of it.
      if (refusal.status >= 400 && refusal.status < 500) attempt.current = undefined
      void meet(refusal, wish)
    } finally {
      busy.current = false
      setSending(false)
    }
  }

  async function meet(refusal: CallRefused, wish: Wish) {
    if (refusal.status === 409 || refusal.status === 404) void revalidate()
    const now = refusal.code === 'price_changed' ? amountOf(refusal.data) : undefined
    if (now === undefined) return alertPerson(refusal.message, 'error')
    const agreed = await ask({
      sentence: refusal.message,
      more: `It was ${showKsh(wish.amount)} and is now ${showKsh(now)}.`,
      yes: `Order for ${showKsh(now)}`,
      no: 'Not now',
    })
    if (agreed) await send({ ...wish, amount: now })
  }

  function buy(wanted?: number) {
    const quantity = wanted ?? cart[_id] ?? 1
    return send({ items: [{ _id, quantity }], amount: price * quantity })
  }
  return { sending, buy }
}

/** The new total that comes with `price_changed`. */
function amountOf(quote: unknown): number | undefined {
  if (typeof quote !== 'object' || quote === null || !('amount' in quote)) return undefined
  return typeof quote.amount === 'number' ? quote.amount : undefined
}
