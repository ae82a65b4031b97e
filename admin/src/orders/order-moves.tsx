import type { StaffOrder } from '@twende/contract/shop/order.ts'
import type { StaffOrderMove } from '@twende/contract/shop/order-status.ts'
import { Button } from '@twende/ui/controls/button.tsx'
import { isDangerous, moveLabel, movesOn } from './order-desk-words.ts'

type OrderMovesProps = { order: StaffOrder; onMove: (move: StaffOrderMove) => void }

/** What comes next for an order, always in reach. */
export function OrderMoves({ order, onMove }: OrderMovesProps) {
  const open = movesOn(order)
  if (open.length === 0) return null
  return (
    <div className="sticky bottom-0 z-20 -mx-4 flex items-center gap-3 border-t border-line bg-paper px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:-mx-6 sm:px-6 lg:mx-0 lg:px-0 no-print">
      {open.map((move, at) => (
        <Button
          key={move}
          variant={at === 0 && !isDangerous(move) ? 'primary' : 'secondary'}
          className="flex-1 md:flex-none"
          onClick={() => onMove(move)}
        >
          {moveLabel(move)}
        </Button>
      ))}
    </div>
  )
}
