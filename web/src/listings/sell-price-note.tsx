import { OLDEST_MODEL_YEAR } from '@twende/contract/business-constants.ts'
import { priceBand } from '@twende/contract/listings/price-guide.ts'
import { readShillings } from '@twende/contract/listings/sell-form-checks.ts'
import { showKsh } from '@twende/contract/money.ts'
import { call } from '@twende/ui/api/call.ts'
import { PriceBandBadge } from '@twende/ui/listings/price-band-badge.tsx'
import { useEffect, useState } from 'react'
import type { ListingValues } from './listing-form/listing-values.ts'

const PAUSE_MS = 600

/** What similar cars cost, while the seller types. */
export function SellPriceNote({ values }: { values: Pick<ListingValues, 'name' | 'year' | 'price'> }) {
  const guide = usePriceGuide(values.name, values.year)
  if (!guide) return 'In shillings, with or without commas.'
  const { year, make, model, lowest, highest, median } = guide
  const price = readShillings(values.price)
  return (
    <>
      <span className="figures">
        A {year} {make} {model} is offered at {showKsh(lowest)} to {showKsh(highest)}, mostly around{' '}
        {showKsh(median)}.
      </span>{' '}
      {price !== undefined && price > 0 && <PriceBandBadge band={priceBand(price, median)} />}
    </>
  )
}

type Guide = Awaited<ReturnType<typeof askGuide>>

/** Asks once the typing rests; an older answer never replaces a newer one. */
function usePriceGuide(name: string, year: string): Guide {
  const asked = `${name.trim()} ${year.trim()}`
  const [known, setKnown] = useState<{ asked: string; guide: Guide }>()
  useEffect(() => {
    if (name.trim().length < 4 || !(Number(year) >= OLDEST_MODEL_YEAR)) return
    const leaving = new AbortController()
    const timer = setTimeout(async () => {
      // A hint only: without an answer there is none.
      const guide = await askGuide(name, Number(year), leaving.signal).catch(() => null)
      if (!leaving.signal.aborted) setKnown({ asked, guide })
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      leaving.abort()
    }
  }, [asked, name, year])
  return known?.asked === asked ? known.guide : null
}

/** The names of makes and models are many: they are fetched with the first question. */
async function askGuide(name: string, year: number, signal: AbortSignal) {
  const { readCarName } = await import('@twende/contract/listings/car-name.ts')
  const { make, model } = readCarName(name)
  if (!make || !model || !Number.isInteger(year)) return null
  const { data } = await call('GET /api/sell/guide', { query: { make, model, year } }, { signal })
  return data
}
