import { links } from '@twende/web/links.ts'
import { listFleet } from '../cars/read-cars.ts'
import type { AppDeps } from '../deps.ts'
import { publicListingIndex } from '../listings/market/all-public-listings.ts'
import { listProductPages } from '../shop/search-products.ts'

export type SitemapEntry = { path: string; changedAt?: Date }
type AddressDeps = Pick<AppDeps, 'db' | 'clock'>

const pages: readonly string[] = [
  links.home,
  links.rent(),
  links.buy(),
  links.shop(),
  links.services,
  links.aboutUs,
  links.contactUs,
  links.terms,
  links.privacy,
]

/** Reads every public address of the site, by noun; a noun with new pages adds a line here. */
export const sitemapSources: readonly ((deps: AddressDeps) => Promise<SitemapEntry[]>)[] = [
  async () => pages.map((path) => ({ path })),
  async (deps) =>
    (await listFleet(deps)).map(({ id, changedAt }) => ({ path: links.rentCar(id), changedAt })),
  async (deps) =>
    (await publicListingIndex(deps)).map(({ id, changedAt }) => ({ path: links.buyCar(id), changedAt })),
  async (deps) =>
    (await listProductPages(deps)).map(({ id, changedAt }) => ({ path: links.product(id), changedAt })),
]

/** Pages of single users and of staff, which search engines should not read. */
export const hiddenPaths: readonly string[] = [
  '/api/',
  links.admin,
  links.account,
  links.book(),
  links.cart,
  links.listings,
  links.myBookings(),
  links.myOrders,
  links.order,
  links.placeOrder,
  links.purchase,
  links.search(),
  links.verify(),
]
