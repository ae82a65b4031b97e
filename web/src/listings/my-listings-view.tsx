import type { OwnListing } from '@twende/contract/listings/listing.ts'
import { showKsh } from '@twende/contract/money.ts'
import { useSettings } from '@twende/ui/api/settings.ts'
import { LinkButton } from '@twende/ui/controls/button.tsx'
import { EmptyState } from '@twende/ui/controls/page-states.tsx'
import { WhenOpen } from '@twende/ui/controls/when-open.tsx'
import { later } from '@twende/ui/loading/later.ts'
import { CarFront } from 'lucide-react'
import { useRef, useState } from 'react'
import { links } from '../links.ts'
import { deleteListing } from './delete-listing.ts'
import { MyListingsHeading } from './my-listings-heading.tsx'
import { OwnListingCard } from './own-listing-card.tsx'
import type { ListingDoors } from './own-listing-next-step.tsx'
import { toggleListing } from './toggle-listing.ts'
import { useListingNews } from './use-listing-news.ts'

const OwnListingDialog = later(() => import('./own-listing-dialog.tsx').then((m) => m.OwnListingDialog))
const EditListingDialog = later(() => import('./edit-listing-dialog.tsx').then((m) => m.EditListingDialog))
const RenewListingDialog = later(() => import('./renew-listing-dialog.tsx').then((m) => m.RenewListingDialog))

type Open = { what: 'view' | 'edit' | 'pay'; listingId: string }
type MyListingsViewProps = { listings: readonly OwnListing[]; onChange: () => Promise<void> }

/** The cars that the signed-in person sells. */
export function MyListingsView({ listings, onChange }: MyListingsViewProps) {
  const [open, setOpen] = useState<Open>()
  const toggling = useToggling(onChange)
  useListingNews(listings, onChange)
  const show = (what: Open['what']) => (listing: OwnListing) => setOpen({ what, listingId: listing._id })
  const doors: ListingDoors = {
    onView: show('view'),
    onEdit: show('edit'),
    onPay: show('pay'),
    onDelete: async (listing) => {
      if (!(await deleteListing(listing))) return
      setOpen(undefined)
      await onChange()
      // The button that was pressed is gone with its card.
      document.getElementById('content')?.focus({ preventScroll: true })
    },
    onWithdraw: async (listing) => {
      const { withdrawEdit } = await import('./withdraw-edit.ts')
      await withdrawEdit(listing)
      await onChange()
    },
    ...toggling,
  }
  return (
    <>
      <MyListingsHeading listings={listings} />
      {listings.length === 0 && <NoListings />}
      <div className="mt-6 grid gap-4">
        {listings.map((listing) => (
          <OwnListingCard key={listing._id} listing={listing} doors={doors} />
        ))}
      </div>
      <Dialogs
        open={open}
        listings={listings}
        doors={doors}
        onChange={onChange}
        onClose={() => setOpen(undefined)}
      />
    </>
  )
}

/** Marks one car at a time, and never twice for two quick taps. */
function useToggling(onChange: () => Promise<void>): Pick<ListingDoors, 'toggling' | 'onToggle'> {
  const [toggling, setToggling] = useState<string>()
  const busy = useRef(false)
  const onToggle = async (listing: OwnListing) => {
    if (busy.current) return
    busy.current = true
    setToggling(listing._id)
    await toggleListing(listing)
    await onChange()
    busy.current = false
    setToggling(undefined)
  }
  return { toggling, onToggle }
}

type DialogsProps = {
  open: Open | undefined
  listings: readonly OwnListing[]
  doors: ListingDoors
  onChange: () => Promise<void>
  onClose: () => void
}

function Dialogs({ open, listings, doors, onChange, onClose }: DialogsProps) {
  const [last, setLast] = useState<OwnListing>()
  const found = open && listings.find(({ _id }) => _id === open.listingId)
  if (found && found !== last) setLast(found)
  if (!last) return null
  const is = (what: Open['what']) => found !== undefined && open?.what === what
  return (
    <>
      <WhenOpen open={is('view')}>
        <OwnListingDialog listing={last} open={is('view')} doors={doors} onClose={onClose} />
      </WhenOpen>
      <WhenOpen open={is('edit')}>
        <EditListingDialog listing={last} open={is('edit')} onChange={onChange} onClose={onClose} />
      </WhenOpen>
      <WhenOpen open={is('pay')}>
        <RenewListingDialog listing={last} open={is('pay')} onChange={onChange} onClose={onClose} />
      </WhenOpen>
    </>
  )
}

function NoListings() {
  const [plan] = useSettings().listingPlans
  return (
    <EmptyState
      icon={<CarFront />}
      title="You have no cars for sale yet"
      action={<LinkButton to={links.sellCar}>List Your First Car</LinkButton>}
    >
      Pictures, a price and a few facts: it takes about ten minutes. A month costs {showKsh(plan.price)}.
    </EmptyState>
  )
}
