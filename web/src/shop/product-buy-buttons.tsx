import { whatsappLink } from '@twende/ui/address.ts'
import { useSettings } from '@twende/ui/api/settings.ts'
import { Button, LinkButton } from '@twende/ui/controls/button.tsx'
import { WhatsappMark } from '../frame/whatsapp-button.tsx'
import { ChatBuyButton } from './product-chat-button.tsx'
import type { ProductQuantity } from './product-quantity.ts'
import type { ProductTile } from './product-tile.ts'

type ProductBuyButtonsProps = {
  product: ProductTile
  quantity: ProductQuantity
  /** As in a bar at the edge of a phone. */
  small?: boolean
}

/** Into the cart, or straight into a chat; what is sold out can be asked after. */
export function ProductBuyButtons({ product, quantity, small }: ProductBuyButtonsProps) {
  if (product.stock === 0) return <AskWhenBack name={product.name} size={small ? 'sm' : 'md'} />
  return (
    <>
      <Button wide size={small ? 'sm' : 'md'} onClick={quantity.add}>
        Add To Cart
      </Button>
      <ChatBuyButton
        product={product}
        quantity={quantity.wanted}
        size={small ? 'sm' : 'md'}
        icon={!small && <WhatsappMark className="size-5" />}
      />
    </>
  )
}

function AskWhenBack({ name, size }: { name: string; size: 'sm' | 'md' }) {
  const { whatsappNumber } = useSettings()
  return (
    <>
      <Button wide size={size} disabled>
        Out of stock
      </Button>
      {whatsappNumber && (
        <LinkButton
          wide
          size={size}
          variant="secondary"
          href={whatsappLink(whatsappNumber, `Hello Twende, when will you have the ${name} again?`)}
          target="_blank"
          rel="noopener noreferrer"
        >
          Ask when it is back
        </LinkButton>
      )}
    </>
  )
}
