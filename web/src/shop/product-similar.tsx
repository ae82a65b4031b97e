import { Price } from '@twende/ui/controls/price.tsx'
import { Picture } from '@twende/ui/pictures/picture.tsx'
import { Link } from 'react-router'
import { links } from '../links.ts'
import { ProductStock } from './product-stock.tsx'
import type { ProductTile } from './product-tile.ts'

/** A few other products, those of the same kind first. */
export function SimilarProducts({ products }: { products: readonly ProductTile[] }) {
  if (products.length === 0) return null
  return (
    <section className="mt-14" aria-labelledby="similar-products">
      <h2 id="similar-products" className="mb-5 text-2xl sm:text-3xl">
        You may also like
      </h2>
      <ul className="grid grid-cols-2 gap-3 sm:gap-5 lg:grid-cols-4">
        {products.map(({ _id, name, image, placeholder, price, stock }) => (
          <li key={_id} className="panel relative flex flex-col overflow-hidden">
            <Picture
              address={image}
              placeholder={placeholder}
              alt=""
              ratio="1/1"
              sizes="(min-width: 1280px) 290px, (min-width: 1024px) 23vw, 46vw"
            />
            <div className="flex flex-1 flex-col gap-1 p-3 sm:p-4">
              <h3 className="text-base leading-snug break-words sm:text-xl">
                <Link
                  to={links.product(_id)}
                  className="rounded-xs underline-offset-4 after:absolute after:inset-0 hover:underline"
                >
                  {name}
                </Link>
              </h3>
              <p className="mt-auto pt-2">
                <Price ksh={price} />
              </p>
              <ProductStock stock={stock} />
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
