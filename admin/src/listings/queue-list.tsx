import type { AdminListing } from '@twende/contract/listings/listing.ts'
import { showKsh } from '@twende/contract/money.ts'
import type { Pagination as Pages } from '@twende/contract/text.ts'
import { classes } from '@twende/ui/controls/classes.ts'
import { Pagination } from '@twende/ui/list/pagination.tsx'
import { Picture } from '@twende/ui/pictures/picture.tsx'
import { CircleAlert, Flag } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link, useNavigation } from 'react-router'
import { EmptyQueue } from '../empty-queue.tsx'
import { FoundCount } from '../found-count.tsx'
import { ShortcutsNote } from '../shortcuts-note.tsx'
import { StatusBadge } from '../status-badge.tsx'
import { waitedWords } from '../waited-words.ts'
import { listingTones, listingWord } from './listing-words.ts'
import { type LoadedQueue, queueHref } from './queue-search.ts'

type QueueListProps = { queue: LoadedQueue; chosen: string | undefined; pagination: Pages }

/** The listings of the chosen queue, whoever waits longest first. */
export function QueueList({ queue: { search, listings }, chosen, pagination }: QueueListProps) {
  const busy = useNavigation().location?.pathname.endsWith('/listings')
  if (listings.length === 0) {
    return (
      <EmptyQueue
        thing="listing"
        narrowed={Boolean(search.search ?? search.accountId)}
        whole={queueHref({ queue: search.queue })}
      >
        Nothing waits in this queue.
      </EmptyQueue>
    )
  }
  return (
    <>
      {pagination.orMore && <FoundCount {...pagination} what="listing(s)" />}
      <ol
        aria-label="Listings"
        aria-busy={busy}
        className={classes('panel divide-y divide-line overflow-hidden', busy && 'opacity-60')}
      >
        {listings.map((listing) => (
          <li key={listing._id}>
            <QueueRow listing={listing} to={queueHref(search, listing._id)} chosen={listing._id === chosen} />
          </li>
        ))}
      </ol>
      <Pagination
        {...pagination}
        hrefFor={(page) => queueHref({ ...search, page })}
        label="Pages of listings"
      />
      <ShortcutsNote
        keys={[
          ['J', 'next'],
          ['K', 'previous'],
          ['/', 'search'],
        ]}
      />
    </>
  )
}

function waitingSince({ edit, payment, createdAt }: AdminListing): string {
  return edit?.state === 'waiting' ? edit.submittedAt : payment.submittedAt || createdAt
}

function QueueRow({ listing, to, chosen }: { listing: AdminListing; to: string; chosen: boolean }) {
  const row = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (chosen) row.current?.scrollIntoView({ block: 'nearest' })
  }, [chosen])
  const doubts = (listing.paymentProof?.warnings.length ?? 0) + listing.editWarnings.length
  return (
    <Link
      ref={row}
      to={to}
      aria-current={chosen ? 'true' : undefined}
      className={classes('flex gap-3 p-3', chosen ? 'bg-acacia-tint' : 'hover:bg-sand')}
    >
      <Picture
        address={listing.image || undefined}
        alt=""
        sizes="96px"
        ratio="4/3"
        className="w-24 shrink-0 self-start rounded-sm"
      />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-semibold">{listing.name}</span>
        <span className="figures block text-sm">{showKsh(listing.price)}</span>
        <span className="block truncate text-sm text-soft">
          {listing.owner.name}, {waitedWords(waitingSince(listing))}
        </span>
        <span className="mt-1 flex flex-wrap gap-1.5">
          <StatusBadge tone={listingTones[listing.listingStatus]}>{listingWord(listing)}</StatusBadge>
          {listing.edit?.state === 'waiting' && <StatusBadge tone="sunrise">Changes to check</StatusBadge>}
          {doubts > 0 && (
            <StatusBadge tone="clay" icon={<CircleAlert aria-hidden="true" />}>
              {doubts} to look at
            </StatusBadge>
          )}
          {listing.reports.length > 0 && (
            <StatusBadge tone="clay" icon={<Flag aria-hidden="true" />}>
              {listing.reports.length}
              <span className="sr-only"> reports</span>
            </StatusBadge>
          )}
        </span>
      </span>
    </Link>
  )
}
