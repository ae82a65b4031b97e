import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { CatalogItem } from '@twende/contract/content/catalog-routes.ts'
import { m } from '@twende/messages'
import { localeName } from '@twende/messages/chosen-locale.ts'
import { fakeApi } from '@twende/ui/testing/fake-api.ts'
import { renderRoutes } from '@twende/ui/testing/render-page.tsx'
import { useLoaderData, useParams } from 'react-router'
import { expect, test } from 'vitest'
import CatalogItemPage, { clientLoader } from './catalog-item-page.tsx'

const user = userEvent.setup({ delay: null })
const service: CatalogItem = {
  _id: 's1',
  name: 'Car wash',
  description: 'Inside and outside.',
  names: { sw: 'Kuosha gari' },
  descriptions: { sw: 'Ndani na nje.' },
  townId: null,
  town: null,
  pictures: [],
  hidden: false,
  hiddenWithTown: false,
  uses: { cars: 0, listings: 0, products: 0, bookings: 0, points: 0 },
  renaming: null,
  updatedAt: '2026-11-20T08:00:00.000Z',
}

function Item() {
  const props: Parameters<typeof CatalogItemPage>[0] = {
    loaderData: useLoaderData(),
    params: useParams(),
  } as never
  return <CatalogItemPage {...props} />
}

test('a name that changes beside its old translation is warned of, until that is changed too', async () => {
  fakeApi({ 'GET /api/admin/catalog/:list': () => ({ success: true, data: [service] }) })
  const page = { path: '/admin/catalogue/list/:list/:itemId', loader: clientLoader as never, Component: Item }
  renderRoutes([page], '/admin/catalogue/list/services/s1')
  const language = localeName('sw')
  const warning = m.admin_catalog_name_outdated({ language })
  const name = await screen.findByDisplayValue('Car wash')
  expect(screen.queryByText(warning)).toBeNull()
  await user.clear(name)
  await user.type(name, 'Valeting')
  expect(await screen.findByText(warning)).toBeTruthy()
  expect(screen.queryByText(m.admin_catalog_description_outdated({ language }))).toBeNull()
  const translated = screen.getByDisplayValue('Kuosha gari')
  await user.clear(translated)
  await user.type(translated, 'Usafi wa gari')
  expect(screen.queryByText(warning)).toBeNull()
  await user.type(screen.getByDisplayValue('Inside and outside.'), ' With wax.')
  expect(await screen.findByText(m.admin_catalog_description_outdated({ language }))).toBeTruthy()
})
