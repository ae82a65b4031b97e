import { showInstant } from '@twende/contract/calendar-day.ts'
import { keepAmounts } from '@twende/contract/keep-amounts.ts'
import { REVIEWED_FIELDS } from '@twende/contract/listings/edit-review.ts'
import type {
  AdminListingDetail,
  ListingHistoryEntry,
  PendingEdit,
} from '@twende/contract/listings/listing.ts'
import { SPEC_LABELS } from '@twende/contract/listings/listing-choices.ts'
import { reportReasonLabels } from '@twende/contract/listings/listing-labels.ts'
import { isPublic } from '@twende/contract/listings/listing-status.ts'
import { showKsh } from '@twende/contract/money.ts'
import { m } from '@twende/messages'
import { call } from '@twende/ui/api/call.ts'
import { serverNow } from '@twende/ui/api/server-clock.ts'
import { fuelLabels, transmissionLabels } from '@twende/ui/cars/car-labels.ts'
import { LinkButton } from '@twende/ui/controls/button.tsx'
import { EmptyState, LoadFailure } from '@twende/ui/controls/page-states.tsx'

import { Price } from '@twende/ui/controls/price.tsx'
import { Sentence } from '@twende/ui/controls/sentence.tsx'
import { EditComparison, reviewedFieldLabels } from '@twende/ui/listings/edit-comparison.tsx'
import { PriceBandBadge } from '@twende/ui/listings/price-band-badge.tsx'
import { PriceBandGuide } from '@twende/ui/listings/price-band-guide.tsx'
import { conditionLabels, ownershipLabels, showKm } from '@twende/ui/listings/sale-labels.ts'

import { useLatest } from '@twende/ui/loading/use-latest.ts'
import { Gallery } from '@twende/ui/pictures/gallery.tsx'
import { Picture } from '@twende/ui/pictures/picture.tsx'
import { ArrowLeft, CircleAlert, ExternalLink, SearchX } from 'lucide-react'
import { useState } from 'react'
import { Link, useOutletContext } from 'react-router'
import { DetailPanel, Facts } from '../frame/detail-panel.tsx'
import { loadForPage, PageSkeleton } from '../frame/page.tsx'

import { StatusBadge } from '../frame/status-badge.tsx'
import { links, siteLinks } from '../links.ts'
import { PurchaseMoneyNotes } from '../payments/purchase-money-notes.tsx'
import type { Route } from './+types/listing-review-page'
import { DecisionBar } from './decision-bar.tsx'
import { DecisionDialogs } from './decision-dialogs.tsx'
import { type Decision, listingStatusLabel, listingTones } from './listing-status-label.ts'
import { OwnerPanel } from './owner-panel.tsx'
import { PaymentProofPanel } from './payment-proof-panel.tsx'

const actors: Record<ListingHistoryEntry['by'], () => string> = {
  owner: () => m.admin_listings_actor_owner(),
  staff: () => m.admin_listings_actor_staff(),
  payment: () => m.admin_listings_actor_payment(),
  clock: () => m.admin_listings_actor_clock(),
  readers: () => m.admin_listings_actor_readers(),
}

const bold = { b: (text: string) => <strong>{text}</strong> }

export const clientLoader = ({ params: { listingId } }: Route.ClientLoaderArgs) =>
  loadForPage(call('GET /api/admin/listing/:listingId', { params: { listingId } }))

