import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { AccountSummary } from '@twende/contract/accounts/account-details.ts'
import { m } from '@twende/messages'
import { fakeApi } from '@twende/ui/testing/fake-api.ts'
import { renderRoutes } from '@twende/ui/testing/render-page.tsx'
import { useLoaderData } from 'react-router'
import { expect, test } from 'vitest'
import PeoplePage, { clientLoader } from './people-page.tsx'

const achieng: AccountSummary = {
  _id: 'a1',
  name: 'Achieng Otieno',
  email: 'achieng@example.com',
  phone: '254712345678',
  role: 'user',
  memberSince: '2026-01-05T08:00:00Z',
  bannedAt: null,
  deleted: false,
  bookings: 2,
  listings: 0,
  orders: 0,
}
const kiprono: AccountSummary = { ...achieng, _id: 'a2', name: 'Kiprono Bett', email: 'kiprono@example.com' }

const user = userEvent.setup({ delay: null })

function People() {
  const props: Parameters<typeof PeoplePage>[0] = { loaderData: useLoaderData() } as never
  return <PeoplePage {...props} />
}

/** The page over a server that finds people by their names, 50 on a page, of 120. */
function show(address = '/admin/people') {
  const requests = fakeApi({
    'GET /api/admin/people': ({ query }) => {
      const data = [achieng, kiprono].filter(({ name }) =>
        name.toLowerCase().includes(query.get('search') ?? ''),
      )
      const page = Number(query.get('page') ?? 1)
      const total = data.length === 2 ? 120 : data.length
      return { success: true, data, pagination: { page, limit: 50, total, pages: Math.ceil(total / 50) } }
    },
  })
  const page = { path: '/admin/people', loader: clientLoader as never, Component: People }
  return {
    requests,
    router: renderRoutes([page, { path: '/admin/people/:accountId', element: null }], address),
  }
}

const search = () => screen.getByRole('searchbox', { name: m.admin_people_search_label() })

test('each row leads to its person, and the pages below to the rest', async () => {
  const { router, requests } = show('/admin/people?role=user')
  const row = await screen.findByRole('link', { name: /Achieng Otieno/ })
  expect(requests[0]?.query.get('role')).toBe('user')
  const pages = screen.getByRole('navigation', { name: m.admin_list_pages() })
  expect(within(pages).getByRole('link', { current: 'page' }).textContent).toBe('1')
  await user.click(within(pages).getByRole('link', { name: 'Page 3' }))
  await waitFor(() => expect(router.state.location.search).toBe('?role=user&page=3'))
  await user.click(await screen.findByRole('link', { name: /Achieng Otieno/ }))
  expect(row).toBeTruthy()
  await waitFor(() => expect(router.state.location.pathname).toBe('/admin/people/a1'))
})

test('what is searched for is in the address, asked once, and found', async () => {
  const { router, requests } = show()
  await screen.findByRole('link', { name: /Achieng Otieno/ })
  await user.type(search(), 'kip{Enter}')
  await waitFor(() => expect(screen.queryByRole('link', { name: /Achieng Otieno/ })).toBeNull())
  expect(await screen.findByRole('link', { name: /Kiprono Bett/ })).toBeTruthy()
  expect(router.state.location.search).toBe('?search=kip')
  expect(requests.map(({ query }) => query.get('search'))).toEqual([null, 'kip'])
})

test('a filter begins at the first page', async () => {
  const { router } = show('/admin/people?page=2')
  await screen.findByRole('link', { name: /Achieng Otieno/ })
  await user.selectOptions(screen.getByRole('combobox', { name: m.admin_people_role() }), 'staff')
  await waitFor(() => expect(router.state.location.search).toBe('?role=staff'))
})

test('a search that finds nobody offers to clear it', async () => {
  const { router } = show('/admin/people?search=nobody')
  await user.click(await screen.findByRole('link', { name: m.admin_common_clear_filters() }))
  expect(await screen.findByRole('link', { name: /Achieng Otieno/ })).toBeTruthy()
  expect(router.state.location.search).toBe('')
})

test('a list that does not come says so, and is asked for again', async () => {
  fakeApi({})
  const page = { path: '/admin/people', loader: clientLoader as never, Component: People }
  renderRoutes([page], '/admin/people')
  const retry = await screen.findByRole('button', { name: 'Try Again' })
  expect(screen.getByRole('alert').textContent).toContain(m.admin_list_load_failed())
  fakeApi({
    'GET /api/admin/people': () => ({
      success: true,
      data: [achieng],
      pagination: { page: 1, limit: 50, total: 1, pages: 1 },
    }),
  })
  await user.click(retry)
  expect(await screen.findByRole('link', { name: /Achieng Otieno/ })).toBeTruthy()
})
