import { showKsh } from '@twende/contract/money.ts'
import { IconButton } from '@twende/ui/controls/button.tsx'
import { Price } from '@twende/ui/controls/price.tsx'
import { Picture } from '@twende/ui/pictures/picture.tsx'
import { Trash2 } from 'lucide-react'
import { Link } from 'react-router'
import { links } from '../links.ts'
import { type CartLine, shortageOf } from './cart-lines.ts'
import { useRemoveLine } from './cart-remove.ts'
import { QuantitySteps } from './product-counter.tsx'

/** The cart as a list of rows, for phones. */
export function CartRows({ lines }: { lines: readonly CartLine[] }) {
  return (
    <ul className="panel md:hidden">
      {lines.map((line) => (
        <Row key={line.product._id} line={line} />
      ))}
    </ul>
  )
}

function Row({ line }: { line: CartLine }) {
  const { product, quantity } = line
  const removeLine = useRemoveLine()
  const short = shortageOf(line)
  return (
    <li className="grid grid-cols-[5rem_minmax(0,1fr)] gap-x-4 gap-y-3 border-b border-line p-4 last:border-0">
      <Picture
        address={product.image}
        placeholder={product.pictures[0]?.placeholder}
        alt=""
        ratio="1/1"
        sizes="80px"
        className="self-start rounded-sm"
      />
      <div className="min-w-0">
        <div className="flex items-start justify-between gap-2">
          <Link to={links.product(product._id)} className="py-1 leading-tight font-semibold">
            {product.name}
          </Link>
          <IconButton
            label={`Remove ${product.name}`}
            className="-mt-1.5 -mr-2"
            onClick={() => removeLine(line)}
          >
            <Trash2 aria-hidden="true" className="size-5" />
          </IconButton>
        </div>
        <p className="figures text-sm text-soft">{showKsh(product.price)} each</p>
        {short && <p className="text-sm font-semibold text-clay-deep">{short}</p>}
        <div className="mt-3 flex flex-wrap items-center justify-between gap-3">
          <QuantitySteps product={product} />
          <Price ksh={product.price * quantity} size="sm" />
        </div>
      </div>
    </li>
  )
}
