import { nairobiDay, showDay } from '@twende/contract/calendar-day.ts'
import type { Listing } from '@twende/contract/listings/listing.ts'
import { showPhone } from '@twende/contract/payments/phone-number.ts'
import { LinkButton } from '@twende/ui/controls/button.tsx'
import { Check } from 'lucide-react'
import { links } from '../links.ts'
import { ContactDetails } from './contact-seller-details.tsx'
import { ContactLink } from './contact-seller-link.tsx'
import type { SellerContact } from './use-seller-contact.ts'

const tips = [
  'Say which car you mean and when you could come to see it.',
  'Ask about its service history, accidents, and whose name is in the logbook.',
  'Agree on a public place in daylight, and bring somebody along.',
  'Keep what you agree in writing, best in the chat.',
]

/** Who sells the car, and the ways to reach them. */
export function ContactSeller({ listing, contact }: { listing: Listing; contact: SellerContact }) {
  const { seller, available, category } = listing
  return (
    <section
      id="contact-seller"
      aria-labelledby="contact-title"
      className="panel mt-6 p-5 sm:p-6 lg:sticky lg:top-24"
    >
      <h2 id="contact-title" className="text-2xl">
        {available ? 'Contact Seller' : 'Sold'}
      </h2>
      <p className="mt-2 text-soft">
        <span className="font-semibold text-ink">{seller.name}</span>, on Twende since{' '}
        {showDay(nairobiDay(new Date(seller.memberSince))).replace(/^\d+ /, '')}
        {seller.listings > 1 && `, ${seller.listings} cars listed`}
      </p>
      {available ? (
        <Ways listing={listing} contact={contact} />
      ) : (
        <>
          <p className="mt-3">This car has found its buyer. There are others like it.</p>
          <LinkButton to={links.buy({ category })} wide className="mt-5">
            See other cars
          </LinkButton>
        </>
      )}
    </section>
  )
}

function Ways({ listing, contact }: { listing: Listing; contact: SellerContact }) {
  const { phone, email } = contact.whole ?? listing.contactInfo
  if (!phone && !email)
    return (
      <p className="mt-4 rounded-md bg-sand px-4 py-3">Contact information not available for this vehicle.</p>
    )
  return (
    <>
      <div className="mt-5 grid gap-3">
        {phone && <ContactLink way="whatsapp" contact={contact} size="lg" wide />}
        <div className="grid gap-3 sm:grid-cols-2">
          {phone && <ContactLink way="call" contact={contact} variant="secondary" />}
          {email && <ContactLink way="email" contact={contact} variant="secondary" />}
        </div>
      </div>
      <ContactDetails phone={contact.whole ? showPhone(phone) : phone} email={email} contact={contact} />
      <h3 className="mt-6 text-lg">Before you write or call</h3>
      <ul className="mt-3 grid gap-2 text-sm [&_li]:flex [&_li]:items-start [&_li]:gap-2 [&_svg]:mt-0.5 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-acacia">
        {tips.map((tip) => (
          <li key={tip}>
            <Check aria-hidden="true" />
            {tip}
          </li>
        ))}
      </ul>
    </>
  )
}
