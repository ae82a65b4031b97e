import { showPhone } from '@twende/contract/payments/phone-number.ts'
import { m } from '@twende/messages'
import { whatsappLink } from '@twende/ui/address.ts'
import { Container } from '@twende/ui/controls/layout.tsx'
import { Logo } from '@twende/ui/controls/logo.tsx'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { links } from '../links.ts'
import { LanguageSwitch } from './language-switch.tsx'
import { type MenuLink, moreLinks } from './menu-links.ts'

/** How the business is reached; `phone` as it is shown, `whatsapp` as WhatsApp wants it. */
export type FrameContact = { phone: string; whatsapp: string; email?: string | undefined }

const carLinks = (): readonly MenuLink[] => [
  { label: m.footer_rent(), to: links.rent() },
  { label: m.footer_buy(), to: links.buy() },
  { label: m.footer_sell(), to: links.sell },
]

const legalLinks = (): readonly MenuLink[] => [
  { label: m.footer_terms(), to: links.terms },
  { label: m.footer_privacy(), to: links.privacy },
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
          <p className="mt-5 max-w-xs text-lg text-acacia-pale">{m.footer_slogan()}</p>
        </div>
        <LinkList title={m.footer_cars()} items={carLinks()} />
        <LinkList title="Twende" items={moreLinks()} />
        <div>
          <h2 className="text-lg">{m.footer_contact_title()}</h2>
          <ul className="mt-3">
            {contact.phone && (
              <ContactRow href={`tel:+${contact.phone.replace(/\D/g, '')}`}>
                <span className="figures">{showPhone(contact.phone)}</span>
              </ContactRow>
            )}
            {contact.whatsapp && <ContactRow href={whatsappLink(contact.whatsapp)}>WhatsApp</ContactRow>}
            {contact.email && <ContactRow href={`mailto:${contact.email}`}>{contact.email}</ContactRow>}
            <FooterLink label={m.footer_write()} to={links.contactUs} />
          </ul>
        </div>
      </Container>
      <Container className="flex flex-wrap items-center gap-x-6 border-t border-paper/15 pt-4 pr-20 pb-8 text-sm text-acacia-pale">
        <p>{m.footer_small_print({ year })}</p>
        <LanguageSwitch linkLook="hover:text-paper aria-[current]:text-paper" />
        <ul className="flex gap-x-6">
          {legalLinks().map((link) => (
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
