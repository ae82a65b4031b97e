import { isLocale, type Locale } from '@twende/messages/runtime'

const KEY = 'language'

/** A language by its own name, whatever the language of the page. */
export function localeName(locale: Locale): string {
  return new Intl.DisplayNames([locale], { type: 'language' }).of(locale) ?? locale
}

/** Saves the language that somebody chose, in this browser. */
export function rememberLocale(locale: Locale) {
  try {
    localStorage.setItem(KEY, locale)
  } catch {
    // Storage is off or full: the choice is not remembered.
  }
}

/** The language that was chosen in this browser, on the site or in the admin app. */
export function rememberedLocale(): Locale | undefined {
  try {
    const chosen = localStorage.getItem(KEY)
    return isLocale(chosen) ? chosen : undefined
  } catch {
    return undefined
  }
}
