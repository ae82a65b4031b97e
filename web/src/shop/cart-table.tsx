import { showKsh } from '@twende/contract/money.ts'
import { IconButton } from '@twende/ui/controls/button.tsx'
import { Picture } from '@twende/ui/pictures/picture.tsx'
import { Trash2 } from 'lucide-react'
import { Link } from 'react-router'
import { links } from '../links.ts'
import { type CartLine, shortageOf } from './cart-lines.ts'
import { useRemoveLine } from './cart-remove.ts'
import { QuantitySteps } from './product-counter.tsx'

const columns = ['Items', 'Title', 'Price', 'Quantity', 'Total', 'Remove'] as const
const toTheRight: ReadonlySet<string> = new Set(['Price', 'Total'])

/** The cart as a table, from 768 px on. */
export function CartTable({ lines }: { lines: readonly CartLine[] }) {
  return (
    <div className="panel hidden md:block">
      <table className="w-full">
        <thead>
          <tr className="border-b border-line text-left text-sm text-soft">
            {columns.map((column) => (
              <th
                key={column}
                scope="col"
                className={`px-3 py-3 font-semibold first:pl-5 ${toTheRight.has(column) ? 'text-right' : ''}`}
              >
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <Row key={line.product._id} line={line} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Row({ line }: { line: CartLine }) {
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
        <IconButton label={`Remove ${product.name}`} onClick={() => removeLine(line)}>
          <Trash2 aria-hidden="true" className="size-5" />
        </IconButton>
      </td>
    </tr>
  )
}
