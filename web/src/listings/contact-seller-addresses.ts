import type { Listing } from '@twende/contract/listings/listing.ts'
import { showKsh } from '@twende/contract/money.ts'
import { normaliseKenyanPhone } from '@twende/contract/payments/phone-number.ts'
import { whatsappLink } from '@twende/ui/address.ts'

export type WholeContact = { phone: string; email: string }
export type ContactAddresses = {
  whatsapp: string | undefined
  call: string | undefined
  email: string | undefined
}

type Wanted = Pick<Listing, 'name' | 'year' | 'price'> & { seller: Pick<Listing['seller'], 'name'> }

/** Where each way of reaching the seller leads; undefined for what the seller did not give. */
export function contactAddresses(
  { name, year, price, seller }: Wanted,
  { phone, email }: WholeContact,
  page: string,
): ContactAddresses {
  const kenyan = normaliseKenyanPhone(phone)
  const number = kenyan ?? phone.replace(/\D/g, '')
  const greeting = `Hello ${seller.name.split(' ')[0]}, I am interested in your ${name} (${year})${price > 0 ? ` for ${showKsh(price)}` : ''} on Twende. Is it still available? ${page}`
  return {
    whatsapp: number ? whatsappLink(number, greeting) : undefined,
    call: number ? `tel:${kenyan ? `+${kenyan}` : phone.replace(/[^\d+]/g, '')}` : undefined,
    email: email
      ? `mailto:${encodeURIComponent(email).replace('%40', '@')}?subject=${encodeURIComponent(`Inquiry about ${name}`)}&body=${encodeURIComponent(greeting)}`
      : undefined,
  }
}
