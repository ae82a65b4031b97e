import { inLanguage, localPath } from '@twende/messages/address.ts'
import { baseLocale, locales } from '@twende/messages/runtime'
import type { MetaDescriptor } from 'react-router'

type PageMeta = {
  title: string
  description: string
  /** The path that this page is known by, without a query. */
  path: string
  /** A stored picture or a path on this site, for previews. */
  image?: string | undefined
  /** Kept out of search engines: pages of one person, and lists narrowed by filters. */
  hidden?: boolean
  /** Structured data (schema.org), written as JSON-LD. */
  data?: Record<string, unknown>
  matches: ReadonlyArray<{ loaderData?: unknown } | undefined>
}

/** Title, description, canonical address, link preview and structured data of a page. */
export function pageMeta(page: PageMeta): MetaDescriptor[] {
  const origin = publicUrlOf(page.matches)
  const title = page.title.includes('Twende') ? page.title : `${page.title} | Twende`
  const image = absolute(origin, page.image ?? '/brand/preview.jpg')
  return [
    { title },
    { name: 'description', content: page.description },
    ...(page.hidden ? [{ name: 'robots', content: 'noindex' }] : []),
    { tagName: 'link', rel: 'canonical', href: origin + localPath(page.path) },
    // Only search engines read these, in the page that the server sends.
    ...(import.meta.env.SSR && !page.hidden ? alternates(origin, page.path) : []),
    { property: 'og:site_name', content: 'Twende' },
    { property: 'og:type', content: 'website' },
    { property: 'og:title', content: title },
    { property: 'og:description', content: page.description },
    { property: 'og:url', content: origin + localPath(page.path) },
    { property: 'og:image', content: image },
    { name: 'twitter:card', content: 'summary_large_image' },
    ...(page.data ? [{ 'script:ld+json': page.data }] : []),
  ]
}

/** The same page in every language, for search engines. */
function alternates(origin: string, path: string): MetaDescriptor[] {
  const link = (hrefLang: string, address: string) => ({
    tagName: 'link',
    rel: 'alternate',
    hrefLang,
    href: origin + address,
  })
  return [
    ...locales.map((locale) => link(locale, inLanguage(path, locale))),
    link('x-default', inLanguage(path, baseLocale)),
  ]
}

function publicUrlOf(matches: PageMeta['matches']): string {
  const root = matches[0]?.loaderData
  if (!root || typeof root !== 'object' || !('settings' in root)) return ''
  const { settings } = root
  return settings && typeof settings === 'object' && 'publicUrl' in settings ? String(settings.publicUrl) : ''
}

function absolute(origin: string, path: string): string {
  return path.startsWith('/') ? origin + path : path
}
