import { alertPerson } from '@twende/ui/controls/toast.ts'
import { useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { openChatWindow } from '../bookings/chat-window.ts'
import { useCart } from './cart-state.ts'
import type { Attempt } from './product-order.ts'

type Bought = { _id: string; price: number }

const bringOrder = () => import('./product-order.ts')

/** Orders one product in a chat, once however often it is tapped. */
export function useProductChat({ _id, price }: Bought) {
  const [sending, setSending] = useState(false)
  const { revalidate } = useRevalidator()
  const { cart, set } = useCart()
  const busy = useRef(false)
  const attempt = useRef<Attempt>(undefined)

  async function buy(wanted?: number) {
    if (busy.current) return
    busy.current = true
    setSending(true)
    const quantity = wanted ?? cart[_id] ?? 1
    // Now, while the tap still counts as one; the rest is fetched behind it.
    const chat = openChatWindow('Saving your order. WhatsApp opens in a moment.')
    try {
      const { orderByChat } = await bringOrder()
      const wish = { items: [{ _id, quantity }], amount: price * quantity }
      const ordered = await orderByChat(wish, chat, attempt)
      const left = (cart[_id] ?? 0) - quantity
      if (ordered && cart[_id]) set(_id, Math.max(left, 0))
      void revalidate()
    } catch {
      chat?.close()
      alertPerson('Error connecting to server', 'error')
    } finally {
      busy.current = false
      setSending(false)
    }
  }
  return { sending, buy }
}
