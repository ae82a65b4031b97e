import { m } from '@twende/messages'
import { inLanguage } from '@twende/messages/address.ts'
import { localeName, rememberLocale } from '@twende/messages/chosen-locale.ts'
import { getLocale, locales } from '@twende/messages/runtime'
import { useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'

/**
 * The same page in the other languages. Each is a page of its own, with scripts of its own. The server sends one finished page to
 * all addresses that do not exist, so its links lead home until the browser knows where it is.
 */
export function LanguageSwitch({ linkLook }: { linkLook: string }) {
  const location = useLocation()
  const isInBrowser = useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  )
  const { pathname, search } = isInBrowser ? location : { pathname: '/', search: '' }
  return (
    <ul aria-label={m.language_switch_label()} className="flex gap-x-6">
      {locales.map((locale) => (
        <li key={locale}>
          <a
            href={inLanguage(pathname, locale) + search}
            lang={locale}
            hrefLang={locale}
            aria-current={locale === getLocale() ? 'true' : undefined}
            onClick={() => rememberLocale(locale)}
            className={`inline-flex min-h-11 items-center underline-offset-4 hover:underline aria-[current]:font-semibold ${linkLook}`}
          >
            {localeName(locale)}
          </a>
        </li>
      ))}
    </ul>
  )
}
