import { inLanguage } from '@twende/messages/address.ts'
import { type Locale, locales } from '@twende/messages/runtime'
import { links } from '@twende/web/links.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { listFleet } from '../cars/read-cars.ts'
import type { AppDeps } from '../deps.ts'
import { AppError } from '../http/app-error.ts'
import { publicListingIndex } from '../listings/market/all-public-listings.ts'
import { listProductPages } from '../shop/search-products.ts'

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
const sitemapSources: readonly ((deps: AddressDeps) => Promise<SitemapEntry[]>)[] = [
  async () => pages.map((path) => ({ path })),
  async (deps) =>
    (await listFleet(deps)).map(({ id, changedAt }) => ({ path: links.rentCar(id), changedAt })),
  async (deps) =>
    (await publicListingIndex(deps)).map(({ id, changedAt }) => ({ path: links.buyCar(id), changedAt })),
  async (deps) =>
    (await listProductPages(deps)).map(({ id, changedAt }) => ({ path: links.product(id), changedAt })),
]

/** What search engines should not read and has one address for all languages. */
const hiddenPaths: readonly string[] = ['/api/', links.admin]

/** Pages of single users, which search engines should not read in any language. */
const hiddenPages: readonly string[] = [
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

/** The limit of search engines for one file. */
const MOST_ADDRESSES = 50_000
const MAX_AGE_MS = 10 * 60_000
/** How far ahead `Expires` of security.txt lies; RFC 9116 recommends less than a year. */
const SECURITY_CONTACT_DAYS = 180

type MapDeps = Pick<AppDeps, 'db' | 'clock' | 'config'>
type Options = { most?: number }
/** A page in one language. */
type PageAddress = SitemapEntry & { locale: Locale }

/** `robots.txt`, `security.txt` (RFC 9116), and `sitemap.xml` with every public address in each language: an index with parts if there are too many for one file. */
export function serveSitemap(app: FastifyInstance, deps: MapDeps, { most = MOST_ADDRESSES }: Options = {}) {
  const { publicUrl } = deps.config
  const parts = cachedParts(deps, most)
  app.get('/robots.txt', async (_request, reply) => {
    const paths = [
      ...hiddenPaths,
      ...hiddenPages.flatMap((path) => locales.map((locale) => inLanguage(path, locale))),
    ]
    const lines = paths.map((path) => `Disallow: ${path}`)
    const text = ['User-agent: *', ...lines, '', `Sitemap: ${publicUrl}/sitemap.xml`, ''].join('\n')
    return reply.header('cache-control', 'public, max-age=3600').type('text/plain; charset=utf-8').send(text)
  })
  app.get('/.well-known/security.txt', async (_request, reply) => {
    const expires = new Date(deps.clock.now().getTime() + SECURITY_CONTACT_DAYS * 86_400_000)
    const text = [
      `Contact: ${publicUrl}/contactus`,
      `Expires: ${expires.toISOString()}`,
      'Preferred-Languages: en, sw',
      `Canonical: ${publicUrl}/.well-known/security.txt`,
      '',
    ].join('\n')
    return reply.header('cache-control', 'public, max-age=3600').type('text/plain; charset=utf-8').send(text)
  })
  app.get('/sitemap.xml', async (_request, reply) => {
    const [first = [], ...others] = await parts()
    if (others.length === 0) return sendXml(reply, addressesXml(publicUrl, first))
    const paths = [first, ...others].map((_, at) => `/sitemap-${at + 1}.xml`)
    return sendXml(reply, indexXml(publicUrl, paths))
  })
  app.get<{ Params: { part: string } }>('/sitemap-:part(^\\d{1,6}).xml', async (request, reply) => {
    const part = (await parts())[Number(request.params.part) - 1]
    if (!part) throw new AppError('not_found')
    return sendXml(reply, addressesXml(publicUrl, part))
  })
}

/** Reads the addresses at most once in ten minutes, also for concurrent requests. */
function cachedParts(deps: MapDeps, most: number): () => Promise<PageAddress[][]> {
  let cached: { at: number; parts: Promise<PageAddress[][]> } | undefined
  return () => {
    const now = deps.clock.now().getTime()
    if (!cached || Math.abs(now - cached.at) >= MAX_AGE_MS) {
      const fresh = { at: now, parts: readParts(deps, most) }
      fresh.parts.catch(() => {
        if (cached === fresh) cached = undefined
      })
      cached = fresh
    }
    return cached.parts
  }
}

async function readParts(deps: MapDeps, most: number): Promise<PageAddress[][]> {
  const addresses: PageAddress[] = []
  for (const list of sitemapSources) {
    for (const entry of await list(deps)) for (const locale of locales) addresses.push({ ...entry, locale })
  }
  const parts: PageAddress[][] = []
  for (let from = 0; from < addresses.length; from += most) parts.push(addresses.slice(from, from + most))
  return parts
}

const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9'
const XHTML = 'http://www.w3.org/1999/xhtml'
const HEAD = '<?xml version="1.0" encoding="UTF-8"?>'

function addressesXml(origin: string, addresses: readonly PageAddress[]): string {
  const entries = addresses.map(({ path, locale, changedAt }) => {
    const address = (of: Locale) => escapeXml(origin + inLanguage(path, of))
    const changed = changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : ''
    const alternates = locales.map(
      (of) => `<xhtml:link rel="alternate" hreflang="${of}" href="${address(of)}"/>`,
    )
    return `<url><loc>${address(locale)}</loc>${changed}${alternates.join('')}</url>`
  })
  return `${HEAD}\n<urlset xmlns="${NAMESPACE}" xmlns:xhtml="${XHTML}">\n${entries.join('\n')}\n</urlset>\n`
}

function indexXml(origin: string, paths: readonly string[]): string {
  const entries = paths.map((path) => `<sitemap><loc>${escapeXml(origin + path)}</loc></sitemap>`)
  return `${HEAD}\n<sitemapindex xmlns="${NAMESPACE}">\n${entries.join('\n')}\n</sitemapindex>\n`
}

function escapeXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

function sendXml(reply: FastifyReply, xml: string) {
  return reply.header('cache-control', 'public, max-age=600').type('application/xml; charset=utf-8').send(xml)
}

type SitemapEntry = { path: string; changedAt?: Date }

type AddressDeps = Pick<AppDeps, 'db' | 'clock'>