/** One listing, with everything that staff needs to decide on it. */
export default function ListingReviewPage({ loaderData, params }: Route.ComponentProps) {
  const context = useOutletContext<ListContext>()
  const { shown, waiting } = useLatest(loaderData.page)
  // Nobody decides on the previous listing while the chosen one is loading.
  const isPrevious = waiting && shown?.answer?.data._id !== params.listingId
  if (!shown || isPrevious) return <PageSkeleton />
  const listing = shown.answer?.data
  if (listing) return <ListingReview key={listing._id} listing={listing} context={context} />
  const gone = shown.failed?.code === 'listing_not_found' || shown.failed?.code === 'invalid'
  if (shown.failed && !gone) return <LoadFailure message={shown.failed.message} />
  return (
    <div className="panel">
      <EmptyState
        icon={<SearchX />}
        title={m.admin_listings_gone_title()}
        action={<LinkButton to={links.listings()}>{m.admin_listings_gone_button()}</LinkButton>}
      >
        {m.admin_listings_gone_text()}
      </EmptyState>
    </div>
  )
}

/** The list around the listing: its address, and that of the next listing that waits in it. */
type ListContext = { back: string; next: string | undefined }

type ListingReviewProps = { listing: AdminListingDetail; context: ListContext }

/** A listing as staff looks at it, and what may be done about it. */
function ListingReview({ listing, context }: ListingReviewProps) {
  const [deciding, setDeciding] = useState<Decision>()
  const { paymentProof, evidence } = listing
  const payment = paymentProof && (
    <div>
      <PaymentProofPanel paymentProof={paymentProof} payment={listing.payment} evidence={evidence} />
      <PurchaseMoneyNotes purchaseId={listing._id} />
    </div>
  )
  return (
    <article aria-labelledby="listing-name" className="min-w-0">
      <Link
        to={context.back}
        className="mb-3 inline-flex min-h-11 items-center gap-2 font-semibold lg:hidden"
      >
        <ArrowLeft aria-hidden="true" className="size-5" />
        {m.admin_listings_back()}
      </Link>
      <div className="grid grid-cols-1 gap-5">
        <Heading listing={listing} />
        {listing.deletedAt && (
          <p className="rounded-md bg-sunrise-tint px-4 py-3 text-sunrise-ink">
            {m.admin_listings_removed({ time: showInstant(listing.deletedAt) })}
          </p>
        )}
        <Changed listing={listing} />
        {listing.edit && <EditPanel edit={listing.edit} warnings={listing.editWarnings} />}
        <PicturesElsewhere found={listing.picturesElsewhere} />
        {listing.unprintable.length > 0 && (
          <p className="rounded-md bg-sunrise-tint px-4 py-3 text-sunrise-ink">
            {m.admin_listings_unprintable({ letters: listing.unprintable.join(' ') })}
          </p>
        )}
        {listing.reports.length > 0 && <ReportsPanel listing={listing} />}
        {listing.paymentProof?.waiting && payment}
        <Gallery
          pictures={picturesOf(listing)}
          subject={listing.name}
          sizes="(min-width: 1024px) 50rem, 100vw"
          priority
        />
        {!listing.paymentProof?.waiting && payment}
        {listing.guide && (
          <DetailPanel title={m.admin_listings_price_title()}>
            <Price ksh={listing.price} />
            <PriceBandGuide price={listing.price} guide={listing.guide} />
          </DetailPanel>
        )}
        <CarFacts listing={listing} />
        <OwnerPanel listing={listing} />
        <ListingHistory events={listing.events} />
      </div>
      <DecisionBar listing={listing} onDecide={setDeciding} />
      <DecisionDialogs
        listing={listing}
        deciding={deciding}
        next={context.next}
        onClose={() => setDeciding(undefined)}
      />
    </article>
  )
}

function Heading({ listing }: { listing: AdminListingDetail }) {
  return (
    <header>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <h2 id="listing-name" className="text-2xl sm:text-3xl">
          {listing.name}
        </h2>
        <Price ksh={listing.price} />
      </div>
      <div className="mt-2 flex flex-wrap items-center gap-2">
        <StatusBadge tone={listingTones[listing.listingStatus]}>{listingStatusLabel(listing)}</StatusBadge>
        <PriceBandBadge band={listing.priceBand} className="px-2 py-0.75 text-xs" />
        {!listing.deletedAt && isPublic(listing, serverNow()) && (
          <a
            href={siteLinks.buyCar(listing._id)}
            className="inline-flex min-h-11 items-center gap-1.5 text-sm font-semibold underline underline-offset-4"
          >
            {m.admin_listings_as_buyers()} <ExternalLink aria-hidden="true" className="size-4" />
          </a>
        )}
      </div>
      {listing.reviewReason && (
        <p className="mt-2 rounded-md bg-clay-tint px-4 py-3 text-clay-deep">
          <Sentence text={m.admin_listings_seller_message({ text: listing.reviewReason })} marks={bold} />
        </p>
      )}
    </header>
  )
}

