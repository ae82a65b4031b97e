import type { DeliveryAddress } from '@twende/contract/shop/delivery-address.ts'
import { m } from '@twende/messages'

export type AddressField = keyof DeliveryAddress
/** `oneName`: who has one name only leaves the last name empty. */
export type TypedAddress = DeliveryAddress & { oneName: boolean }
type AddressProblems = Partial<Record<AddressField, string>>

export const noAddress: DeliveryAddress = {
  firstName: '',
  lastName: '',
  email: '',
  street: '',
  city: '',
  state: '',
  zipcode: '',
  country: 'Kenya',
  phone: '',
}

const missing: Readonly<Record<AddressField, () => string>> = {
  firstName: m.checkout_first_name_missing,
  lastName: m.checkout_last_name_missing,
  email: m.checkout_email_missing,
  street: m.checkout_street_missing,
  city: m.checkout_city_missing,
  state: m.checkout_county_missing,
  zipcode: m.checkout_postal_code_missing,
  country: m.checkout_country_missing,
  phone: m.checkout_phone_missing,
}

const addressFields: readonly AddressField[] = [
  'firstName',
  'lastName',
  'email',
  'street',
  'city',
  'state',
  'zipcode',
  'country',
  'phone',
]

/** What is asked for, field by field: an address has nine of them, and none may be empty but the last name of who has none. */
export function missingFields({ oneName, ...address }: TypedAddress): AddressProblems {
  const needed = addressFields.filter((field) => field !== 'lastName' || !oneName)
  const empty = needed.filter((field) => address[field].trim() === '')
  return Object.fromEntries(empty.map((field) => [field, missing[field]()]))
}

export function trimmed(address: DeliveryAddress): DeliveryAddress {
  const tidy = { ...address }
  for (const field of addressFields) tidy[field] = address[field].trim()
  return tidy
}

/** Per owner: the next person on this machine must not find it. */
const nameOf = (owner: string) => `delivery ${owner}`

export function saveAddress(owner: string, address: DeliveryAddress) {
  try {
    sessionStorage.setItem(nameOf(owner), JSON.stringify(address))
  } catch {
    // A full or forbidden store: the address then lives as long as the page.
  }
}

/** What was typed before in this tab. */
export function savedAddress(owner: string): DeliveryAddress | undefined {
  try {
    const saved: unknown = JSON.parse(sessionStorage.getItem(nameOf(owner)) ?? 'null')
    if (typeof saved !== 'object' || saved === null) return undefined
    const parts = new Map<string, unknown>(Object.entries(saved))
    const address = { ...noAddress }
    for (const field of addressFields) {
      const value = parts.get(field)
      if (typeof value === 'string') address[field] = value
    }
    return address
  } catch {
    return undefined
  }
}
