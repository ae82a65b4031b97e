import { showKsh } from '@twende/contract/money.ts'
import { m } from '@twende/messages'
import { IconButton } from '@twende/ui/controls/button.tsx'
import { Price } from '@twende/ui/controls/price.tsx'
import { toast } from '@twende/ui/controls/toast.ts'
import { Picture } from '@twende/ui/pictures/picture.tsx'
import { Trash2 } from 'lucide-react'
import { Link } from 'react-router'
import { links } from '../../links.ts'
import { QuantitySteps } from '../catalog/product-counter.tsx'
import { type CartLine, shortageOf } from './cart-lines.ts'
import { useCart } from './cart-state.ts'

const columns = [
  { id: 'items', label: m.cart_column_items },
  { id: 'title', label: m.cart_column_title },
  { id: 'price', label: m.common_price, toTheRight: true },
  { id: 'quantity', label: m.cart_column_quantity },
  { id: 'total', label: m.cart_column_total, toTheRight: true },
  { id: 'remove', label: m.common_remove },
]

/** The cart as a table, from 768 px on. */
export function CartTable({ lines }: { lines: readonly CartLine[] }) {
  return (
    <div className="panel hidden md:block">
      <table className="w-full">
        <thead>
          <tr className="border-b border-line text-left text-sm text-soft">
            {columns.map(({ id, label, toTheRight }) => (
              <th
                key={id}
                scope="col"
                className={`px-3 py-3 font-semibold first:pl-5 ${toTheRight ? 'text-right' : ''}`}
              >
                {label()}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <TableRow key={line.product._id} line={line} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function TableRow({ line }: { line: CartLine }) {
  const { product, quantity } = line
  const removeLine = useRemoveLine()
  const short = shortageOf(line)
  return (
    <tr className="border-b border-line last:border-0">
      <td className="py-3 pr-3 pl-5">
        <Picture
          address={product.image}
          placeholder={product.pictures[0]?.placeholder}
          alt=""
          ratio="1/1"
          sizes="80px"
          className="w-20 rounded-sm"
        />
      </td>
      <td className="px-3 py-3">
        <Link
          to={links.product(product._id)}
          className="inline-flex min-h-8 items-center font-semibold underline-offset-4 hover:underline"
        >
          {product.name}
        </Link>
        {short && <p className="text-sm font-semibold text-clay-deep">{short}</p>}
      </td>
      <td className="figures px-3 py-3 text-right whitespace-nowrap">{showKsh(product.price)}</td>
      <td className="px-3 py-3">
        <QuantitySteps product={product} />
      </td>
      <td className="figures px-3 py-3 text-right font-semibold whitespace-nowrap">
        {showKsh(product.price * quantity)}
      </td>
      <td className="px-3 py-3">
        <IconButton label={m.common_remove_item({ item: product.name })} onClick={() => removeLine(line)}>
          <Trash2 aria-hidden="true" className="size-5" />
        </IconButton>
      </td>
    </tr>
  )
}

/** The cart as a list of rows, for phones. */
export function CartRows({ lines }: { lines: readonly CartLine[] }) {
  return (
    <ul className="panel md:hidden">
      {lines.map((line) => (
        <ListRow key={line.product._id} line={line} />
      ))}
    </ul>
  )
}

function ListRow({ line }: { line: CartLine }) {
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
            label={m.common_remove_item({ item: product.name })}
            className="-mt-1.5 -mr-2"
            onClick={() => removeLine(line)}
          >
            <Trash2 aria-hidden="true" className="size-5" />
          </IconButton>
        </div>
        <p className="figures text-sm text-soft">{m.cart_price_each({ price: showKsh(product.price) })}</p>
        {short && <p className="text-sm font-semibold text-clay-deep">{short}</p>}
        <div className="mt-3 flex flex-wrap items-center justify-between gap-3">
          <QuantitySteps product={product} />
          <Price ksh={product.price * quantity} size="sm" />
        </div>
      </div>
    </li>
  )
}

/** Takes a whole line out of the cart, and gives the focus to the page, as its button is gone. */
function useRemoveLine(): (line: CartLine) => void {
  const { set } = useCart()
  return ({ product }) => {
    set(product._id, 0)
    document.getElementById('content')?.focus({ preventScroll: true })
    toast.info(m.cart_removed({ name: product.name }), 'cart')
  }
}
