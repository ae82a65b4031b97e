import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { CatalogItem } from '@twende/contract/content/catalog-routes.ts'
import { m } from '@twende/messages'
import { toastQueue } from '@twende/ui/controls/toast.ts'
import { fakeApi } from '@twende/ui/testing/fake-api.ts'
import { renderRoutes } from '@twende/ui/testing/render-page.tsx'
import { useLoaderData, useParams } from 'react-router'
import { expect, onTestFinished, test } from 'vitest'
import CatalogListPage, { clientLoader } from './catalog-list-page.tsx'

const item = (name: string): CatalogItem => ({
  _id: name,
  name,
  description: '',
  names: {},
  descriptions: {},
  townId: null,
  town: null,
  pictures: [],
  hidden: false,
  hiddenWithTown: false,
  uses: { cars: 0, listings: 0, products: 0, bookings: 0, points: 0 },
  renaming: null,
  updatedAt: '2026-11-20T09:00:00.000Z',
})
const services = ['Airport pickup', 'Chauffeur', 'Drone lessons'].map(item)

function Page() {
  const props = { loaderData: useLoaderData(), params: useParams() }
  return <CatalogListPage {...(props as unknown as Parameters<typeof CatalogListPage>[0])} />
}

const show = () =>
  renderRoutes(
    [{ path: '/admin/catalogue/list/:list', loader: clientLoader as never, Component: Page }],
    '/admin/catalogue/list/services',
  )
const user = userEvent.setup({ delay: null })
const names = () => screen.getAllByRole('article').map((row) => row.getAttribute('aria-label'))
const moveDown = (name: string) =>
  user.click(screen.getByRole('button', { name: m.admin_catalog_move_down({ name }) }))

test('a move that is lost on the way is told, the order that stands is shown again, and a later move is sent', async () => {
  const said: string[] = []
  onTestFinished(toastQueue.serve(({ text }) => said.push(text)))
  let isLost = true
  const requests = fakeApi({
    'GET /api/admin/catalog/:list': () => ({ success: true, data: services }),
    'POST /api/admin/catalog/:list/order': () => {
      if (isLost) throw new TypeError('Failed to fetch')
      return { success: true, data: services }
    },
  })
  show()
  await screen.findByRole('article', { name: 'Chauffeur' })
  await moveDown('Airport pickup')
  await waitFor(() => expect(said).toEqual([m.common_unreachable()]))
  await waitFor(() => expect(names()).toEqual(['Airport pickup', 'Chauffeur', 'Drone lessons']))
  isLost = false
  await moveDown('Chauffeur')
  expect(names()).toEqual(['Airport pickup', 'Drone lessons', 'Chauffeur'])
  const orders = () => requests.filter(({ name }) => name.endsWith('/order')).map(({ body }) => body)
  await waitFor(() => expect(orders()).toHaveLength(2))
  expect(orders()[1]).toEqual({
    was: ['Airport pickup', 'Chauffeur', 'Drone lessons'],
    order: ['Airport pickup', 'Drone lessons', 'Chauffeur'],
  })
})

test('while the next list loads, nothing of the one before stands under its title', async () => {
  fakeApi({
    'GET /api/admin/catalog/:list': ({ path }) =>
      path.endsWith('/services')
        ? { success: true, data: services }
        : Promise.withResolvers<Response>().promise,
  })
  const router = show()
  await screen.findByRole('article', { name: 'Chauffeur' })
  await router.navigate('/admin/catalogue/list/locations')
  await waitFor(() =>
    expect(screen.queryByRole('heading', { level: 1, name: m.admin_catalog_services_title() })).toBe(null),
  )
  expect(screen.queryAllByRole('article')).toEqual([])
})
