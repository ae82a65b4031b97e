import { showInstant } from '@twende/contract/calendar-day.ts'
import type { OwnListing } from '@twende/contract/listings/listing.ts'
import { showKsh } from '@twende/contract/money.ts'
import { showPhone } from '@twende/contract/payments/phone-number.ts'
import { capitalised } from '@twende/ui/cars/car-words.ts'
import { Facts, Part } from '@twende/ui/controls/facts.tsx'
import { inOrder, showKm } from '@twende/ui/listings/sale-words.ts'
import { FeatureList, SpecList } from '../cars/car-details.tsx'
import { daysWord, dayWord, durationWord, paymentWord } from './own-listing-words.ts'

/** How the listing stands, and how it was paid. */
export function ListingFacts({ listing }: { listing: OwnListing }) {
  const { listingExpiresAt, listingMonths, payment } = listing
  const never = payment.amount === 0
  return (
    <Part title="Your listing">
      <Facts
        wide
        rows={[
          ['Duration', durationWord(listingMonths)],
          ['Expires', listingExpiresAt ? showInstant(listingExpiresAt) : 'N/A'],
          ['Days remaining', daysWord(listing)],
          ['Payment status', paymentWord(listing)],
          ['Payment method', never ? null : methodWords[payment.paymentMethod]],
          ['Amount', never ? null : showKsh(payment.amount)],
          ['M-Pesa code', payment.code],
        ]}
      />
    </Part>
  )
}

const methodWords = { message: 'M-Pesa message', stk: 'M-Pesa on the phone' } as const

/** How often it was looked at, and how often a buyer asked for the contact. */
export function ListingStatistics({ listing }: { listing: OwnListing }) {
  const { views, viewsThisWeek, leads, createdAt, updatedAt } = listing
  return (
    <Part title="Statistics">
      <dl className="panel grid grid-cols-3 [&>div]:border-r [&>div]:border-line [&>div:last-child]:border-r-0">
        <Figure label="Views" count={views} />
        <Figure label="This week" count={viewsThisWeek} />
        <Figure label="Leads" count={leads} />
      </dl>
      <div className="mt-3">
        <Facts
          wide
          rows={[
            ['Listed on', dayWord(createdAt)],
            ['Last updated', dayWord(updatedAt)],
          ]}
        />
      </div>
    </Part>
  )
}

function Figure({ label, count }: { label: string; count: number }) {
  return (
    <div className="flex flex-col-reverse justify-end px-4 py-3">
      <dt className="text-sm text-soft">{label}</dt>
      <dd className="figures font-display text-2xl leading-tight font-bold tracking-tight">{count}</dd>
    </div>
  )
}

/** The car itself, as buyers read of it. */
export function CarParts({ listing }: { listing: OwnListing }) {
  const { description, serviceHistory, features, specs, contactInfo } = listing
  return (
    <div className="grid min-w-0 content-start gap-6">
      <Part title="Specifications">
        <Facts
          wide
          rows={[
            ['Category', listing.category],
            ['Year', String(listing.year)],
            ['Mileage', showKm(listing.mileage)],
            ['Seats', String(listing.seats)],
            ['Gearbox', capitalised(listing.transmission)],
            ['Fuel', capitalised(listing.fuelType)],
            ['Color', listing.color],
            ['Condition', capitalised(listing.condition)],
            ['Ownership', `${capitalised(listing.ownership)} owner`],
            ['Location', listing.location],
          ]}
        />
        <SpecList specs={inOrder(specs)} />
      </Part>
      <Part title="Description">
        <p className="break-words whitespace-pre-line text-soft">{description}</p>
      </Part>
      {serviceHistory && (
        <Part title="Service history">
          <p className="break-words whitespace-pre-line text-soft">{serviceHistory}</p>
        </Part>
      )}
      <Part title="Features">
        <div className="-mt-3">
          <FeatureList features={features} />
        </div>
      </Part>
      <Part title="Contact">
        <Facts
          wide
          rows={[
            ['Phone', showPhone(contactInfo.phone)],
            ['Email', contactInfo.email],
          ]}
        />
      </Part>
    </div>
  )
}
