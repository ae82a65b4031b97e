import { m } from '@twende/messages'
import { Button, type ButtonLook } from '@twende/ui/controls/button.tsx'
import { alertPerson } from '@twende/ui/controls/toast.ts'
import { useAttemptKey } from '@twende/ui/form/use-attempt-key.ts'
import { useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { openChatWindow } from '../../frame/chat-window.ts'
import { useCart } from '../cart/cart-state.ts'
import type { ProductTile } from './product-tile.ts'

const loadOrder = () => import('./product-order.ts')

type ChatBuyButtonProps = ButtonLook & { product: ProductTile }

/** Orders the product in a chat: as many as the cart has of it, at least one. */
export function ChatBuyButton({ product, ...look }: ChatBuyButtonProps) {
  const { sending, buy } = useProductChat(product)
  return (
    <Button
      variant="secondary"
      wide
      {...look}
      disabled={product.stock === 0}
      pending={sending}
      aria-label={m.shop_buy_by_whatsapp_label({ name: product.name })}
      onClick={() => void buy()}
    >
      {m.shop_buy_by_whatsapp()}
    </Button>
  )
}

type Bought = { _id: string; price: number }

/** Orders one product in a chat, once however often it is tapped. */
function useProductChat({ _id, price }: Bought) {
  const [sending, setSending] = useState(false)
  const { revalidate } = useRevalidator()
  const { cart, set } = useCart()
  const busy = useRef(false)
  const attempt = useAttemptKey()

  async function buy() {
    if (busy.current) return
    busy.current = true
    setSending(true)
    const quantity = cart[_id] ?? 1
    // Now, while the tap still counts as one; the rest is fetched behind it.
    const chat = openChatWindow(m.checkout_chat_opening())
    try {
      const { orderByChat } = await loadOrder()
      const order = { items: [{ _id, quantity }], amount: price * quantity }
      const ordered = await orderByChat(order, chat, attempt)
      if (ordered && cart[_id]) set(_id, 0)
      void revalidate()
    } catch {
      chat?.close()
      alertPerson(m.common_unreachable(), 'error')
    } finally {
      busy.current = false
      setSending(false)
    }
  }
  return { sending, buy }
}
