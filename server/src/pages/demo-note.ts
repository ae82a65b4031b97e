/**
 * Says on a page that the market is a demo. It is written into the document and not rendered by React, which skips
 * elements of the body that it does not know, so that it costs no script. In the document from the start, it moves nothing.
 */
export function withDemoNote(html: string): string {
  return html.replace(/<body[^>]*>/, (body) => `${body}${note}`)
}

const style =
  'padding:.375rem 1rem;background:#fbe3b5;color:#2a2016;font-size:.875rem;line-height:1.25rem;text-align:center'
const note = `<aside aria-label="Demo" style="${style}">Demo market: cars, people and payments here are invented.</aside>`
