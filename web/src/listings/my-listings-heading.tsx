import type { OwnListing } from '@twende/contract/listings/listing.ts'
import { LinkButton } from '@twende/ui/controls/button.tsx'
import { SectionHeading } from '@twende/ui/controls/layout.tsx'
import { Skeleton } from '@twende/ui/controls/skeleton.tsx'
import { Plus } from 'lucide-react'
import { links } from '../links.ts'

type Listed = Pick<OwnListing, 'available' | 'verified'>

/** The title of the page and, once they are known, how many cars there are. */
export function MyListingsHeading({
  listings,
  loading,
}: {
  listings?: readonly Listed[]
  loading?: boolean
}) {
  const some = listings !== undefined && listings.length > 0
  return (
    <>
      <SectionHeading
        as="h1"
        title="My Car Listings"
        action={
          loading ? (
            <Skeleton className="h-11 w-43 rounded-md" />
          ) : (
            some && (
              <LinkButton to={links.sellCar} size="sm" icon={<Plus aria-hidden="true" className="size-4" />}>
                List another car
              </LinkButton>
            )
          )
        }
      />
      {listings && <Stats listings={listings} />}
    </>
  )
}

function Stats({ listings }: { listings: readonly Listed[] }) {
  return (
    <dl
      aria-label="Listings in figures"
      className="panel mt-6 grid grid-cols-3 overflow-hidden [&>div]:border-r [&>div]:border-line"
    >
      <Figure label="Total" count={listings.length} />
      <Figure label="Available" count={listings.filter(({ available }) => available).length} />
      <Figure label="Verified" count={listings.filter(({ verified }) => verified).length} />
    </dl>
  )
}

function Figure({ label, count }: { label: string; count: number }) {
  return (
    <div className="-mr-px flex flex-col-reverse justify-end px-4 py-3 sm:px-5">
      <dt className="text-sm text-soft">{label}</dt>
      <dd className="figures font-display text-2xl leading-tight font-bold tracking-tight">{count}</dd>
    </div>
  )
}
