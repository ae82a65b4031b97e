import type { OwnListing } from '@twende/contract/listings/listing.ts'
import { showKsh } from '@twende/contract/money.ts'
import { m } from '@twende/messages'
import { call } from '@twende/ui/api/call.ts'
import { useSettings } from '@twende/ui/api/settings.ts'
import { ask } from '@twende/ui/controls/ask.ts'
import { LinkButton } from '@twende/ui/controls/button.tsx'
import { SectionHeading } from '@twende/ui/controls/layout.tsx'
import { EmptyState } from '@twende/ui/controls/page-states.tsx'
import { Skeleton } from '@twende/ui/controls/skeleton.tsx'
import { toast } from '@twende/ui/controls/toast.ts'
import { WhenOpen } from '@twende/ui/controls/when-open.tsx'
import { lazyWithRetry } from '@twende/ui/loading/lazy-with-retry.ts'
import { CarFront, Plus } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { links } from '../../links.ts'
import { OwnListingCard } from './own-listing-card.tsx'
import { errorMessage } from './own-listing-format.ts'
import type { ListingActions } from './own-listing-next-step.tsx'

const LOOK_MS = 15_000

const OwnListingDialog = lazyWithRetry(() =>
  import('./own-listing-dialog.tsx').then((module) => module.OwnListingDialog),
)
const EditListingDialog = lazyWithRetry(() =>
  import('./edit-listing-dialog.tsx').then((module) => module.EditListingDialog),
)
const RenewListingDialog = lazyWithRetry(() =>
  import('./renew-listing-dialog.tsx').then((module) => module.RenewListingDialog),
)

type Open = { what: 'view' | 'edit' | 'pay'; listingId: string }
type MyListingsViewProps = { listings: readonly OwnListing[]; onChange: () => Promise<void> }

/** The cars that the signed-in person sells. */
export function MyListingsView({ listings, onChange }: MyListingsViewProps) {
  const [open, setOpen] = useState<Open>()
  const toggling = useToggling(onChange)
  useListingNews(listings, onChange)
  const show = (what: Open['what']) => (listing: OwnListing) => setOpen({ what, listingId: listing._id })
  const actions: ListingActions = {
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
          <OwnListingCard key={listing._id} listing={listing} actions={actions} />
        ))}
      </div>
      <Dialogs
        open={open}
        listings={listings}
        actions={actions}
        onChange={onChange}
        onClose={() => setOpen(undefined)}
      />
    </>
  )
}

/** Marks one car at a time, and never twice for two quick taps. */
function useToggling(onChange: () => Promise<void>): Pick<ListingActions, 'toggling' | 'onToggle'> {
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
  actions: ListingActions
  onChange: () => Promise<void>
  onClose: () => void
}

function Dialogs({ open, listings, actions, onChange, onClose }: DialogsProps) {
  const [last, setLast] = useState<OwnListing>()
  const found = open && listings.find(({ _id }) => _id === open.listingId)
  if (found && found !== last) setLast(found)
  if (!last) return null
  const is = (what: Open['what']) => found !== undefined && open?.what === what
  return (
    <>
      <WhenOpen open={is('view')}>
        <OwnListingDialog listing={last} open={is('view')} actions={actions} onClose={onClose} />
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
      title={m.my_listings_none_title()}
      action={<LinkButton to={links.sellCar}>{m.my_listings_first_car()}</LinkButton>}
    >
      {m.my_listings_none_text({ price: showKsh(plan.price) })}
    </EmptyState>
  )
}

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
        title={m.my_listings_title()}
        action={
          loading ? (
            <Skeleton className="h-11 w-43 rounded-md" />
          ) : (
            some && (
              <LinkButton to={links.sellCar} size="sm" icon={<Plus aria-hidden="true" className="size-4" />}>
                {m.sell_another_car()}
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
      aria-label={m.my_listings_counts_label()}
      className="panel mt-6 grid grid-cols-3 overflow-hidden max-[359px]:grid-cols-1 [&>div]:border-r [&>div]:border-b [&>div]:border-line"
    >
      <Figure label={m.my_listings_total()} count={listings.length} />
      <Figure
        label={m.my_listings_available()}
        count={listings.filter(({ available }) => available).length}
      />
      <Figure
        label={m.my_listings_verified_count()}
        count={listings.filter(({ verified }) => verified).length}
      />
    </dl>
  )
}

function Figure({ label, count }: { label: string; count: number }) {
  return (
    <div className="-mr-px -mb-px flex flex-col-reverse justify-end px-1.5 py-3 sm:px-5">
      <dt className="text-xs text-soft sm:text-sm">{label}</dt>
      <dd className="figures font-display text-2xl leading-tight font-bold tracking-tight">{count}</dd>
    </div>
  )
}

/** Asks again while a payment is being checked, and whenever the person comes back to the page. */
function useListingNews(listings: readonly OwnListing[], refresh: () => Promise<void>) {
  const waiting = listings.some(({ payment }) => payment.status === 'processing')
  const look = useEffectEvent(() => {
    if (!document.hidden) void refresh()
  })
  useEffect(() => {
    const timer = waiting ? setInterval(() => look(), LOOK_MS) : undefined
    const wake = () => look()
    document.addEventListener('visibilitychange', wake)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', wake)
    }
  }, [waiting])
}

/** Asks, and deletes; true when the listing is gone. */
async function deleteListing(listing: OwnListing): Promise<boolean> {
  const id = listing._id
  const sure = await ask({
    sentence: m.my_listings_delete_question(),
    more:
      listing.refundable > 0
        ? m.my_listings_delete_refund({ amount: showKsh(listing.refundable) })
        : undefined,
    yes: m.my_listings_delete(),
    no: m.my_listings_delete_no(),
    danger: true,
  })
  if (!sure) return false
  try {
    await call('POST /api/sell/remove', { body: { id } })
    toast.success(m.my_listings_deleted())
    return true
  } catch (error) {
    toast.error(errorMessage(error, m.my_listings_delete_failed()))
    return false
  }
}

/** Asks, and gives up the changes that buyers do not see yet. */
async function withdrawEdit({ _id: id, edit }: Pick<OwnListing, '_id' | 'edit'>): Promise<void> {
  const waits = edit?.state === 'waiting'
  const sure = await ask({
    sentence: waits ? m.edit_listing_withdraw_question() : m.edit_listing_discard_question(),
    yes: waits ? m.edit_listing_withdraw() : m.edit_listing_discard(),
    no: m.edit_listing_withdraw_no(),
    danger: true,
  })
  if (!sure) return
  try {
    await call('POST /api/sell/withdraw-edit', { body: { id } })
    toast.success(m.edit_listing_withdrawn())
  } catch (error) {
    toast.error(errorMessage(error, m.edit_listing_failed()))
  }
}

/** Marks a car as sold, or as available again, as its button says; tells which of the two it is now. */
async function toggleListing({ _id: id, available }: Pick<OwnListing, '_id' | 'available'>): Promise<void> {
  try {
    const { data } = await call('POST /api/sell/toggle-availability', { body: { id, available: !available } })
    toast.success(data.available ? m.my_listings_marked_available() : m.my_listings_marked_sold())
  } catch (error) {
    toast.error(errorMessage(error, m.my_listings_mark_failed()))
  }
}
