import { showInstant } from '@twende/contract/calendar-day.ts'
import type { OwnListing } from '@twende/contract/listings/listing.ts'
import { showKsh } from '@twende/contract/money.ts'
import { showPhone } from '@twende/contract/payments/phone-number.ts'
import { m } from '@twende/messages'
import { addressToShare, whatsappLink } from '@twende/ui/address.ts'
import { useSettings } from '@twende/ui/api/settings.ts'
import { fuelLabels, transmissionLabels } from '@twende/ui/cars/car-labels.ts'
import { Badge } from '@twende/ui/controls/badge.tsx'
import { Button, LinkButton } from '@twende/ui/controls/button.tsx'
import { Dialog } from '@twende/ui/controls/dialog.tsx'
import { Facts, Part } from '@twende/ui/controls/facts.tsx'
import { Price } from '@twende/ui/controls/price.tsx'
import { toast } from '@twende/ui/controls/toast.ts'
import { conditionLabels, ownershipLabels, showKm } from '@twende/ui/listings/sale-labels.ts'

import { BadgeCheck, Check, Copy, ExternalLink } from 'lucide-react'
import { useState } from 'react'
import { FeatureList, SpecList } from '../../cars/car-details.tsx'
import { galleryOf } from '../../cars/car-facts.tsx'
import { PictureGallery } from '../../cars/picture-gallery.tsx'
import { useCatalogNames } from '../../content/catalog-name.ts'
import { WhatsappMark } from '../../frame/whatsapp-mark.tsx'
import { links } from '../../links.ts'
import { labelledSpecs } from '../listing-form/spec-labels.ts'
import { OwnListingChanges } from './own-listing-changes.tsx'
import {
  asBuyersSee,
  daysRemainingLabel,
  durationLabel,
  isOnSale,
  isRenewable,
  isUnpaid,
  listingTones,
  paymentLabel,
  showDayOf,
  statusLabel,
} from './own-listing-format.ts'
import { type ListingActions, OwnListingNextStep } from './own-listing-next-step.tsx'

const methodLabels: Record<OwnListing['payment']['paymentMethod'], () => string> = {
  message: m.sell_field_mpesa_message,
  stk: m.my_listings_paid_by_phone,
  c2b: m.my_listings_paid_at_paybill,
  cash: m.desk_paid_by_cash,
  card: m.desk_paid_by_card,
  bank: m.desk_paid_by_bank,
  cheque: m.desk_paid_by_cheque,
  moved: m.payment_method_moved,
}

type OwnListingDialogProps = {
  listing: OwnListing
  open: boolean
  actions: ListingActions
  onClose: () => void
}

/** Everything about one of one's own cars, and all that can be done with it. */
export function OwnListingDialog({ listing: own, open, actions, onClose }: OwnListingDialogProps) {
  const listing = asBuyersSee(own)
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => next || onClose()}
      title={listing.name}
      description={<Price ksh={listing.price} />}
      size="lg"
      footer={<Footer listing={own} actions={actions} />}
    >
      <OwnListingChanges listing={own} actions={actions} compared className="mb-6 rounded-md" />
      <OwnListingNextStep listing={own} actions={actions} className="mb-6 rounded-md" />
      <div className="grid gap-8 md:grid-cols-2 md:gap-10">
        <div className="grid min-w-0 content-start gap-6">
          <PictureGallery
            key={listing.image}
            pictures={galleryOf(listing)}
            subject={listing.name}
            sizes="(min-width: 768px) 400px, 100vw"
            ratio="4/3"
          />
          <p className="flex flex-wrap items-center gap-2">
            <Badge tone={listingTones[listing.listingStatus]}>{statusLabel(listing.listingStatus)}</Badge>
            {listing.verified && (
              <Badge tone="acacia" icon={<BadgeCheck aria-hidden="true" />}>
                {m.my_listings_verified()}
              </Badge>
            )}
          </p>
          <ListingFacts listing={listing} />
          <ListingStatistics listing={listing} />
          {isOnSale(listing) && <OwnListingShare listing={listing} />}
        </div>
        <CarParts listing={listing} />
      </div>
    </Dialog>
  )
}

function Footer({ listing, actions }: { listing: OwnListing; actions: ListingActions }) {
  const wide = 'max-sm:flex-1 max-sm:basis-36'
  return (
    <>
      <Button
        size="sm"
        variant="quiet"
        className={`text-clay-deep! ${wide}`}
        onClick={() => actions.onDelete(listing)}
      >
        {m.my_listings_delete()}
      </Button>
      <Button
        size="sm"
        variant="secondary"
        className={wide}
        pending={actions.toggling === listing._id}
        onClick={() => actions.onToggle(listing)}
      >
        {listing.available ? m.my_listings_mark_sold() : m.my_listings_mark_available()}
      </Button>
      <Button size="sm" variant="secondary" className={wide} onClick={() => actions.onEdit(listing)}>
        {m.my_listings_edit()}
      </Button>
      {(isRenewable(listing) || isUnpaid(listing)) && (
        <Button size="sm" className={wide} onClick={() => actions.onPay(listing)}>
          {isUnpaid(listing) ? m.renew_pay_now() : m.renew_button()}
        </Button>
      )}
    </>
  )
}

