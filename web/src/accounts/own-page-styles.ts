import stylesheet from '../own-pages.css?url'

/** The server sends `own-pages.css` inside a page that has this handle, in place of `site.css`. */
export const ownPage = 'own page'

let isInPage: boolean | undefined

/** After a navigation from a public page the sheet is fetched; with a precedence, React shows the page when it is there. */
export function ownPageLinks() {
  // In development every page has it.
  isInPage ??= import.meta.env.SSR || import.meta.env.DEV || hasSheet()
  return isInPage ? [] : [{ rel: 'stylesheet', href: stylesheet, precedence: 'own' }]
}

function hasSheet(): boolean {
  return document.querySelector(`style[data-href~="${stylesheet}"]`) !== null
}
