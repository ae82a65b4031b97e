import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { CatalogItem } from '@twende/contract/content/catalog-routes.ts'
import { m } from '@twende/messages'
import { AskHost } from '@twende/ui/controls/app-frame.tsx'
import { ToastHost } from '@twende/ui/controls/toast-host.tsx'
import { fakeApi, refusalWith } from '@twende/ui/testing/fake-api.ts'
import { renderRoutes } from '@twende/ui/testing/render-page.tsx'
import { useLoaderData, useParams } from 'react-router'
import { expect, test } from 'vitest'
import CatalogListPage, { clientLoader } from './catalog-list-page.tsx'

const item = (_id: string, name: string): CatalogItem => ({
  _id,
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
  updatedAt: '2026-11-20T08:00:00.000Z',
})

const user = userEvent.setup({ delay: null })
const row = (name: string) => within(screen.getByRole('article', { name }))

function List() {
  const props: Parameters<typeof CatalogListPage>[0] = {
    loaderData: useLoaderData(),
    params: useParams(),
  } as never
  return (
    <>
      <CatalogListPage {...props} />
      <AskHost />
      <ToastHost />
    </>
  )
}

/** The services, over a server that has `items`, hides and removes them, and answers like this besides. */
async function show(answers: Parameters<typeof fakeApi>[0] = {}) {
  let items = [item('s1', 'Car wash'), item('s2', 'Towing'), item('s3', 'Drone lessons')]
  const of = (path: string) => items.find(({ _id }) => path.includes(_id)) ?? item('', '')
  const requests = fakeApi({
    'GET /api/admin/catalog/:list': () => ({ success: true, data: items }),
    'POST /api/admin/catalog/:list/order': ({ body }) => {
      items = Object(body).order.map(of)
      return { success: true, data: items } as never
    },
    'POST /api/admin/catalog/:list/:itemId/visibility': ({ path, body }) => {
      items = items.map((one) => (path.includes(one._id) ? { ...one, hidden: Object(body).hidden } : one))
      return { success: true, message: 'Set', data: of(path) }
    },
    'POST /api/admin/catalog/:list/:itemId/remove': ({ path }) => {
      items = items.filter(({ _id }) => !path.includes(_id))
      return { success: true, message: 'Removed' } as never
    },
    ...answers,
  })
  const page = { path: '/admin/catalogue/list/:list', loader: clientLoader as never, Component: List }
  renderRoutes([page], '/admin/catalogue/list/services')
  await screen.findByRole('article', { name: 'Towing' })
  return () => requests.filter(({ name }) => name.startsWith('POST'))
}

const order = () => screen.getAllByRole('article').map((article) => article.getAttribute('aria-label'))

test('an item moves up at once, its place is told, and each move goes to the server in its order', async () => {
  const sent = await show()
  const up = () => screen.getByRole('button', { name: m.admin_catalog_move_up({ name: 'Drone lessons' }) })
  await user.click(up())
  expect(await screen.findByText(m.admin_catalog_moved({ place: 2, total: 3 }))).toBeTruthy()
  await user.click(up())
  await waitFor(() => expect(order()).toEqual(['Drone lessons', 'Car wash', 'Towing']))
  await waitFor(() => expect(sent()).toHaveLength(2))
  expect(sent().map(({ body }) => body)).toEqual([
    { was: ['s1', 's2', 's3'], order: ['s1', 's3', 's2'] },
    { was: ['s1', 's3', 's2'], order: ['s3', 's1', 's2'] },
  ])
})

test('an order that somebody else changed is refused, and their order is shown', async () => {
  await show({
    'POST /api/admin/catalog/:list/order': () => refusalWith(409, 'changed_meanwhile', 'It was changed.'),
  })
  await user.click(screen.getByRole('button', { name: m.admin_catalog_move_down({ name: 'Car wash' }) }))
  expect(await screen.findByText('It was changed.')).toBeTruthy()
  await waitFor(() => expect(order()).toEqual(['Car wash', 'Towing', 'Drone lessons']))
})

test('a hidden item says so, and is shown again by the undo', async () => {
  await show()
  await user.click(
    row('Towing').getByRole('button', { name: m.admin_catalog_hide_label({ name: 'Towing' }) }),
  )
  expect(await screen.findByText(m.admin_catalog_hidden_badge())).toBeTruthy()
  await user.click(await screen.findByRole('button', { name: m.common_undo() }))
  await waitFor(() => expect(screen.queryByText(m.admin_catalog_hidden_badge())).toBeNull())
})

test('the last item of a list stays, and says why', async () => {
  await show({
    'POST /api/admin/catalog/:list/:itemId/visibility': () =>
      refusalWith(409, 'last_catalog_item', 'Something must stay in this list.'),
  })
  await user.click(
    row('Towing').getByRole('button', { name: m.admin_catalog_hide_label({ name: 'Towing' }) }),
  )
  expect(await screen.findByText('Something must stay in this list.')).toBeTruthy()
  expect(screen.queryByText(m.admin_catalog_hidden_badge())).toBeNull()
})

test('an item is removed once that is confirmed', async () => {
  const sent = await show()
  await user.click(row('Towing').getByRole('button', { name: /^Remove/ }))
  const question = () => within(screen.getByRole('alertdialog'))
  await screen.findByRole('alertdialog')
  expect(sent()).toEqual([])
  await user.click(question().getByRole('button', { name: m.common_remove() }))
  await waitFor(() => expect(order()).toEqual(['Car wash', 'Drone lessons']))
})

const services = ['Airport pickup', 'Chauffeur', 'Drone lessons'].map((name) => item(name, name))
const names = () => screen.getAllByRole('article').map((article) => article.getAttribute('aria-label'))
const moveDown = (name: string) =>
  user.click(screen.getByRole('button', { name: m.admin_catalog_move_down({ name }) }))
const open = () =>
  renderRoutes(
    [{ path: '/admin/catalogue/list/:list', loader: clientLoader as never, Component: List }],
    '/admin/catalogue/list/services',
  )

test('a move that is lost on the way is told, the order that stands is shown again, and a later move is sent', async () => {
  let isLost = true
  const requests = fakeApi({
    'GET /api/admin/catalog/:list': () => ({ success: true, data: services }),
    'POST /api/admin/catalog/:list/order': () => {
      if (isLost) throw new TypeError('Failed to fetch')
      return { success: true, data: services }
    },
  })
  open()
  await screen.findByRole('article', { name: 'Chauffeur' })
  await moveDown('Airport pickup')
  expect(await screen.findByText(m.common_unreachable())).toBeTruthy()
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
  const router = open()
  await screen.findByRole('article', { name: 'Chauffeur' })
  await router.navigate('/admin/catalogue/list/locations')
  await waitFor(() =>
    expect(screen.queryByRole('heading', { level: 1, name: m.admin_catalog_services_title() })).toBe(null),
  )
  expect(screen.queryAllByRole('article')).toEqual([])
})
