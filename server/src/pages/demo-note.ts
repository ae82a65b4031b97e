/**
 * Adds a notice that the site is a demo. It is inserted into the HTML instead of rendered by React, so that it needs no script
 * and does not shift the page; React ignores body elements that it does not know.
 */
export function withDemoNote(html: string): string {
  return html.replace(/<body[^>]*>/, (body) => `${body}${note}`)
}

const style =
  'padding:.375rem 1rem;background:#fbe3b5;color:#2a2016;font-size:.875rem;line-height:1.25rem;text-align:center'
const note = `<aside aria-label="Demo" style="${style}">Demo market: cars, people and payments here are invented.</aside>`
