import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { Profile } from '@twende/contract/accounts/profile-routes.ts'
import { ApiError } from '@twende/contract/http/call.ts'
import { STAFF_RIGHTS, type StaffRight } from '@twende/contract/http/route.ts'
import { m } from '@twende/messages'
import { call } from '@twende/ui/api/call.ts'
import { fakeApi, refusalWith } from '@twende/ui/testing/fake-api.ts'
import { renderRoutes } from '@twende/ui/testing/render-page.tsx'
import { signInAs } from '@twende/ui/testing/sign-in-as.ts'
import { useLoaderData, useRouteError, useRouteLoaderData } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { links } from '../links.ts'
import { rightOfAddress, sections } from '../sections.ts'
import AdminPage, { clientLoader, ErrorBoundary, shouldRevalidate } from './admin-page.tsx'
import { RightLink, type Worker } from './rights.tsx'

beforeEach(() => signInAs('Mercy Achieng', 'a8', 'staff'))

function Frame() {
  return <AdminPage {...({ loaderData: useLoaderData<Worker>() } as Parameters<typeof AdminPage>[0])} />
}

function Failed() {
  const props = { error: useRouteError(), loaderData: useRouteLoaderData<Worker>('admin') }
  return <ErrorBoundary {...(props as Parameters<typeof ErrorBoundary>[0])} />
}

function Content() {
  return (
    <>
      <h1>The page</h1>
      <RightLink right="people" to={links.person('a1')} className="">
        Achieng Otieno
      </RightLink>
    </>
  )
}

const mercy: Profile = {
  _id: 'a8',
  name: 'Mercy Achieng',
  email: 'mercy@example.com',
  phone: null,
  role: 'staff',
  rights: [],
  memberSince: '2026-01-05T08:00:00Z',
  notifications: { bookings: true, listings: true, orders: true, sms: false },
  channels: [],
  locale: 'en',
}

/** The frame around a page at an address, for staff with these rights. */
function show(address: string, rights: readonly StaffRight[], failing?: Error) {
  fakeApi({
    'GET /api/user/me': () => ({ success: true, data: { ...mercy, rights: [...rights] } }),
  })
  const loader = () => {
    if (failing) throw failing
    return null
  }
  return renderRoutes(
    [
      {
        id: 'admin',
        path: '/admin',
        loader: clientLoader as never,
        Component: Frame,
        ErrorBoundary: Failed,
        children: [{ path: '*', loader, Component: Content }],
      },
    ],
    address,
  )
}

const missing = () => screen.findByRole('heading', { level: 1, name: m.admin_common_right_missing_title() })
const menu = () => screen.getAllByRole('link').map((link) => link.getAttribute('href'))

test('the menu has only what staff may open', async () => {
  show(links.bookings(), [])
  await screen.findByRole('heading', { name: 'The page' })
  expect(menu()).toContain(links.bookings())
  for (const hidden of [links.payments(), links.refunds(), links.deposits(), links.reports(), links.people()])
    expect(menu(), hidden).not.toContain(hidden)
})

test('each right opens its own sections, and no others', () => {
  const addresses = (right: StaffRight) =>
    sections.filter((item) => item.right === right).map(({ path }) => path)
  expect(addresses('payments')).toEqual(['payments', 'refunds', 'deposits', 'balances', 'reconciliation'])
  expect(addresses('reports')).toEqual(['reports', 'shop-report'])
  expect(addresses('people')).toEqual(['refusal-list', 'people'])
  expect(rightOfAddress(links.holds())).toBe('payments')
  expect(rightOfAddress(links.payment('p1'))).toBe('payments')
  expect(rightOfAddress(links.person('a1'))).toBe('people')
  expect(rightOfAddress(links.today)).toBeUndefined()
  expect(rightOfAddress(links.booking('b1'))).toBeUndefined()
})

test.each([links.payments(), links.payment('p1'), links.holds(), links.reports(), links.person('a1')])(
  'an address typed by hand, %s, says who can help',
  async (address) => {
    show(address, [])
    await missing()
    expect(screen.getByText(m.admin_common_right_missing_text())).toBeDefined()
    expect(screen.queryByRole('heading', { name: 'The page' })).toBeNull()
    expect(menu()).toContain(links.bookings())
  },
)

test('whose right was taken away after the frame was loaded reads the same', async () => {
  const refusal = { code: 'right_needed' as const, message: 'You may not see or do this. Ask an admin.' }
  show(links.payments(), STAFF_RIGHTS, new ApiError(403, refusal))
  await missing()
})

test('a name is a link to those who may open the person, and a name to all others', async () => {
  show(links.bookings(), ['payments'])
  expect((await screen.findByText('Achieng Otieno')).closest('a')).toBeNull()
})

test('with the right, the name leads to the person', async () => {
  show(links.bookings(), ['people'])
  expect((await screen.findByText('Achieng Otieno')).closest('a')?.getAttribute('href')).toBe(
    links.person('a1'),
  )
})

function PageWithAct() {
  const act = () => call('GET /api/admin/payments', { query: {} }).catch(() => {})
  return (
    <>
      <h1>The page</h1>
      <button type="button" onClick={() => void act()}>
        Act
      </button>
    </>
  )
}

test('the open menu follows when a right is refused, and when the person comes back to the page', async () => {
  let rights: StaffRight[] = ['payments']
  const asked = fakeApi({
    'GET /api/user/me': () => ({ success: true, data: { ...mercy, rights: [...rights] } }),
    'GET /api/admin/payments': () => refusalWith(403, 'right_needed', 'You may not see this.'),
  })
  const timesAsked = () => asked.filter(({ name }) => name === 'GET /api/user/me').length
  renderRoutes(
    [
      {
        id: 'admin',
        path: '/admin',
        loader: clientLoader as never,
        shouldRevalidate,
        Component: Frame,
        ErrorBoundary: Failed,
        children: [{ path: '*', Component: PageWithAct }],
      },
    ],
    links.bookings(),
  )
  await screen.findByRole('heading', { name: 'The page' })
  expect(menu()).toContain(links.payments())
  rights = []
  const user = userEvent.setup({ delay: null })
  await user.click(screen.getByRole('button', { name: 'Act' }))
  await waitFor(() => expect(menu()).not.toContain(links.payments()))
  // The same refusal again changes nothing, so nothing is loaded again.
  const before = timesAsked()
  await user.click(screen.getByRole('button', { name: 'Act' }))
  await waitFor(() => expect(timesAsked()).toBe(before + 1))
  rights = ['reports']
  document.dispatchEvent(new Event('visibilitychange'))
  await waitFor(() => expect(menu()).toContain(links.reports()))
})
