import type { MetaDescriptor } from 'react-router'

/** Title of an admin page; no search engine lists it. */
export function pageTitle(title?: string): MetaDescriptor[] {
  return [
    { title: title ? `${title}: console | Twende` : 'Console | Twende' },
    { name: 'robots', content: 'noindex' },
  ]
}
