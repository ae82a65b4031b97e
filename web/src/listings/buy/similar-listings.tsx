import { m } from '@twende/messages'
import { Price } from '@twende/ui/controls/price.tsx'
import { PriceBandBadge } from '@twende/ui/listings/price-band-badge.tsx'
import { showKm } from '@twende/ui/listings/sale-labels.ts'
import { Picture } from '@twende/ui/pictures/picture.tsx'
import { Link } from 'react-router'
import { CatalogName } from '../../content/catalog-name.ts'
import { links } from '../../links.ts'
import type { SimilarListing } from './listing-page-data.ts'

/** A few other cars of the same kind. */
export function SimilarListings({ listings }: { listings: readonly SimilarListing[] }) {
  if (listings.length === 0) return null
  return (
    <section className="mt-14" aria-labelledby="similar-cars">
      <h2 id="similar-cars" className="mb-5 text-2xl sm:text-3xl">
        {m.listing_page_similar()}
      </h2>
      <ul className="grid gap-5 sm:grid-cols-2 xl:grid-cols-4">
        {listings.map((listing) => (
          <li
            key={listing._id}
            className="panel relative row-span-4 grid grid-rows-subgrid gap-0 overflow-hidden"
          >
            <Picture
              address={listing.picture}
              placeholder={listing.placeholder}
              alt=""
              sizes="(min-width: 1280px) 290px, (min-width: 640px) 47vw, 92vw"
            />
            <div className="row-span-3 grid grid-rows-subgrid gap-2 p-4">
              <h3 className="text-xl leading-snug">
                <Link
                  to={links.buyCar(listing._id)}
                  className="rounded-xs underline-offset-4 after:absolute after:inset-0 hover:underline"
                >
                  {listing.name}
                </Link>
              </h3>
              <p className="figures text-sm text-soft">
                {listing.year}, {showKm(listing.mileage)},{' '}
                <CatalogName kind="location" name={listing.location} />
              </p>
              <p className="flex flex-wrap content-start items-center gap-2 pt-2">
                <Price ksh={listing.price} />
                <PriceBandBadge band={listing.priceBand} />
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
