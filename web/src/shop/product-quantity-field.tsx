import { IconButton } from '@twende/ui/controls/button.tsx'
import { Field, Input } from '@twende/ui/controls/field.tsx'
import { Minus, Plus } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { Link } from 'react-router'
import { links } from '../links.ts'
import type { ProductQuantity } from './product-quantity.ts'
import type { ProductTile } from './product-tile.ts'

type QuantityFieldProps = { product: ProductTile; quantity: ProductQuantity }

/** How many are in the cart: one less, one more, or a number and Enter. */
export function QuantityField({ product, quantity }: QuantityFieldProps) {
  const { inCart, shown, refused, type, apply, oneMore, oneLess } = quantity
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') apply()
    if (event.key === 'Escape') type(undefined)
  }
  return (
    <Field
      label="Quantity"
      hint="Type a number and press Enter"
      error={refused ? 'Please enter a whole number, 0 or more' : undefined}
      className="mt-6"
    >
      <span className="flex items-center gap-2">
        <IconButton
          variant="secondary"
          className="size-12"
          label={`One less: ${product.name}`}
          aria-disabled={inCart === 0 || undefined}
          onClick={oneLess}
        >
          <Minus aria-hidden="true" className="size-5" />
        </IconButton>
        <span className="w-20">
          <Input
            name="quantity"
            inputMode="numeric"
            enterKeyHint="done"
            autoComplete="off"
            maxLength={9}
            className="figures text-center font-semibold"
            value={shown}
            onFocus={({ target }) => target.select()}
            onChange={({ target }) => type(target.value)}
            onKeyDown={onKeyDown}
          />
        </span>
        <IconButton
          variant="secondary"
          className="size-12"
          label={`One more: ${product.name}`}
          aria-disabled={inCart >= product.stock || undefined}
          onClick={oneMore}
        >
          <Plus aria-hidden="true" className="size-5" />
        </IconButton>
        {inCart > 0 && (
          <Link
            to={links.cart}
            className="inline-flex min-h-11 items-center px-2 text-sm font-semibold text-acacia underline underline-offset-4"
          >
            View cart
          </Link>
        )}
        <span role="status" className="sr-only">
          {inCart > 0 && `${inCart} in your cart`}
        </span>
      </span>
    </Field>
  )
}
