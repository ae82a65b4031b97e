import { showKsh } from '@twende/contract/money.ts'
import { Picture } from '../pictures/picture.tsx'

export type ShownItem = { _id: string; name: string; price: number; quantity: number; image: string }

/** What is ordered: picture, name, how many, at what price. */
export function OrderItems({ items }: { items: readonly ShownItem[] }) {
  return (
    <ul className="grid gap-3">
      {items.map((item) => (
        <li key={item._id} className="grid grid-cols-[3.5rem_minmax(0,1fr)_auto] items-center gap-3">
          <Picture address={item.image} alt="" ratio="1/1" sizes="56px" className="rounded-sm" />
          <span className="min-w-0">
            <span className="block leading-tight font-semibold">{item.name}</span>
            <span className="figures block text-sm text-soft">
              {item.quantity} × {showKsh(item.price)}
            </span>
          </span>
          <span className="figures text-right whitespace-nowrap">{showKsh(item.price * item.quantity)}</span>
        </li>
      ))}
    </ul>
  )
}
