import type { ContactWay } from '@twende/contract/listings/listing-choices.ts'
import { type ButtonLook, LinkButton } from '@twende/ui/controls/button.tsx'
import { Spinner } from '@twende/ui/controls/spinner.tsx'
import { Mail, Phone } from 'lucide-react'
import type { MouseEvent } from 'react'
import { WhatsappMark } from '../frame/whatsapp-button.tsx'
import type { SellerContact } from './use-seller-contact.ts'

const ways = {
  whatsapp: { label: 'WhatsApp', Icon: WhatsappMark },
  call: { label: 'Call Seller', Icon: Phone },
  email: { label: 'Send Email', Icon: Mail },
} as const

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
      {label}
    </LinkButton>
  )
}
