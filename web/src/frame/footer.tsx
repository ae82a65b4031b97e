import { Mail, MapPin, Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { links } from '../links.ts'
import { Container } from '../ui/layout.tsx'
import { Logo } from './logo.tsx'
import { type MenuLink, moreLinks } from './menu-links.ts'
import type { FrameContact } from './page-frame.tsx'

const drive: readonly MenuLink[] = [
  { label: 'Rent a car', to: links.rent() },
  { label: 'Buy a car', to: links.buy() },
  { label: 'Sell your car', to: links.sell },
]

const legal: readonly MenuLink[] = [
  { label: 'Terms', to: links.terms },
  { label: 'Privacy', to: links.privacy },
]

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
            <ContactRow href={`tel:+${contact.phone.replace(/\D/g, '')}`} icon={<Phone className="size-4" />}>
              <span className="figures">{contact.phone}</span>
            </ContactRow>
            {contact.email && (
              <ContactRow href={`mailto:${contact.email}`} icon={<Mail className="size-4" />}>
                {contact.email}
              </ContactRow>
            )}
            <li className="flex min-h-11 items-center gap-2.5 text-acacia-pale">
              <MapPin aria-hidden="true" className="size-4" />
              Nairobi, Kenya
            </li>
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
      <Link
        to={to}
        className="inline-flex min-h-11 items-center text-acacia-pale underline-offset-4 hover:text-paper hover:underline"
      >
        {label}
      </Link>
    </li>
  )
}

function ContactRow({ href, icon, children }: { href: string; icon: ReactNode; children: ReactNode }) {
  return (
    <li>
      <a
        href={href}
        className="inline-flex min-h-11 items-center gap-2.5 text-acacia-pale underline-offset-4 hover:text-paper hover:underline"
      >
        {icon}
        {children}
      </a>
    </li>
  )
}
