import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { ApiError } from '@twende/contract/http/call.ts'
import { m } from '@twende/messages'
import { createMemoryRouter, RouterProvider, useLoaderData } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { links } from '../links.ts'
import { AdminListPage, loadList } from './admin-list-page.tsx'
import { defineList, oneOf, text } from './list-address.ts'
import { RowLink } from './list-rows.tsx'

vi.mock('@twende/ui/api/call.ts', () => ({ call: () => Promise.resolve({ data: [] }) }))

type Row = { _id: string; name: string; hidden: boolean }
type Answer = {
  data: Row[]
  pagination: { page: number; pages: number; total: number; limit: number; orMore?: boolean }
}

const list = defineList({
  path: links.catalogue,
  tabs: {
    name: 'queue',
    values: [
      { value: 'open', label: () => 'Open', count: 'waiting' },
      { value: 'all', label: () => 'All' },
    ],
  },
  fields: { search: text, show: oneOf(['hidden']) },
})

const rows = (...names: string[]): Row[] => names.map((name) => ({ _id: name, name, hidden: false }))
const load = vi.fn<() => Promise<Answer>>()
const hide = vi.fn<(row: Row) => Promise<unknown>>()

function Page() {
  const loaded = useLoaderData<Awaited<ReturnType<typeof loader>>>()
  return (
    <AdminListPage
      title="Products"
      list={list}
      loaded={loaded}
      searchBy={{ label: 'Search products', placeholder: 'Name' }}
      filters={() => [{ name: 'show', label: 'Show', choices: [{ value: 'hidden', label: 'Hidden' }] }]}
      count={({ shown }) => `${shown} products`}
      empty={() => 'Nothing waits.'}
      rowName={({ name }) => name}
      bulk={[{ label: 'Hide', applies: ({ hidden }) => !hidden, run: hide }]}
      columns={[
        {
          head: 'Product',
          cell: ({ _id, name }) => (
            <RowLink to={links.product(_id)} id={_id}>
              {name}
            </RowLink>
          ),
        },
        { head: 'State', cell: ({ hidden }) => (hidden ? 'Hidden' : 'Public') },
      ]}
    />
  )
}

const loader = ({ request }: { request: Request }) =>
  loadList(list.read(new URL(request.url).searchParams), load())

async function open(address = '/admin/catalogue') {
  const router = createMemoryRouter(
    [{ path: '/admin/catalogue', Component: Page, loader, HydrateFallback: () => null }],
    { initialEntries: [address] },
  )
  render(<RouterProvider router={router} />)
  await screen.findByRole('heading', { level: 1, name: 'Products' })
  return router
}

const answers = (data: Row[]) =>
  load.mockResolvedValue({ data, pagination: { page: 1, pages: 1, total: data.length, limit: 20 } })
const chosen = () => screen.queryByText(/ selected$/)?.textContent

beforeEach(() => {
  load.mockReset()
  hide.mockReset().mockResolvedValue({})
  Element.prototype.scrollIntoView = () => {}
})
afterEach(cleanup)

test('the rows are a table whose rows have names, with their number above', async () => {
  answers(rows('Cable', 'Printer'))
  await open()
  const table = await screen.findByRole('table', { name: 'Products' })
  expect(within(table).getByRole('row', { name: 'Cable' }).textContent).toContain('Public')
  expect(screen.getByText('2 products')).toBeTruthy()
})

test('the address says which tab and which filters are shown', async () => {
  answers(rows('Cable'))
  const router = await open('/admin/catalogue?queue=all&show=hidden')
  expect(screen.getByRole('link', { name: 'All' }).getAttribute('aria-current')).toBe('page')
  await userEvent.selectOptions(screen.getByLabelText('Show'), '')
  expect(router.state.location.search).toBe('?queue=all')
})

test('a list without rows says so; with a filter it offers to clear it', async () => {
  answers([])
  await open()
  expect(await screen.findByText('Nothing waits.')).toBeTruthy()
  cleanup()
  await open('/admin/catalogue?search=zzz')
  expect((await screen.findByRole('link', { name: 'Clear filters' })).getAttribute('href')).toBe(
    '/admin/catalogue',
  )
})