/** How the listing stands, and how it was paid. */
function ListingFacts({ listing }: { listing: OwnListing }) {
  const { listingExpiresAt, payment } = listing
  const never = payment.amount === 0
  return (
    <Part title={m.sell_preview_label()}>
      <Facts
        wide
        rows={[
          [m.my_listings_duration(), durationLabel(listing)],
          [
            m.my_listings_expires(),
            listingExpiresAt ? showInstant(listingExpiresAt) : m.my_listings_no_date(),
          ],
          [m.my_listings_days_remaining(), daysRemainingLabel(listing)],
          [m.my_listings_payment_status(), paymentLabel(listing)],
          [m.my_listings_payment_method(), never ? null : methodLabels[payment.paymentMethod]()],
          [m.sell_message_amount(), never ? null : amountLabel(payment)],
          [m.my_listings_mpesa_code(), payment.code],
        ]}
      />
    </Part>
  )
}

/** What was paid, and where parts before it count with it, their sum. */
function amountLabel({ amount, counted }: OwnListing['payment']): string {
  if (counted <= amount) return showKsh(amount)
  const sums = { total: showKsh(counted), before: showKsh(counted - amount), amount: showKsh(amount) }
  return m.my_listings_amount_in_parts(sums)
}

/** How often it was looked at, and how often a buyer asked for the contact. */
function ListingStatistics({ listing }: { listing: OwnListing }) {
  const { views, viewsThisWeek, leads, createdAt, updatedAt } = listing
  return (
    <Part title={m.my_listings_statistics()}>
      <dl className="panel grid grid-cols-3 [&>div]:border-r [&>div]:border-line [&>div:last-child]:border-r-0">
        <Figure label={m.my_listings_views()} count={views} />
        <Figure label={m.my_listings_views_this_week()} count={viewsThisWeek} />
        <Figure label={m.my_listings_leads()} count={leads} />
      </dl>
      <div className="mt-3">
        <Facts
          wide
          rows={[
            [m.my_listings_listed_on(), showDayOf(createdAt)],
            [m.my_listings_last_updated(), showDayOf(updatedAt)],
          ]}
        />
      </div>
    </Part>
  )
}

function Figure({ label, count }: { label: string; count: number }) {
  return (
    <div className="flex flex-col-reverse justify-end px-3 py-3 sm:px-4">
      <dt className="text-sm text-soft">{label}</dt>
      <dd className="figures font-display text-2xl leading-tight font-bold tracking-tight">{count}</dd>
    </div>
  )
}

/** The car itself, as buyers read of it. */
function CarParts({ listing }: { listing: OwnListing }) {
  const nameOf = useCatalogNames()
  const { description, serviceHistory, features, specs, contactInfo } = listing
  return (
    <div className="grid min-w-0 content-start gap-6">
      <Part title={m.buy_specifications()}>
        <Facts
          wide
          rows={[
            [m.common_category(), nameOf('vehicle', listing.category)],
            [m.common_year(), String(listing.year)],
            [m.common_mileage(), showKm(listing.mileage)],
            [m.common_seats(), String(listing.seats)],
            [m.common_transmission(), transmissionLabels[listing.transmission]()],
            [m.common_fuel_type(), fuelLabels[listing.fuelType]()],
            [m.common_color(), listing.color],
            [m.common_condition(), conditionLabels[listing.condition]()],
            [m.common_ownership(), ownershipLabels[listing.ownership]()],
            [m.common_location(), nameOf('location', listing.location)],
          ]}
        />
        <SpecList specs={labelledSpecs(specs)} />
      </Part>
      <Part title={m.common_description()}>
        <p className="whitespace-pre-line text-soft">{description}</p>
      </Part>
      {serviceHistory && (
        <Part title={m.listing_page_service_history()}>
          <p className="whitespace-pre-line text-soft">{serviceHistory}</p>
        </Part>
      )}
      <Part title={m.common_features()}>
        <div className="-mt-3">
          <FeatureList features={features} />
        </div>
      </Part>
      <Part title={m.sell_section_contact()}>
        <Facts
          wide
          rows={[
            [m.common_phone(), showPhone(contactInfo.phone)],
            [m.common_email(), contactInfo.email],
          ]}
        />
      </Part>
    </div>
  )
}

/** The page that buyers see, and ways to pass it on. */
function OwnListingShare({ listing }: { listing: OwnListing }) {
  const { publicUrl } = useSettings()
  const address = addressToShare(links.buyCar(listing._id), publicUrl)
  return (
    <section>
      <h3 className="mb-2 text-lg">{m.my_listings_share_title()}</h3>
      <p className="rounded-md bg-sand px-4 py-3 text-sm break-all">{address}</p>
      <div className="mt-3 flex flex-wrap gap-2">
        <CopyButton text={address} />
        <LinkButton
          size="sm"
          variant="secondary"
          href={whatsappLink(
            '',
            m.my_listings_share_text({ car: listing.name, price: showKsh(listing.price), address }),
          )}
          target="_blank"
          rel="noopener noreferrer"
          icon={<WhatsappMark className="size-5" />}
        >
          {m.my_listings_share_whatsapp()}
        </LinkButton>
        <LinkButton
          size="sm"
          variant="quiet"
          to={links.buyCar(listing._id)}
          icon={<ExternalLink aria-hidden="true" className="size-4" />}
        >
          {m.my_listings_as_buyers()}
        </LinkButton>
      </div>
    </section>
  )
}

function CopyButton({ text }: { text: string }) {
  const [copied, setCopied] = useState(false)
  const Icon = copied ? Check : Copy
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
      toast.success(m.listing_page_link_copied(), 'copied')
    } catch {
      toast.error(m.my_listings_copy_failed(), 'copied')
    }
  }
  return (
    <Button
      size="sm"
      variant="secondary"
      icon={<Icon aria-hidden="true" className="size-4" />}
      onClick={copy}
    >
      {m.my_listings_copy_link()}
    </Button>
  )
}
