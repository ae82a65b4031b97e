import { Skeleton } from '@twende/ui/controls/skeleton.tsx'
import { ProductCard } from './product-card.tsx'
import type { ProductTile } from './product-tile.ts'

export const COLLECTION_GRID = 'grid grid-cols-2 gap-3 sm:gap-5 lg:grid-cols-3 xl:grid-cols-4'
const CARDS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l']

/** Cards of products. */
export function CollectionGrid({ tiles }: { tiles: readonly ProductTile[] }) {
  return (
    <ul className={COLLECTION_GRID}>
      {tiles.map((product, at) => (
        <li key={product._id}>
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
