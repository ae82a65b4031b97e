import { CATALOG_LISTS, type CatalogList } from '@twende/contract/content/catalog-choices.ts'
import { m } from '@twende/messages'
import { call } from '@twende/ui/api/call.ts'
import { data } from 'react-router'
import { links } from '../links.ts'
import { ListTabs } from '../list/list-tabs.tsx'

type CatalogLabels = Readonly<Record<'title' | 'about' | 'add' | 'edit' | 'save', () => string>>

const categoryLabels = {
  add: () => m.admin_catalog_category_add(),
  edit: () => m.admin_catalog_category_edit(),
  save: () => m.admin_catalog_category_save(),
}

/** The texts of each list, in the language of the moment. */
export const catalogLabels: Readonly<Record<CatalogList, CatalogLabels>> = {
  'car-categories': {
    title: () => m.admin_catalog_car_categories_title(),
    about: () => m.admin_catalog_car_categories_about(),
    ...categoryLabels,
  },
  'product-categories': {
    title: () => m.admin_catalog_product_categories_title(),
    about: () => m.admin_catalog_product_categories_about(),
    ...categoryLabels,
  },
  services: {
    title: () => m.admin_catalog_services_title(),
    about: () => m.admin_catalog_services_about(),
    add: () => m.admin_catalog_service_add(),
    edit: () => m.admin_catalog_service_edit(),
    save: () => m.admin_catalog_service_save(),
  },
  locations: {
    title: () => m.admin_catalog_locations_title(),
    about: () => m.admin_catalog_locations_about(),
    add: () => m.admin_catalog_location_add(),
    edit: () => m.admin_catalog_location_edit(),
    save: () => m.admin_catalog_location_save(),
  },
  banners: {
    title: () => m.admin_catalog_banners_title(),
    about: () => m.admin_catalog_banners_about(),
    add: () => m.admin_catalog_banner_add(),
    edit: () => m.admin_catalog_banner_edit(),
    save: () => m.admin_catalog_banner_save(),
  },
}

export const knownCatalogList = (name: string | undefined) => CATALOG_LISTS.find((list) => list === name)

/** The lists of the catalogue, one beside the other. */
export function CatalogueTabs({ current }: { current: 'products' | CatalogList }) {
  const products = {
    to: links.catalogue(),
    label: m.admin_catalog_products_title(),
    current: current === 'products',
  }
  const lists = CATALOG_LISTS.map((list) => ({
    to: links.catalogList(list),
    label: catalogLabels[list].title(),
    current: list === current,
  }))
  return <ListTabs label={m.admin_catalog_tabs_label()} tabs={[products, ...lists]} />
}

/** Asks for the list that an address names. */
export async function loadCatalogList(name: string | undefined) {
  const list = knownCatalogList(name)
  if (!list) throw data(null, { status: 404 })
  const answer = await call('GET /api/admin/catalog/:list', { params: { list } })
  return { list, items: answer.data }
}
