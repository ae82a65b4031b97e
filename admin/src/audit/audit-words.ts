import { showInstant } from '@twende/contract/calendar-day.ts'
import type { CatalogList } from '@twende/contract/content/catalog-choices.ts'
import { type ListingPlan, planLabel } from '@twende/contract/listings/listing-plan.ts'
import { showKsh } from '@twende/contract/money.ts'
import { links } from '../links.ts'

/** What kinds of things change, as staff calls them. */
export const subjectLabels: ReadonlyMap<string, string> = new Map([
  ['accounts', 'Account'],
  ['account_notes', 'Note about a person'],
  ['bookings', 'Booking'],
  ['payments', 'Payment'],
  ['refunds', 'Refund'],
  ['payment_proofs', 'Payment message'],
  ['listings', 'Car for sale'],
  ['cars', 'Rental car'],
  ['car_pictures', 'Picture of a rental car'],
  ['car_blocks', 'Car off the road'],
  ['products', 'Product'],
  ['product_pictures', 'Picture of a product'],
  ['orders', 'Order'],
  ['contact_messages', 'Letter'],
  ['notifications', 'Mail'],
  ['categories', 'Category'],
  ['locations', 'Location'],
  ['services', 'Service'],
  ['banners', 'Banner'],
  ['business_settings', 'Settings'],
])

export function subjectLabel(subject: string): string {
  return subjectLabels.get(subject) ?? fieldWord(subject)
}

const inList = (list: CatalogList) => (id: string) => links.entry(list, id)

const pages: ReadonlyMap<string, (id: string) => string> = new Map([
  ['accounts', links.person],
  ['account_notes', links.person],
  ['bookings', links.booking],
  ['payments', links.payment],
  ['listings', (id: string) => links.listing(id, { queue: 'all' })],
  ['cars', links.car],
  ['orders', links.order],
  ['products', links.product],
  ['locations', inList('locations')],
  ['services', inList('services')],
  ['banners', inList('banners')],
])

type Fields = Readonly<Record<string, unknown>> | null
type Subject = { subject: string; subjectId: string; before: Fields; after: Fields }

/** Where a changed thing is looked at, if it has a page that is known from the change. */
export function subjectHref({ subject, subjectId, before, after }: Subject): string | undefined {
  const page = subject === 'categories' ? pageOfCategory((after ?? before)?.kind) : pages.get(subject)
  return page?.(subjectId)
}

/** Of a change only what differs is kept, so the kind of a category is told when it comes and when it goes. */
function pageOfCategory(kind: unknown): ((id: string) => string) | undefined {
  if (kind === 'vehicle') return inList('car-categories')
  return kind === 'product' ? inList('product-categories') : undefined
}

/** `cancelled_at` as `Cancelled at`, `freeHoursBefore` as `Free hours before`. */
export function fieldWord(field: string): string {
  const words = field
    .replaceAll('_', ' ')
    .replace(/[a-z](?=[A-Z])/g, '$& ')
    .replace(/ [A-Z](?=[a-z])/g, (part) => part.toLowerCase())
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}/

/** A value as a person reads it. */
export function valueWords(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'nothing'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') return value.toLocaleString('en-KE')
  if (typeof value === 'string') return INSTANT.test(value) ? showInstant(value) : value
  if (Array.isArray(value)) return value.length === 0 ? 'nothing' : value.map(valueWords).join(', ')
  if (isPlan(value)) return `${planLabel(value.months)} ${showKsh(value.price)}`
  return Object.entries(value)
    .map(([name, part]) => `${fieldWord(name)}: ${valueWords(part)}`)
    .join('; ')
}

function isPlan(value: object): value is ListingPlan {
  if (!('months' in value && 'price' in value)) return false
  return typeof value.months === 'number' && typeof value.price === 'number'
}

export type Change = { field: string; before: string; after: string }

// What every new row has, and nobody asks for: the entry itself says who, whom and when.
const derived = new Set([
  'id',
  'at',
  'what',
  'account_id',
  'written_by',
  'created_at',
  'search_text',
  'former_names',
  'is_town',
  'town_is_town',
  'updated_at',
  'terms_changed_at',
])

/** What differs, field by field; of a new or removed thing only what it says. */
export function changesOf({ before, after }: { before: Fields; after: Fields }): Change[] {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  return names
    .filter((name) => !derived.has(name))
    .flatMap((name) => differences(name, before?.[name], after?.[name]))
    .filter(({ before: was, after: is }) => was !== is)
}

/** A field that has fields of its own, as the settings have, is told by those that differ. */
function differences(name: string, before: unknown, after: unknown): Change[] {
  if (!isFields(after) || !(isFields(before) || (before === undefined && name === 'chosen'))) {
    return [{ field: fieldWord(name), before: valueWords(before), after: valueWords(after) }]
  }
  const parts = changesOf({ before: before ?? null, after })
  if (name === 'chosen') return parts
  return parts.map((part) => ({ ...part, field: `${fieldWord(name)}: ${part.field.toLowerCase()}` }))
}

function isFields(value: unknown): value is NonNullable<Fields> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
