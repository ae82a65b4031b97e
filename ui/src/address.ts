import { whatsappChat } from '@twende/contract/whatsapp.ts'
import { localPath } from '@twende/messages/address.ts'

export type AddressSearch = Readonly<Record<string, string | number | boolean | undefined>>

/** A path with its query, empty and missing values left out. */
export function withSearch(path: string, search: AddressSearch): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) {
    if (value !== undefined && value !== '') query.set(name, String(value))
  }
  const text = query.toString()
  return text ? `${path}?${text}` : path
}

/** The whole address of a page of the site, in the reader's language, to be passed on. */
export function addressToShare(path: string, publicUrl = ''): string {
  return (publicUrl || window.location.origin) + localPath(path)
}

/** A WhatsApp chat, with words already typed if there are any. */
export function whatsappLink(number: string, words = ''): string {
  return words ? whatsappChat(number, words) : `https://wa.me/${number.replace(/\D/g, '')}`
}
