import { m } from '@twende/messages'
import type { Locale } from '@twende/messages/runtime'

/**
 * Adds a notice that the site is a demo. It is inserted into the HTML instead of rendered by React, so that it needs no script
 * and does not shift the page; React ignores body elements that it does not know.
 */
export function withDemoNote(html: string, locale: Locale): string {
  return html.replace(/<body[^>]*>/, (body) => `${body}${note(locale)}`)
}

const style =
  'padding:.375rem 1rem;background:#fbe3b5;color:#2a2016;font-size:.875rem;line-height:1.25rem;text-align:center'
const note = (locale: Locale) =>
  `<aside data-note="demo" aria-label="${m.page_demo_label({}, { locale })}" style="${style}">${m.page_demo_note({}, { locale })}</aside>`
