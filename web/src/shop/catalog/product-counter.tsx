import { MAX_QUANTITY } from '@twende/contract/shop/shop-choices.ts'
import { m } from '@twende/messages'
import { Button, IconButton } from '@twende/ui/controls/button.tsx'
import { classes } from '@twende/ui/controls/classes.ts'
import { toast } from '@twende/ui/controls/toast.ts'
import { Minus, Plus } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useCart } from '../cart/cart-state.ts'

export type CountedProduct = { _id: string; name: string; stock: number }
type ProductCounterProps = { product: CountedProduct; className?: string | undefined }

/** "Add To Cart"; once it is in the cart, how many of it, with one less and one more. Both take the same room. */
export function ProductCounter({ product, className }: ProductCounterProps) {
  const { cart } = useCart()
  const quantity = cart[product._id] ?? 0
  const place = useRef<HTMLDivElement>(null)
  const tapped = useRef(false)
  // The button that was tapped goes when the counter comes, and the other way round.
  useEffect(() => {
    if (!tapped.current) return
    tapped.current = false
    if (place.current?.contains(document.activeElement)) return
    const next = quantity > 0 ? 'button:last-of-type' : 'button'
    place.current?.querySelector<HTMLButtonElement>(next)?.focus()
  }, [quantity])
  return (
    <div
      ref={place}
      className={className}
      onClickCapture={() => {
        tapped.current = true
      }}
    >
      {quantity > 0 ? <QuantitySteps product={product} wide /> : <AddButton product={product} />}
    </div>
  )
}

function AddButton({ product }: { product: CountedProduct }) {
  const { add } = useCart()
  const gone = product.stock === 0
  return (
    <Button
      size="sm"
      wide
      disabled={gone}
      aria-label={
        gone ? m.shop_out_of_stock_label({ name: product.name }) : m.shop_add_label({ name: product.name })
      }
      onClick={() => add(product._id)}
    >
      {gone ? m.shop_out_of_stock() : m.shop_add()}
    </Button>
  )
}

type QuantityStepsProps = { product: CountedProduct; wide?: boolean }

/** One less, how many are in the cart, one more; what the shop does not have is not added. */
export function QuantitySteps({ product, wide = false }: QuantityStepsProps) {
  const { cart, add, remove } = useCart()
  const { _id, name, stock } = product
  const quantity = cart[_id] ?? 0
  const oneMore = () => {
    if (quantity < Math.min(stock, MAX_QUANTITY)) add(_id)
    else toast.info(quantityLimit(product), 'cart')
  }
  return (
    <fieldset
      className={classes(
        'items-center justify-between rounded-md border border-edge bg-card',
        wide ? 'flex' : 'inline-flex',
      )}
    >
      <legend className="sr-only">{m.shop_quantity_label({ name })}</legend>
      <IconButton label={m.shop_one_less({ name })} className="-my-px -ml-px" onClick={() => remove(_id)}>
        <Minus aria-hidden="true" className="size-5" />
      </IconButton>
      <output className="figures min-w-8 text-center font-semibold">{quantity}</output>
      <IconButton
        label={m.shop_one_more({ name })}
        className="-my-px -mr-px"
        aria-disabled={quantity >= Math.min(stock, MAX_QUANTITY) || undefined}
        onClick={oneMore}
      >
        <Plus aria-hidden="true" className="size-5" />
      </IconButton>
    </fieldset>
  )
}

/** Why no more of a product can be added. */
export function quantityLimit({ name, stock }: Pick<CountedProduct, 'name' | 'stock'>): string {
  if (stock === 0) return m.shop_limit_none({ name })
  return stock < MAX_QUANTITY
    ? m.shop_limit_stock({ stock, name })
    : m.shop_limit_order({ max: MAX_QUANTITY })
}
