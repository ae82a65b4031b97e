import type { AdminListing } from '@twende/contract/listings/listing.ts'
import { showKsh } from '@twende/contract/money.ts'
import { m } from '@twende/messages'
import { call } from '@twende/ui/api/call.ts'
import { classes } from '@twende/ui/controls/classes.ts'
import { Picture } from '@twende/ui/pictures/picture.tsx'
import { CircleAlert, Flag } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link, Outlet, useNavigate, useParams } from 'react-router'
import { timeAgo } from '../frame/format-time.ts'
import { pageTitle } from '../frame/page.tsx'
import { useRights } from '../frame/rights.tsx'
import { StatusBadge } from '../frame/status-badge.tsx'
import { links } from '../links.ts'
import { AdminListPage, listLoader } from '../list/admin-list-page.tsx'
import { defineList, id, type ListSearch, text } from '../list/list-address.ts'
import type { Route } from './+types/listings-page'
import { listingStatusLabel, listingTones } from './listing-status-label.ts'

const list = defineList({
  path: links.listings,
  tabs: {
    name: 'queue',
    values: [
      { value: 'payment', label: m.admin_listings_queue_payment, count: 'waiting' },
      { value: 'verification', label: m.admin_listings_queue_verification, count: 'waiting' },
      { value: 'reported', label: m.admin_listings_queue_reported, count: 'waiting' },
      { value: 'suspended', label: m.admin_listings_queue_suspended, count: 'waiting' },
      { value: 'all', label: m.admin_listings_queue_all },
    ],
  },
  fields: { search: text, accountId: id },
})

export const clientLoader = listLoader(list, (search) =>
  call('GET /api/admin/listings', { query: { ...search, limit: 20 } }),
)

export const meta = () => pageTitle(m.admin_menu_listings())

/** The queue of cars for sale, and beside it the one that is looked at. */
export default function ListingsPage({ loaderData }: Route.ComponentProps) {
  const { listingId } = useParams()
  const { search } = loaderData
  const navigate = useNavigate()
  return (
    <AdminListPage
      title={m.admin_menu_listings()}
      list={list}
      loaded={loaderData}
      shared
      searchBy={{
        label: m.admin_listings_search_label(),
        placeholder: m.admin_listings_search_placeholder(),
      }}
      csv={useRights().includes('people') ? 'GET /api/admin/listings.csv' : undefined}
      count={m.admin_listings_found}
      sum={m.admin_listings_sum}
      empty={() => m.admin_listings_queue_empty()}
      rowName={({ name }) => name}
      beside={{
        open: listingId !== undefined,
        content: ({ data }) => <Beside listings={data} search={search} listingId={listingId} />,
        walk: (step, listings) => {
          const at = listings.findIndex(({ _id }) => _id === listingId)
          const next = at < 0 ? listings[0] : listings[at + step]
          if (next) void navigate(listingHref(search, next._id), { replace: true })
        },
      }}
    >
      {({ data: listings }) => (
        <ol aria-label={m.admin_listings_list_label()} className="panel divide-y divide-line overflow-hidden">
          {listings.map((listing) => (
            <li key={listing._id}>
              <QueueRow
                listing={listing}
                to={listingHref(search, listing._id)}
                chosen={listing._id === listingId}
              />
            </li>
          ))}
        </ol>
      )}
    </AdminListPage>
  )
}

type Search = ListSearch<typeof list>

const listingHref = (search: Search, listingId: string) => links.listing(listingId, list.filters(search))

type BesideProps = { listings: readonly AdminListing[]; search: Search; listingId: string | undefined }

/** The chosen listing. Where list and listing stand side by side, the first one is open from the start. */
function Beside({ listings, search, listingId }: BesideProps) {
  const navigate = useNavigate()
  const first = listingId === undefined ? listings[0]?._id : undefined
  const href = first && listingHref(search, first)
  useEffect(() => {
    if (href && window.matchMedia('(min-width: 1024px)').matches) {
      void navigate(href, { replace: true, preventScrollReset: true })
    }
  }, [href, navigate])
  const at = listings.findIndex(({ _id }) => _id === listingId)
  const following = listings[at + 1] ?? (at > 0 ? listings[at - 1] : undefined)
  const back = list.href(search)
  // After a decision the next listing that waits is opened; where nothing waits, the same one stays.
  const next = search.queue === 'all' ? undefined : following ? listingHref(search, following._id) : back
  return <Outlet context={{ back, next }} />
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
        <span className="block font-semibold break-words">{listing.name}</span>
        <span className="figures block text-sm">{showKsh(listing.price)}</span>
        <span className="block text-sm break-words text-soft">
          {listing.owner.name}, {timeAgo(waitingSince(listing))}
        </span>
        <span className="mt-1 flex flex-wrap gap-1.5">
          <StatusBadge tone={listingTones[listing.listingStatus]}>{listingStatusLabel(listing)}</StatusBadge>
          {listing.edit?.state === 'waiting' && (
            <StatusBadge tone="sunrise">{m.admin_listings_edit_badge()}</StatusBadge>
          )}
          {doubts > 0 && (
            <StatusBadge tone="clay" icon={<CircleAlert aria-hidden="true" />}>
              {m.admin_listings_warnings_count({ count: doubts })}
            </StatusBadge>
          )}
          {listing.reports.length > 0 && (
            <StatusBadge tone="clay" icon={<Flag aria-hidden="true" />}>
              <span aria-hidden="true">{listing.reports.length}</span>
              <span className="sr-only">
                {m.admin_listings_reports_count({ count: listing.reports.length })}
              </span>
            </StatusBadge>
          )}
        </span>
      </span>
    </Link>
  )
}
