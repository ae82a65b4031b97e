import type { Listing } from '@twende/contract/listings/listing.ts'
import type { ContactWay, SHOWN_ON_OPENING } from '@twende/contract/listings/listing-choices.ts'
import { showKsh } from '@twende/contract/money.ts'
import { normaliseKenyanPhone, normalisePhone } from '@twende/contract/payments/phone-number.ts'
import { m } from '@twende/messages'
import { addressToShare, whatsappLink } from '@twende/ui/address.ts'
import { call } from '@twende/ui/api/call.ts'
import { useSettings } from '@twende/ui/api/settings.ts'
import { toast } from '@twende/ui/controls/toast.ts'
import { asRefusal } from '@twende/ui/loading/use-answer.ts'
import { useEffect, useState } from 'react'
import { openChatWindow } from '../../frame/chat-window.ts'
import { links } from '../../links.ts'

/** How far the seller's phone and email are known, and the ways to use them. */
export type SellerContact = {
  whole: WholeContact | undefined
  addresses: ContactAddresses | undefined
  asking: ContactWay | undefined
  /** Starts this way of reaching the seller; true when the link itself may be followed. */
  reach: (way: ContactWay) => boolean
}

/**
 * The whole phone and email are asked for at the first tap, so that no program reads them off the page; at once where the
 * buyer has come to buy.
 */
export function useSellerContact(listing: Listing, atOnce = false): SellerContact {
  const { publicUrl } = useSettings()
  const [whole, setWhole] = useState<WholeContact>()
  const [asking, setAsking] = useState<ContactWay>()
  const carId = listing._id
  const addressesOf = (contact: WholeContact) =>
    contactAddresses(listing, contact, addressToShare(links.buyCar(carId), publicUrl))
  const ask = async (way: ContactWay | typeof SHOWN_ON_OPENING) => {
    const { data } = await call('POST /api/sell/reveal/:carId', { params: { carId }, body: { way } })
    return data
  }

  const isDue = atOnce && listing.available
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each car
  useEffect(() => {
    // Where it fails there is the button to try again.
    if (isDue) ask('opened').then(setWhole, () => {})
  }, [carId, isDue])

  async function revealAndGo(way: ContactWay) {
    // Opened within the tap: browsers block windows that open after an answer came.
    const chat = way === 'whatsapp' ? openChatWindow(m.contact_seller_opening_chat()) : undefined
    setAsking(way)
    try {
      const contact = await ask(way)
      setWhole(contact)
      follow(way, addressesOf(contact), chat)
    } catch (error) {
      chat?.close()
      toast.error(asRefusal(error).message, 'contact')
    } finally {
      setAsking(undefined)
    }
  }

  const reach = (way: ContactWay) => {
    if (whole) {
      // The lead is only counted; the person is on the way already.
      ask(way).catch(() => {})
      return true
    }
    if (!asking) void revealAndGo(way)
    return false
  }
  return { whole, addresses: whole && addressesOf(whole), asking, reach }
}

type Chat = ReturnType<typeof openChatWindow>

function follow(way: ContactWay, { whatsapp, call: tel, email }: ContactAddresses, chat: Chat) {
  if (way === 'whatsapp') {
    if (chat && whatsapp) return chat.go(whatsapp)
    chat?.close()
    toast.info(m.contact_seller_chat_blocked(), 'contact')
  }
  const address = way === 'call' ? tel : way === 'email' ? email : undefined
  if (address) window.location.href = address
}

type WholeContact = { phone: string; email: string }

type ContactAddresses = {
  whatsapp: string | undefined
  call: string | undefined
  email: string | undefined
}

type Wanted = Pick<Listing, 'name' | 'year' | 'price'> & { seller: Pick<Listing['seller'], 'name'> }

/** Where each way of reaching the seller leads; undefined for what the seller did not give. */
function contactAddresses(
  { name, year, price, seller }: Wanted,
  { phone, email }: WholeContact,
  page: string,
): ContactAddresses {
  const kenyan = normaliseKenyanPhone(phone)
  const number = (normalisePhone(phone) ?? phone).replace(/\D/g, '')
  const about = { seller: seller?.name.split(' ')[0] ?? '', car: `${name} (${year})`, page }
  const greeting =
    price > 0
      ? m.contact_seller_greeting({ ...about, price: showKsh(price) })
      : m.contact_seller_greeting_no_price(about)
  return {
    whatsapp: number ? whatsappLink(number, greeting) : undefined,
    call: number ? `tel:${kenyan ? `+${kenyan}` : phone.replace(/[^\d+]/g, '')}` : undefined,
    email: email
      ? `mailto:${encodeURIComponent(email).replace('%40', '@')}?subject=${encodeURIComponent(m.contact_seller_subject({ car: name }))}&body=${encodeURIComponent(greeting)}`
      : undefined,
  }
}
