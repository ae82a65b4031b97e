import type { PriceGuide } from '@twende/contract/listings/listing.ts'
import { showKsh } from '@twende/contract/money.ts'
import { m } from '@twende/messages'
import { Sentence } from '../controls/sentence.tsx'

/** Where a price stands between the cheapest and the dearest of similar cars. */
export function PriceBandGuide({ price, guide }: { price: number; guide: PriceGuide }) {
  const { make, model, year, listings, median, lowest, highest } = guide
  const place = (ksh: number) =>
    highest > lowest ? Math.min(Math.max(((ksh - lowest) / (highest - lowest)) * 100, 0), 100) : 50
  return (
    <div className="figures mt-4 rounded-md bg-sand px-4 py-3 text-sm">
      <p>
        <Sentence
          text={m.listing_compare_price({
            count: listings,
            car: `${make} ${model}`,
            year,
            median: showKsh(median),
          })}
          marks={{ median: (text) => <strong className="whitespace-nowrap">{text}</strong> }}
        />
      </p>
      <div aria-hidden="true" className="mt-3">
        <div className="relative h-1.5 rounded-full bg-line">
          <span
            className="absolute -top-1 h-3.5 w-0.5 -translate-x-1/2 bg-soft"
            style={{ left: `${place(median)}%` }}
          />
          <span
            className="absolute top-1/2 size-4 -translate-x-1/2 -translate-y-1/2 rounded-full border-2 border-paper bg-acacia"
            style={{ left: `${place(price)}%` }}
          />
        </div>
        <p className="mt-2 flex justify-between text-soft">
          <span>{showKsh(lowest)}</span>
          <span>{showKsh(highest)}</span>
        </p>
      </div>
    </div>
  )
}
