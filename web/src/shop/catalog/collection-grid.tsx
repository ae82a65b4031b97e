import { m } from '@twende/messages'
import { classes } from '@twende/ui/controls/classes.ts'
import { Price } from '@twende/ui/controls/price.tsx'
import { Skeleton } from '@twende/ui/controls/skeleton.tsx'
import { Picture } from '@twende/ui/pictures/picture.tsx'
import { Link } from 'react-router'
import { links } from '../../links.ts'
import { ChatBuyButton } from './product-chat-button.tsx'
import { ProductCounter } from './product-counter.tsx'
import type { ProductTile } from './product-tile.ts'

/** Below this a customer is told how many are left. */
const FEW = 5

const CARD_SIZES = '(min-width: 1280px) 290px, (min-width: 1024px) 31vw, 46vw'

export const COLLECTION_GRID = 'grid grid-cols-2 gap-3 sm:gap-5 lg:grid-cols-3 xl:grid-cols-4'
const CARDS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l']

/** Cards of products. */
export function CollectionGrid({ tiles }: { tiles: readonly ProductTile[] }) {
  return (
    <ul className={COLLECTION_GRID}>
      {tiles.map((product, at) => (
        <li key={product._id} className="row-span-4 grid grid-rows-subgrid gap-0">
          <ProductCard product={product} priority={at < 2} />
        </li>
      ))}
    </ul>
  )
}

/** Products that are still on their way, in the cards' own measures. */
export function CollectionSkeleton() {
  return (
    <div aria-busy="true" className={COLLECTION_GRID}>
      {CARDS.map((card) => (
        <div key={card} className="panel overflow-hidden">
          <Skeleton className="aspect-square rounded-none" />
          <div className="flex flex-col gap-2 p-3 sm:p-4">
            <Skeleton className="h-6 w-5/6" />
            <Skeleton className="mt-2 h-7 w-28" />
            <Skeleton className="h-11 rounded-md" />
            <Skeleton className="h-11 rounded-md" />
          </div>
        </div>
      ))}
    </div>
  )
}

type ProductCardProps = {
  product: ProductTile
  /** For cards on the first screen. */
  priority?: boolean
}

/** A product in one glance: picture, name, price, whether it can be had, and the two ways to buy it. */
function ProductCard({ product, priority }: ProductCardProps) {
  const { _id, name, price, stock, image, placeholder } = product
  return (
    <article className="panel relative row-span-full grid grid-rows-subgrid overflow-hidden">
      {/* The name below leads there too: twice the same stop would only hinder the keyboard. */}
      <Link to={links.product(_id)} tabIndex={-1} aria-hidden="true">
        <Picture
          address={image}
          placeholder={placeholder}
          alt=""
          ratio="1/1"
          sizes={CARD_SIZES}
          priority={priority}
          className={classes(stock === 0 && 'greyed')}
        />
      </Link>
      <div className="row-span-3 grid grid-rows-subgrid gap-1 p-3 sm:p-4">
        <h3 className="text-base leading-snug sm:text-xl">
          <Link to={links.product(_id)} className="rounded-xs underline-offset-4 hover:underline">
            {name}
          </Link>
        </h3>
        <div className="flex flex-wrap content-start items-center justify-between gap-x-3 pt-2">
          <Price ksh={price} />
          <ProductStock stock={stock} />
        </div>
        <div className="-mx-1 mt-2 grid content-start gap-2 sm:mx-0">
          <ProductCounter product={product} />
          <ChatBuyButton product={product} size="sm" />
        </div>
      </div>
    </article>
  )
}

/** Whether a product can be had, and how many are left when they are few. */
export function ProductStock({ stock, className }: { stock: number; className?: string }) {
  const look = stock === 0 ? 'text-soft' : stock <= FEW ? 'text-sunrise-ink' : 'text-acacia'
  return <p className={classes('figures text-sm font-semibold', look, className)}>{stockLabel(stock)}</p>
}

function stockLabel(stock: number): string {
  if (stock === 0) return m.shop_out_of_stock()
  return stock <= FEW ? m.shop_few_left({ stock }) : m.shop_in_stock()
}
