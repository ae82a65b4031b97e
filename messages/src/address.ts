import { baseLocale, getLocale, type Locale, locales } from '@twende/messages/runtime'

/** What stands before the path of every page of a language: nothing for English, `/sw` for Swahili. */
export function localePrefix(locale: Locale): string {
  return locale === baseLocale ? '' : `/${locale}`
}

/** The path of a page in the current language, for links that the router does not follow. */
export function localPath(path: string): string {
  return inLanguage(path, getLocale())
}

/** The path of a page in this language, which never leaves the site, whatever the path begins with. */
export function inLanguage(path: string, locale: Locale): string {
  const prefix = localePrefix(locale)
  const local = onThisSite(path)
  return prefix && local === '/' ? prefix : prefix + local
}

/**
 * The path with one slash at its beginning. A browser takes `//elsewhere` and `/\elsewhere` for the address of another host, and
 * leaves out tabs, line breaks and spaces before it does.
 */
function onThisSite(path: string): string {
  return `/${path.replace(/[\t\n\r]/g, '').replace(/^[\s/\\]+/, '')}`
}

/** The language of an address on this site, and the path behind it: `/sw/rent?a=1` is `/rent?a=1` in Swahili. */
export function readLocale(address: string): { locale: Locale; path: string } {
  for (const locale of locales) {
    const prefix = localePrefix(locale)
    if (prefix && address.startsWith(prefix) && /^([/?#]|$)/.test(address.slice(prefix.length))) {
      const path = address.slice(prefix.length)
      return { locale, path: path.startsWith('/') ? path : `/${path}` }
    }
  }
  return { locale: baseLocale, path: address }
}
