import type { Listing } from '@twende/contract/listings/listing.ts'
import { StickyBar } from '@twende/ui/controls/sticky-bar.tsx'
import { ContactLink } from './contact-seller-link.tsx'
import type { SellerContact } from './use-seller-contact.ts'

/** On phones the two quickest ways to the seller stay within reach of the thumb. */
export function ContactBar({ listing, contact }: { listing: Listing; contact: SellerContact }) {
  const { phone, email } = contact.whole ?? listing.contactInfo
  if (!phone && !email) return null
  return (
    <div className="contents md:hidden">
      <StickyBar className="[&>a]:flex-1">
        {phone && <ContactLink way="call" contact={contact} variant="secondary" />}
        {phone ? (
          <ContactLink way="whatsapp" contact={contact} />
        ) : (
          <ContactLink way="email" contact={contact} />
        )}
      </StickyBar>
    </div>
  )
}
