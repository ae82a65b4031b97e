import { Badge } from '@twende/ui/controls/badge.tsx'
import { Price } from '@twende/ui/controls/price.tsx'
import { ProductBuyButtons } from './product-buy-buttons.tsx'
import type { ProductQuantity } from './product-quantity.ts'
import { QuantityField } from './product-quantity-field.tsx'
import { ProductStock } from './product-stock.tsx'
import type { ProductTile } from './product-tile.ts'

type ProductBuyProps = { product: ProductTile; quantity: ProductQuantity }

/** What it is, what it costs, whether it can be had, how many, and the ways to buy it. */
export function ProductBuy({ product, quantity }: ProductBuyProps) {
  const { name, category, price, stock } = product
  return (
    <>
      <header>
        <Badge>{category}</Badge>
        <h1 className="title mt-3 break-words">{name}</h1>
        <p className="mt-5">
          <Price ksh={price} size="lg" />
        </p>
        <ProductStock stock={stock} className="mt-1" />
      </header>
      {(stock > 0 || quantity.inCart > 0) && <QuantityField product={product} quantity={quantity} />}
      <div className="mt-5 hidden gap-3 md:grid lg:grid-cols-2">
        <ProductBuyButtons product={product} quantity={quantity} />
      </div>
    </>
  )
}
