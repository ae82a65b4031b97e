import { m } from '@twende/messages'

/** A Kenyan mobile number as it is stored: `2547XXXXXXXX` or `2541XXXXXXXX`. */
export type KenyanPhoneNumber = `2547${string}` | `2541${string}`

/** No way of writing a number is longer, also with the marks that programs put around it. */
const LONGEST_WRITTEN = 60

/** What people and programs put between digits: spaces, dashes of any kind, dots, brackets, and marks that nobody sees. */
const BETWEEN_DIGITS = /[\s\p{Pd}\p{Default_Ignorable_Code_Point}\u2212.·•()[\]/,;_~]/gu

/** The digits of a number, without a name before it such as `tel:`, and with `+` before an international one: `+2540712…` is as typed. */
function phoneDigits(text: string): string | undefined {
  if (text.length > LONGEST_WRITTEN) return undefined
  const written = text
    .normalize('NFKC')
    .replace(BETWEEN_DIGITS, '')
    .replace(/^[a-z]+:/i, '')
    .replace(/^00/, '+')
  return /^\+?\d+$/.test(written) ? written : undefined
}

/** Brings any way of writing a Kenyan mobile number to its stored form; zeros around 254 mean nothing, and 011 is dialled in America. */
export function normaliseKenyanPhone(text: string): KenyanPhoneNumber | undefined {
  const local = /^\+?(?:011(?=254))?0*(?:254)?0*([71]\d{8})$/.exec(phoneDigits(text) ?? '')?.[1]
  // Written once for both first digits: every page loads this file.
  return local === undefined ? undefined : (`254${local}` as KenyanPhoneNumber)
}

/**
 * Brings any way of writing a telephone number to one form: `2547…` for a Kenyan mobile number, `+44…` for a foreign one,
 * digits for any other; undefined for what is no number. ITU-T E.164 allows 15 digits; the shortest real ones have 7.
 */
export function normalisePhone(text: string): string | undefined {
  const kenyan = normaliseKenyanPhone(text)
  if (kenyan !== undefined) return kenyan
  const digits = phoneDigits(text)
  return digits !== undefined && /^(?:\+[1-9]|\d)\d{6,14}$/.test(digits) ? digits : undefined
}

/** Without the zero that is dialled at home alone, as in +44 (0)7911 123456. */
export const withoutHomeZero = (text: string): string =>
  text.normalize('NFKC').replace(/^(\D*\d{1,5}\D*)\(0\)/, '$1')

/**
 * What all spellings of one number share, to compare two of them: abroad it is often written without its plus, and a landline with
 * the zero of its town or with 254.
 */
export function comparedPhone(text: string): string | undefined {
  const phone = normalisePhone(withoutHomeZero(text))
  if (phone === undefined || normaliseKenyanPhone(phone) !== undefined) return phone
  const landline = /^(?:\+?254)?0*([2-6]\d{7,8})$/.exec(phone)?.[1]
  if (landline !== undefined) return `+254${landline}`
  const international = /^[1-9]\d{9,}$/.test(phone) ? `+${phone}` : phone
  // In Kenya's neighbours too a zero is dialled at home alone.
  return international.replace(/^\+(25\d|211)0+/, '+$1')
}

/** The number in digits with its country code, as an address of WhatsApp has it. Text that is no number comes back unchanged. */
export const chatNumber = (text: string): string => comparedPhone(text)?.replace(/^\+/, '') ?? text.trim()

/** `0712 345 678`; text that is no Kenyan number comes back as it was. */
export function showPhone(text: string): string {
  const phone = normaliseKenyanPhone(text)
  if (phone === undefined) return text
  return `0${phone.slice(3, 6)} ${phone.slice(6, 9)} ${phone.slice(9)}`
}

/** `0712 *** 678`; of text that is no Kenyan number only stars are left. */
export function maskPhone(text: string): string {
  const phone = normaliseKenyanPhone(text)
  if (phone === undefined) return '***'
  return `0${phone.slice(3, 6)} *** ${phone.slice(9)}`
}

const networks = [
  { name: 'Equitel', prefixes: /^76[3-6]/ },
  { name: 'Faiba', prefixes: /^747/ },
  { name: 'Safaricom', prefixes: /^(?:7[0129]\d|74[01235689]|75[789]|76[89]|11\d)/ },
  { name: 'Airtel', prefixes: /^(?:73\d|75[0-6]|762|78\d|10[0-8])/ },
  { name: 'Telkom', prefixes: /^77\d/ },
] as const

export type MobileNetwork = (typeof networks)[number]['name']

/** The network a number was issued by. Numbers can be ported, so it is a hint and never a reason to refuse. */
export function issuingNetwork(text: string): MobileNetwork | undefined {
  const local = normaliseKenyanPhone(text)?.slice(3)
  if (local === undefined) return undefined
  return networks.find((network) => network.prefixes.test(local))?.name
}

/** What to tell a person whose number does not look like an M-Pesa line; undefined when it does. */
export function networkHint(text: string): string | undefined {
  const network = issuingNetwork(text)
  if (network === undefined || network === 'Safaricom') return undefined
  return /^[AE]/.test(network)
    ? m.payment_network_hint_vowel({ network })
    : m.payment_network_hint({ network })
}