test('a page whose rows have all gone leads to the last that has some', async () => {
  load.mockResolvedValueOnce({ data: [], pagination: { page: 3, pages: 2, total: 21, limit: 20 } })
  load.mockResolvedValue({ data: rows('Cable'), pagination: { page: 2, pages: 2, total: 21, limit: 20 } })
  const router = await open('/admin/catalogue?page=3')
  expect(await screen.findByText('Cable')).toBeTruthy()
  expect(router.state.location.search).toBe('?page=2')
})

test('a search that finds more than its list leads to says so, and what to do', async () => {
  const pagination = { page: 1, pages: 500, total: 10_000, limit: 20, orMore: true }
  load.mockResolvedValue({ data: rows('Cable'), pagination })
  await open('/admin/catalogue?search=cable')
  const count = await screen.findByText(/^10,000\+ products/)
  expect(count.textContent).toContain(m.admin_common_found_more())
})

test('rows are dimmed while other ones load, and not while the same list is loaded again', async () => {
  answers(rows('Cable'))
  const router = await open()
  const around = (await screen.findByRole('table')).closest('.min-w-0')
  load.mockReturnValue(Promise.withResolvers<Answer>().promise)
  void router.revalidate()
  await waitFor(() => expect(around?.getAttribute('aria-busy')).toBe('true'))
  expect(around?.className).not.toContain('opacity')
  void router.navigate('/admin/catalogue?search=printer')
  await waitFor(() => expect(around?.className).toContain('opacity'))
  expect(screen.getByRole('table')).toBeTruthy()
})

test('an error of the API is shown in the place of the rows, and a list for admins says so', async () => {
  load.mockRejectedValueOnce(new ApiError(500, { code: 'internal', message: 'Please try again later.' }))
  await open()
  expect(await screen.findByRole('button', { name: 'Try Again' })).toBeTruthy()
  cleanup()
  load.mockRejectedValueOnce(new ApiError(403, { code: 'forbidden', message: 'No.' }))
  await open()
  expect(await screen.findByText('For admins only')).toBeTruthy()
})

test('a list that cannot be asked for says why in the place of its rows, and offers no second try', async () => {
  const message = m.error_days_backwards()
  load.mockRejectedValueOnce(new ApiError(400, { code: 'invalid', message }))
  await open()
  expect(await screen.findByText(message)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Try Again' })).toBeNull()
})

test('rows are chosen by X, with Shift and J, and by checkbox with Shift', async () => {
  answers(rows('A', 'B', 'C', 'D'))
  await open()
  await screen.findByRole('table')
  await userEvent.keyboard('jx')
  expect(chosen()).toBe('1 selected')
  await userEvent.keyboard('{Shift>}J{/Shift}')
  expect(chosen()).toBe('2 selected')
  await userEvent.keyboard('{Escape}')
  expect(chosen()).toBeUndefined()
  const user = userEvent.setup()
  await user.click(screen.getByLabelText('Select A'))
  await user.keyboard('{Shift>}')
  await user.click(screen.getByLabelText('Select C'))
  expect(chosen()).toBe('3 selected')
})

test('what came of an action is said also when no row is left in the list', async () => {
  answers(rows('A', 'B'))
  await open()
  await userEvent.click(await screen.findByLabelText('Select all on this page'))
  hide.mockResolvedValue({})
  answers([])
  await userEvent.click(screen.getByRole('button', { name: 'Hide' }))
  expect(await screen.findByText('2 done')).toBeTruthy()
  expect(await screen.findByText('Nothing waits.')).toBeTruthy()
})

test('an action on several rows says for each refused row why', async () => {
  answers(rows('A', 'B'))
  await open()
  await userEvent.click(await screen.findByLabelText('Select all on this page'))
  hide.mockImplementation(({ name }) =>
    name === 'B'
      ? Promise.reject(new ApiError(409, { code: 'changed_meanwhile', message: 'It was changed.' }))
      : Promise.resolve({}),
  )
  await userEvent.click(screen.getByRole('button', { name: 'Hide' }))
  expect(await screen.findByText('1 done, 1 refused:')).toBeTruthy()
  expect(screen.getByText('B: It was changed.')).toBeTruthy()
  expect(chosen()).toBeUndefined()
})
