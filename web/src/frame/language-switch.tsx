import { m } from '@twende/messages'
import { inLanguage } from '@twende/messages/address.ts'
import { localeName, rememberLocale } from '@twende/messages/chosen-locale.ts'
import { getLocale, locales } from '@twende/messages/runtime'
import { useLocation } from 'react-router'

/** The same page in the other languages. Each is a page of its own, with scripts of its own. */
export function LanguageSwitch({ linkLook }: { linkLook: string }) {
  const { pathname, search } = useLocation()
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
