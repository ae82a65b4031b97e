import { showPhone } from '@twende/contract/payments/phone-number.ts'
import { whatsappLink } from '@twende/ui/address.ts'
import { Container } from '@twende/ui/controls/layout.tsx'
import { Logo } from '@twende/ui/controls/logo.tsx'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { links } from '../links.ts'
import { type MenuLink, moreLinks } from './menu-links.ts'

/** How the business is reached; `phone` as it is shown, `whatsapp` as WhatsApp wants it. */
export type FrameContact = { phone: string; whatsapp: string; email?: string | undefined }

const drive: readonly MenuLink[] = [
  { label: 'Rent a car', to: links.rent() },
  { label: 'Buy a car', to: links.buy() },
  { label: 'Sell your car', to: links.sell },
]

const legal: readonly MenuLink[] = [
  { label: 'Terms', to: links.terms },
  { label: 'Privacy', to: links.privacy },
]

const linkLook =
  'inline-flex min-h-11 items-center text-acacia-pale underline-offset-4 hover:text-paper hover:underline'

/** The foot of every page: where else to go, how to reach us, and the small print. */
export function Footer({ contact, year }: { contact: FrameContact; year: number }) {
  return (
    <footer className="on-dark mt-24 bg-acacia-deep text-paper no-print">
      <div aria-hidden="true" className="road-line text-sunrise" />
      <Container className="grid gap-x-8 gap-y-10 py-14 md:grid-cols-[2fr_1fr_1fr_1.5fr]">
        <div>
          <Logo onDark className="h-10 w-auto" />
          <p className="mt-5 max-w-xs text-lg text-acacia-pale">
            “Twende” is Swahili for “let’s go”. Pick a car, pay by M-Pesa, and go.
          </p>
        </div>
        <LinkList title="Drive" items={drive} />
        <LinkList title="Twende" items={moreLinks} />
        <div>
          <h2 className="text-lg">Talk to us</h2>
          <ul className="mt-3">
            {contact.phone && (
              <ContactRow href={`tel:+${contact.phone.replace(/\D/g, '')}`}>
                <span className="figures">{showPhone(contact.phone)}</span>
              </ContactRow>
            )}
            {contact.whatsapp && <ContactRow href={whatsappLink(contact.whatsapp)}>WhatsApp</ContactRow>}
            {contact.email && <ContactRow href={`mailto:${contact.email}`}>{contact.email}</ContactRow>}
            <FooterLink label="Send a message" to={links.contactUs} />
          </ul>
        </div>
      </Container>
      <Container className="flex flex-wrap items-center gap-x-6 border-t border-paper/15 pt-4 pr-20 pb-8 text-sm text-acacia-pale">
        <p>© {year} Twende. Prices are in Kenyan shillings.</p>
        <ul className="flex gap-x-6">
          {legal.map((link) => (
            <FooterLink key={link.to} {...link} />
          ))}
        </ul>
      </Container>
    </footer>
  )
}

function LinkList({ title, items }: { title: string; items: readonly MenuLink[] }) {
  return (
    <nav aria-label={title}>
      <h2 className="text-lg">{title}</h2>
      <ul className="mt-3">
        {items.map((link) => (
          <FooterLink key={link.to} {...link} />
        ))}
      </ul>
    </nav>
  )
}

function FooterLink({ label, to }: MenuLink) {
  return (
    <li>
      <Link to={to} className={linkLook}>
        {label}
      </Link>
    </li>
  )
}

function ContactRow({ href, children }: { href: string; children: ReactNode }) {
  return (
    <li>
      <a href={href} className={linkLook}>
        {children}
      </a>
    </li>
  )
}
