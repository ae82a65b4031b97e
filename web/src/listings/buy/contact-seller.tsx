import { nairobiDay, showDay } from '@twende/contract/calendar-day.ts'
import type { Listing } from '@twende/contract/listings/listing.ts'
import type { ContactWay } from '@twende/contract/listings/listing-choices.ts'
import { showPhone } from '@twende/contract/payments/phone-number.ts'
import { m } from '@twende/messages'
import { Button, type ButtonLook, LinkButton } from '@twende/ui/controls/button.tsx'
import { Sentence } from '@twende/ui/controls/sentence.tsx'
import { Spinner } from '@twende/ui/controls/spinner.tsx'
import { StickyBar } from '@twende/ui/controls/sticky-bar.tsx'
import { lazyWithRetry } from '@twende/ui/loading/lazy-with-retry.ts'
import { Mail, Phone } from 'lucide-react'
import { type MouseEvent, Suspense, useEffect, useRef } from 'react'
import { WhatsappMark } from '../../frame/whatsapp-mark.tsx'
import { links } from '../../links.ts'
import type { SellerContact } from './use-seller-contact.ts'

const ways = {
  whatsapp: { label: () => 'WhatsApp', Icon: WhatsappMark },
  call: { label: m.contact_seller_call, Icon: Phone },
  email: { label: m.contact_seller_email, Icon: Mail },
} as const

/** They come with the page's HTML; their scripts are not needed for what is seen first. */
const ContactTips = lazyWithRetry(() => import('./safety-panel.tsx').then((module) => module.ContactTips))

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
        {m.contact_seller_title()}
      </h2>
      {seller && <SellerSince seller={seller} />}
      {available ? (
        <Ways listing={listing} contact={contact} />
      ) : (
        <>
          <p className="mt-3">{m.contact_seller_sold()}</p>
          <LinkButton to={links.buy({ category })} wide className="mt-5">
            {m.contact_seller_other_cars()}
          </LinkButton>
        </>
      )}
    </section>
  )
}

function SellerSince({ seller: { name, memberSince, listings } }: Pick<Listing, 'seller'>) {
  const month = showDay(nairobiDay(new Date(memberSince))).replace(/^\d+ /, '')
  const since = { name, month }
  return (
    <p className="mt-2 text-soft">
      <Sentence
        text={
          listings > 1
            ? m.contact_seller_since_count({ ...since, count: listings })
            : m.contact_seller_since(since)
        }
        marks={{ name: (text) => <span className="font-semibold text-ink">{text}</span> }}
      />
    </p>
  )
}

function Ways({ listing, contact }: { listing: Listing; contact: SellerContact }) {
  const { phone = '', email = '' } = contact.whole ?? listing.contactInfo ?? {}
  if (!phone && !email) return <p className="mt-4 rounded-md bg-sand px-4 py-3">{m.contact_seller_none()}</p>
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
      <Suspense fallback={<div className="min-h-40" />}>
        <ContactTips />
      </Suspense>
    </>
  )
}

type ContactLinkProps = Pick<ButtonLook, 'variant' | 'size' | 'wide'> & {
  way: Exclude<ContactWay, 'show'>
  contact: SellerContact
  className?: string
}

/**
 * One way to reach the seller. It is the same link before and after the seller's phone and email are known, so that
 * the keyboard stays on it.
 */
export function ContactLink({ way, contact, ...look }: ContactLinkProps) {
  const { label, Icon } = ways[way]
  const address = contact.addresses?.[way]
  const waits = contact.asking === way
  const onClick = (event: MouseEvent) => {
    if (!contact.reach(way)) event.preventDefault()
  }
  return (
    <LinkButton
      {...look}
      href={address ?? '#contact-seller'}
      {...(way === 'whatsapp' && address ? { target: '_blank', rel: 'noopener noreferrer' } : {})}
      aria-busy={waits || undefined}
      onClick={onClick}
      icon={waits ? <Spinner /> : <Icon aria-hidden="true" className="size-5 shrink-0" />}
    >
      {label()}
    </LinkButton>
  )
}

type ContactDetailsProps = { phone: string; email: string; contact: SellerContact }

/** Phone and email: with stars until they are asked for, then whole. */
function ContactDetails({ phone, email, contact }: ContactDetailsProps) {
  const { whole, addresses, asking, reach } = contact
  const details = useRef<HTMLDivElement>(null)
  const asked = useRef(false)
  useEffect(() => {
    // The button that had the focus is gone.
    if (whole && asked.current) details.current?.querySelector('a')?.focus()
    asked.current = false
  }, [whole])
  const show = () => {
    asked.current = true
    reach('show')
  }
  return (
    <div
      ref={details}
      className="mt-4 flex flex-wrap items-center justify-between gap-3 border-t border-line pt-4"
    >
      <ul className="figures grid min-w-0 gap-1 [&_li]:flex [&_li]:min-h-8 [&_li]:items-center [&_li]:gap-2.5 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-soft">
        {phone && (
          <li>
            <Phone aria-hidden="true" />
            <Detail text={phone} address={addresses?.call} onFollow={() => reach('call')} />
          </li>
        )}
        {email && (
          <li>
            <Mail aria-hidden="true" />
            <Detail text={email} address={addresses?.email} onFollow={() => reach('email')} />
          </li>
        )}
      </ul>
      {!whole && (
        <Button size="sm" variant="secondary" pending={asking === 'show'} onClick={show}>
          {m.contact_seller_show()}
        </Button>
      )}
    </div>
  )
}

type DetailProps = { text: string; address: string | undefined; onFollow: () => void }

function Detail({ text, address, onFollow }: DetailProps) {
  if (!address) return <span className="break-all">{text}</span>
  return (
    <a
      href={address}
      onClick={onFollow}
      className="inline-flex min-h-8 items-center font-semibold break-all underline underline-offset-4"
    >
      {text}
    </a>
  )
}

/** On phones the two quickest ways to the seller stay within reach of the thumb. */
export function ContactBar({ listing, contact }: { listing: Listing; contact: SellerContact }) {
  const { phone, email } = contact.whole ?? listing.contactInfo ?? {}
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
