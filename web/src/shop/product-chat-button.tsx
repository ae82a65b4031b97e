import { Button, type ButtonLook } from '@twende/ui/controls/button.tsx'
import { useProductChat } from './product-chat.ts'
import type { ProductTile } from './product-tile.ts'

type ChatBuyButtonProps = ButtonLook & {
  product: ProductTile
  /** As many as the cart has of it unless something else is asked for; at least one. */
  quantity?: number | undefined
}

/** Orders the product in a chat. */
export function ChatBuyButton({ product, quantity, ...look }: ChatBuyButtonProps) {
  const { sending, buy } = useProductChat(product)
  return (
    <Button
      variant="secondary"
      wide
      {...look}
      disabled={product.stock === 0}
      pending={sending}
      aria-label={`Buy With WhatsApp: ${product.name}`}
      onClick={() => void buy(quantity)}
    >
      Buy With WhatsApp
    </Button>
  )
}
