import { LoadingNote, Skeleton } from '@twende/ui/controls/skeleton.tsx'
import { ORDER_LAYOUT } from './order-layout.ts'

/** The cart, or an order to fill in, before its content is known. */
export function CartSkeleton() {
  return (
    <div aria-busy="true" className={ORDER_LAYOUT}>
      <LoadingNote>Loading your cart</LoadingNote>
      <Skeleton className="h-80 rounded-lg" />
      <Skeleton className="h-96 rounded-lg" />
    </div>
  )
}
