import { CATALOG_LISTS, type CatalogList } from '@twende/contract/content/catalog-choices.ts'
import { links } from '../links.ts'

type ShelfWords = { title: string; one: string; about: string }

/** What each shelf is called and for. */
export const shelfWords: Readonly<Record<CatalogList, ShelfWords>> = {
  'car-categories': {
    title: 'Car categories',
    one: 'category',
    about: 'By these, cars to rent and for sale are found. The home page shows them in this order.',
  },
  'product-categories': {
    title: 'Product categories',
    one: 'category',
    about: 'By these, the shop’s products are found. The shop shows them in this order.',
  },
  services: {
    title: 'Services',
    one: 'service',
    about: 'What the services page offers, in this order.',
  },
  locations: {
    title: 'Locations',
    one: 'location',
    about: 'Where cars stand, and where rentals begin and end. People choose from them in this order.',
  },
  banners: {
    title: 'Banners',
    one: 'banner',
    about: 'The first one that is not hidden is the header of the services page.',
  },
}

export const knownShelf = (name: string | undefined) => CATALOG_LISTS.find((shelf) => shelf === name)

export const shelfHref = (shelf: CatalogList) => links.catalogueList(shelf)
export const newEntryHref = (shelf: CatalogList) => links.newEntry(shelf)
export const entryHref = (shelf: CatalogList, entryId: string) => links.entry(shelf, entryId)
