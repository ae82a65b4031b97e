import { nairobiDay, showDay } from '@twende/contract/calendar-day.ts'
import type { AdminListingDetail } from '@twende/contract/listings/listing.ts'
import { showKsh } from '@twende/contract/money.ts'
import { showPhone } from '@twende/contract/payments/phone-number.ts'
import { m } from '@twende/messages'
import { Sentence } from '@twende/ui/controls/sentence.tsx'
import { Picture } from '@twende/ui/pictures/picture.tsx'
import { Ban } from 'lucide-react'
import { Link } from 'react-router'
import { DetailPanel, Facts } from '../frame/detail-panel.tsx'
import { StatusBadge } from '../frame/status-badge.tsx'
import { links } from '../links.ts'
import { listingStatusLabel, listingTones } from './listing-status-label.ts'

/** Who sells the car, how to reach them, and what else they sell. */
export function OwnerPanel({
  listing: { owner, contactInfo, others, nameSeen },
}: {
  listing: AdminListingDetail
}) {
  return (
    <DetailPanel title={m.admin_listings_seller_title()}>
      {owner.banned && (
        <p className="mb-4 flex items-start gap-2 rounded-md bg-clay-tint px-4 py-3 text-clay-deep">
          <Ban aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
          {m.admin_listings_seller_banned()}
        </p>
      )}
      {nameSeen !== null && (
        <p className="mb-4 rounded-md bg-sunrise-tint px-4 py-3 text-sunrise-ink">
          <Sentence
            text={m.admin_listings_name_to_check({ now: owner.name, seen: nameSeen })}
            marks={{ b: (text) => <strong>{text}</strong> }}
          />
        </p>
      )}
      <Facts
        facts={[
          [m.admin_listings_name(), owner.name],
          [m.admin_listings_seller_account(), owner.email],
          [m.admin_listings_seller_since(), showDay(nairobiDay(new Date(owner.memberSince)))],
          [
            m.admin_listings_seller_phone(),
            <a key="phone" className="underline underline-offset-4" href={`tel:${contactInfo.phone}`}>
              {showPhone(contactInfo.phone)}
            </a>,
          ],
          [m.admin_listings_seller_email(), contactInfo.email],
          [m.admin_listings_seller_cars(), owner.listings],
        ]}
      />
      {others.length > 0 && (
        <>
          <h4 className="mt-5 font-semibold">{m.admin_listings_seller_others()}</h4>
          <ul className="mt-2 grid gap-2 sm:grid-cols-2">
            {others.map((other) => (
              <li key={other._id}>
                <Link
                  to={links.listing(other._id, { queue: 'all', accountId: owner._id })}
                  className="flex items-center gap-3 rounded-md border border-line p-2 hover:bg-sand"
                >
                  <Picture
                    address={other.image || undefined}
                    alt=""
                    sizes="64px"
                    ratio="4/3"
                    className="w-16 shrink-0 rounded-sm"
                  />
                  <span className="min-w-0">
                    <span className="block font-medium break-words">{other.name}</span>
                    <span className="figures flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-soft">
                      {showKsh(other.price)}
                      <StatusBadge tone={listingTones[other.listingStatus]}>
                        {listingStatusLabel(other)}
                      </StatusBadge>
                    </span>
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
    </DetailPanel>
  )
}
