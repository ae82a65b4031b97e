import { classes } from '@twende/ui/controls/classes.ts'
import { Price } from '@twende/ui/controls/price.tsx'
import { Picture } from '@twende/ui/pictures/picture.tsx'
import { Link } from 'react-router'
import { links } from '../links.ts'
import { ChatBuyButton } from './product-chat-button.tsx'
import { ProductCounter } from './product-counter.tsx'
import { ProductStock } from './product-stock.tsx'
import type { ProductTile } from './product-tile.ts'

const CARD_SIZES = '(min-width: 1280px) 290px, (min-width: 1024px) 31vw, 46vw'

type ProductCardProps = {
  product: ProductTile
  /** For cards on the first screen. */
  priority?: boolean
}

/** A product in one glance: picture, name, price, whether it can be had, and the two ways to buy it. */
export function ProductCard({ product, priority }: ProductCardProps) {
  const { _id, name, price, stock, image, placeholder } = product
  return (
    <article className="panel relative flex h-full flex-col overflow-hidden">
      {/* The name below leads there too: twice the same stop would only hinder the keyboard. */}
      <Link to={links.product(_id)} tabIndex={-1} aria-hidden="true">
        <Picture
          address={image}
          placeholder={placeholder}
          alt=""
          ratio="1/1"
          sizes={CARD_SIZES}
          priority={priority}
          className={classes(stock === 0 && 'opacity-60 grayscale')}
        />
      </Link>
      <div className="flex flex-1 flex-col gap-1 p-3 sm:p-4">
        <h3 className="text-base leading-snug break-words sm:text-xl">
          <Link to={links.product(_id)} className="rounded-xs underline-offset-4 hover:underline">
            {name}
          </Link>
        </h3>
        <div className="mt-auto flex flex-wrap items-center justify-between gap-x-3 pt-2">
          <Price ksh={price} />
          <ProductStock stock={stock} />
        </div>
        <div className="-mx-1 mt-2 grid gap-2 sm:mx-0">
          <ProductCounter product={product} />
          <ChatBuyButton product={product} size="sm" />
        </div>
      </div>
    </article>
  )
}
