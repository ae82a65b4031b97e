import type { DeliveryAddress } from '@twende/contract/shop/order.ts'

export type AddressField = keyof DeliveryAddress
export type AddressProblems = Partial<Record<AddressField, string>>

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

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

const missing: Readonly<Record<AddressField, string>> = {
  firstName: 'Please enter your first name',
  lastName: 'Please enter your last name',
  email: 'Please enter your email',
  street: 'Please enter your street or estate',
  city: 'Please enter your city or town',
  state: 'Please enter your county',
  zipcode: 'Please enter your postal code',
  country: 'Please enter your country',
  phone: 'Please enter your M-Pesa number',
}

export const addressFields: readonly AddressField[] = [
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

/** What is wrong with an address: every field is required, and the email must look like one. */
export function addressProblems(address: DeliveryAddress): AddressProblems {
  const problems: AddressProblems = {}
  for (const field of addressFields) {
    if (address[field].trim() === '') problems[field] = missing[field]
  }
  if (!problems.email && !EMAIL.test(address.email.trim()))
    problems.email = 'Please enter a valid email address'
  return problems
}

export function trimmed(address: DeliveryAddress): DeliveryAddress {
  const tidy = { ...address }
  for (const field of addressFields) tidy[field] = address[field].trim()
  return tidy
}

/** Per owner: the next person on this machine must not find it. */
const nameOf = (owner: string) => `delivery ${owner}`

export function keepAddress(owner: string, address: DeliveryAddress) {
  try {
    sessionStorage.setItem(nameOf(owner), JSON.stringify(address))
  } catch {
    // A full or forbidden store: the address then lives as long as the page.
  }
}

/** What was typed before in this tab. */
export function keptAddress(owner: string): DeliveryAddress | undefined {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(nameOf(owner)) ?? 'null')
    if (typeof kept !== 'object' || kept === null) return undefined
    const parts = new Map<string, unknown>(Object.entries(kept))
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
