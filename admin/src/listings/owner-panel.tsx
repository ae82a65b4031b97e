import { nairobiDay, showDay } from '@twende/contract/calendar-day.ts'
import type { AdminListingDetail } from '@twende/contract/listings/listing.ts'
import { showKsh } from '@twende/contract/money.ts'
import { Picture } from '@twende/ui/pictures/picture.tsx'
import { Ban } from 'lucide-react'
import { Link } from 'react-router'
import { DetailPanel, Facts } from '../detail-panel.tsx'
import { StatusBadge } from '../status-badge.tsx'
import { listingTones, listingWord } from './listing-words.ts'
import { queueHref } from './queue-search.ts'

/** Who sells the car, how to reach them, and what else they sell. */
export function OwnerPanel({ listing: { owner, contactInfo, others } }: { listing: AdminListingDetail }) {
  return (
    <DetailPanel title="Seller">
      {owner.banned && (
        <p className="mb-4 flex items-start gap-2 rounded-md bg-clay-tint px-4 py-3 text-clay-deep">
          <Ban aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
          This account is banned: nobody sees its cars.
        </p>
      )}
      <Facts
        facts={[
          ['Name', owner.name],
          ['Account', owner.email],
          ['Member since', showDay(nairobiDay(new Date(owner.memberSince)))],
          [
            'Phone for buyers',
            <a key="phone" className="underline underline-offset-4" href={`tel:${contactInfo.phone}`}>
              {contactInfo.phone}
            </a>,
          ],
          ['Email for buyers', contactInfo.email],
          ['Cars on sale now', owner.listings],
        ]}
      />
      {others.length > 0 && (
        <>
          <h4 className="mt-5 font-semibold">Their other listings</h4>
          <ul className="mt-2 grid gap-2 sm:grid-cols-2">
            {others.map((other) => (
              <li key={other._id}>
                <Link
                  to={queueHref({ queue: 'all', accountId: owner._id }, other._id)}
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
                    <span className="block truncate font-medium">{other.name}</span>
                    <span className="figures flex items-center gap-2 text-sm text-soft">
                      {showKsh(other.price)}
                      <StatusBadge tone={listingTones[other.listingStatus]}>{listingWord(other)}</StatusBadge>
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