function Changed({ listing: { changed } }: { listing: AdminListingDetail }) {
  const changedFields = REVIEWED_FIELDS.filter((field) => changed.includes(field))
  if (changedFields.length === 0) return null
  return (
    <p className="rounded-md bg-sunrise-tint px-4 py-3 text-sunrise-ink">
      <Sentence
        text={m.admin_listings_changed({
          fields: changedFields.map((field) => reviewedFieldLabels[field]()).join(', '),
        })}
        marks={bold}
      />
    </p>
  )
}

const pictureWords = {
  car: m.admin_listings_pictures_of_car,
  listing: m.admin_listings_pictures_of_listing,
  reported: m.admin_listings_pictures_of_reported,
}

/** Who else shows the same pictures; a stranger often takes those of another seller, or of our own cars. */
function PicturesElsewhere({ found }: { found: AdminListingDetail['picturesElsewhere'] }) {
  if (found.length === 0) return null
  return (
    <div className="rounded-md bg-sunrise-tint px-4 py-3 text-sunrise-ink">
      <p className="font-semibold">{m.admin_listings_pictures_elsewhere()}</p>
      <ul>
        {found.map(({ kind, _id, name }) => (
          <li key={_id}>
            <Link
              to={kind === 'car' ? links.car(_id) : links.listing(_id, { queue: 'all' })}
              className="inline-flex min-h-11 items-center underline underline-offset-4"
            >
              {pictureWords[kind]({ name })}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}

function picturesOf({ image, image2, image3, image4 }: AdminListingDetail) {
  return [image, image2, image3, image4].filter(Boolean).map((address) => ({ address }))
}

/** What the seller says of the car. */
function CarFacts({ listing }: { listing: AdminListingDetail }) {
  const { specs, features, description, serviceHistory } = listing
  return (
    <DetailPanel title={m.admin_listings_car_title()}>
      <Facts
        facts={[
          [m.common_year(), listing.year],
          [m.common_mileage(), showKm(listing.mileage)],
          [m.common_category(), listing.category],
          [m.common_transmission(), transmissionLabels[listing.transmission]()],
          [m.common_fuel_type(), fuelLabels[listing.fuelType]()],
          [m.common_seats(), listing.seats],
          [m.common_color(), listing.color],
          [m.common_condition(), conditionLabels[listing.condition]()],
          [m.common_ownership(), ownershipLabels[listing.ownership]()],
          [m.common_location(), listing.location],
          ...Object.entries(SPEC_LABELS).map(([name, label]) => [label(), specs[name] ?? ''] as const),
        ]}
      />
      <p className="mt-4 whitespace-pre-line">{description}</p>
      {serviceHistory && (
        <p className="mt-3">
          <Sentence text={m.admin_listings_service_history({ text: serviceHistory })} marks={bold} />
        </p>
      )}
      {features.length > 0 && (
        <p className="mt-3">
          <Sentence text={m.admin_listings_features({ text: features.join(', ') })} marks={bold} />
        </p>
      )}
    </DetailPanel>
  )
}

/** The changes that the seller of a verified car asks for, beside what was verified. */
function EditPanel({ edit, warnings }: { edit: PendingEdit; warnings: readonly string[] }) {
  const waits = edit.state === 'waiting'
  return (
    <DetailPanel
      title={m.admin_listings_edit_title()}
      aside={
        <StatusBadge tone={waits ? 'sunrise' : 'clay'}>
          {waits ? m.admin_listings_edit_waiting() : m.admin_listings_edit_refused()}
        </StatusBadge>
      }
    >
      <p className="mb-3 text-sm text-soft">
        {m.admin_listings_edit_sent({ time: showInstant(edit.submittedAt) })}
      </p>
      {edit.reason && (
        <p className="mb-4 rounded-md bg-clay-tint px-4 py-3 text-clay-deep">
          <Sentence
            text={m.admin_listings_seller_message({ text: edit.reason })}
            marks={{ b: (text) => <strong>{text}</strong> }}
          />
        </p>
      )}
      {waits && warnings.length > 0 && (
        <ul className="mb-4 grid gap-1.5 rounded-md bg-clay-tint px-4 py-3 text-clay-deep">
          {warnings.map((warning) => (
            <li key={warning} className="flex gap-2 font-medium">
              <CircleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
              {warning}
            </li>
          ))}
        </ul>
      )}
      <EditComparison
        edit={edit}
        names={[m.admin_listings_edit_verified(), m.admin_listings_edit_proposed()]}
      />
    </DetailPanel>
  )
}

/** What happened to a listing, the latest first. */
function ListingHistory({ events }: { events: readonly ListingHistoryEntry[] }) {
  return (
    <DetailPanel title={m.admin_listings_history_title()}>
      <ol className="grid gap-3 border-l-2 border-line pl-4">
        {Object.entries(events.toReversed()).map(([place, event]) => (
          <li key={place}>
            <p className="font-medium">{event.what}</p>
            {event.note && <p>{keepAmounts(event.note)}</p>}
            <p className="figures text-sm text-soft">
              {event.who || actors[event.by]()}, {showInstant(event.at)}
            </p>
          </li>
        ))}
      </ol>
    </DetailPanel>
  )
}

/** What readers say is wrong. */
function ReportsPanel({ listing }: { listing: AdminListingDetail }) {
  const { reports, reportedPictures } = listing
  return (
    <DetailPanel
      title={m.admin_listings_reports_title()}
      aside={<StatusBadge tone="clay">{reports.length}</StatusBadge>}
    >
      <ul className="grid gap-3">
        {Object.entries(reports).map(([place, report]) => (
          <li key={place}>
            <p className="font-semibold">{reportReasonLabels[report.reason]()}</p>
            {report.details && <p>{report.details}</p>}
            <SeenThen listing={listing} seen={report.seen} />
            <p className="figures text-sm text-soft">
              {showInstant(report.reportedAt)}
              {report.closed && `, ${m.admin_listings_report_closed()}`}
            </p>
          </li>
        ))}
      </ul>
      {reportedPictures.length > 0 && (
        <>
          <p className="mt-4 font-semibold">{m.admin_listings_reported_pictures()}</p>
          <ul className="mt-2 flex flex-wrap gap-2">
            {reportedPictures.map((address) => (
              <li key={address} className="w-28">
                <Picture address={address} alt="" sizes="112px" ratio="4/3" className="rounded-md" />
              </li>
            ))}
          </ul>
        </>
      )}
    </DetailPanel>
  )
}

type SeenThenProps = { listing: AdminListingDetail; seen: AdminListingDetail['reports'][number]['seen'] }

/** What the listing said when it was reported, where its seller has changed that since. */
function SeenThen({ listing, seen }: SeenThenProps) {
  const { name, price, description } = listing
  if (!seen || (seen.name === name && seen.price === price && seen.description === description)) return null
  return (
    <div className="mt-2 rounded-md bg-sand px-4 py-3 text-sm">
      <p className="font-medium">
        {m.admin_listings_report_seen({ car: seen.name, price: showKsh(seen.price) })}
      </p>
      <p className="break-words whitespace-pre-line">{seen.description}</p>
    </div>
  )
}
