import { CATALOG_LISTS, type CatalogList } from '@twende/contract/content/catalog-choices.ts'
import { links } from '../links.ts'
import { QueueTabs } from '../queue-tabs.tsx'
import { shelfHref, shelfWords } from './shelves.ts'

/** The lists of the catalogue, one beside the other. */
export function CatalogueTabs({ current }: { current: 'products' | CatalogList }) {
  const products = { to: links.catalogue(), label: 'Products', current: current === 'products' }
  const shelves = CATALOG_LISTS.map((shelf) => ({
    to: shelfHref(shelf),
    label: shelfWords[shelf].title,
    current: shelf === current,
  }))
  return <QueueTabs label="Catalogue" tabs={[products, ...shelves]} />
}
