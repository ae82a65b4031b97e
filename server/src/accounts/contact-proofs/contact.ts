import { keyedHash, keyFor } from '../secrets.ts'

/** What a person can prove: an email address or a Kenyan phone number, each in its stored form. */
export type Contact = { email: string; phone?: undefined } | { phone: string; email?: undefined }

/**
 * Whom a proven contact stands for. Whoever owns a mail domain has every address in it, so all of a domain count together,
 * as all of a network do. A mailbox of a public provider and a phone number stand for one person.
 */
export type ProvenPerson = { key: string; kind: 'phone' | 'mailbox' | 'domain' }

/** Providers that give one mailbox to each of many people. */
const PUBLIC_PROVIDERS: ReadonlySet<string> = new Set([
  'gmail.com',
  'googlemail.com',
  'yahoo.com',
  'yahoo.co.uk',
  'yahoo.fr',
  'ymail.com',
  'rocketmail.com',
  'outlook.com',
  'hotmail.com',
  'hotmail.co.uk',
  'live.com',
  'msn.com',
  'icloud.com',
  'me.com',
  'mac.com',
  'aol.com',
  'gmx.com',
  'gmx.de',
  'gmx.net',
  'web.de',
  'proton.me',
  'protonmail.com',
])

/** The same hash for every spelling that reaches one mailbox or one domain. */
export function personOf(contact: Contact, tokenSecret: string): ProvenPerson {
  if (contact.phone !== undefined) return { kind: 'phone', key: phoneKey(contact.phone, tokenSecret) }
  const [name = '', domain = ''] = splitEmail(contact.email)
  return PUBLIC_PROVIDERS.has(domain)
    ? { kind: 'mailbox', key: hash('mailbox', mailboxOf(name, domain), tokenSecret) }
    : { kind: 'domain', key: hash('domain', domain, tokenSecret) }
}

/** Of a phone number in its stored form; unpaid holds keep the same hash of the numbers that customers state. */
export function phoneKey(phone: string, tokenSecret: string): string {
  return keyedHash(keyFor('phone of unpaid holds', tokenSecret), phone).slice(0, 22)
}

/** Of exactly this address or number. */
export function contactHash(contact: Contact, tokenSecret: string): string {
  return hash('contact', contact.phone ?? contact.email, tokenSecret)
}

function splitEmail(email: string): [string, string] {
  const at = email.lastIndexOf('@')
  return [email.slice(0, at), email.slice(at + 1)]
}

/** What follows `+` is chosen freely, at Google the dots as well. */
function mailboxOf(name: string, domain: string): string {
  const plain = name.replace(/\+.*$/s, '')
  const isGoogle = domain === 'gmail.com' || domain === 'googlemail.com'
  return isGoogle ? `${plain.replaceAll('.', '')}@gmail.com` : `${plain}@${domain}`
}

function hash(kind: string, text: string, tokenSecret: string): string {
  return keyedHash(keyFor('proven contacts', tokenSecret), `${kind} ${text}`).slice(0, 22)
}
