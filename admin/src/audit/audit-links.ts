import type { CatalogList } from '@twende/contract/content/catalog-choices.ts'
import { links } from '../links.ts'

const inList = (list: CatalogList) => (id: string) => links.catalogItem(list, id)

const pages: ReadonlyMap<string, (id: string) => string> = new Map([
  ['accounts', links.person],
  ['account_notes', links.person],
  ['bookings', links.booking],
  ['driver_checks', links.driver],
  ['driver_waivers', links.booking],
  ['drivers_taken_out', links.booking],
  ['unpaid_handovers', links.booking],
  ['payments', links.payment],
  ['listings', (id: string) => links.listing(id, { queue: 'all' })],
  ['listing_reports', (id: string) => links.listing(id, { queue: 'all' })],
  ['cars', links.car],
  ['service_plans', links.carService],
  ['orders', links.order],
  ['left_pieces', links.order],
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
