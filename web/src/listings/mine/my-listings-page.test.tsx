import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { m } from '@twende/messages'
import { forgetToken, signIn } from '@twende/ui/accounts/session.ts'
import { fakeApi, refusalWith } from '@twende/ui/testing/fake-api.ts'
import { renderRoutes } from '@twende/ui/testing/render-page.tsx'
import { signInAs } from '@twende/ui/testing/sign-in-as.ts'
import { type ComponentProps, type ComponentType, createElement } from 'react'
import { useLoaderData } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import MyListingsPage, { clientLoader } from './my-listings-page.tsx'

type Props = ComponentProps<typeof MyListingsPage>

/** The page with what its loader answered, as the router of the site gives it. */
function Page() {
  const loaderData = useLoaderData<typeof clientLoader>()
  return createElement(MyListingsPage as ComponentType<Pick<Props, 'loaderData'>>, { loaderData })
}

const openPage = () =>
  renderRoutes([{ path: '/listings', loader: () => clientLoader(), Component: Page }], '/listings')
const user = userEvent.setup({ delay: null })

beforeEach(() => {
  vi.stubGlobal('indexedDB', { deleteDatabase: () => {} })
})

afterEach(forgetToken)

test('a visitor is asked to log in', async () => {
  openPage()
  expect(await screen.findByText(m.my_listings_signed_out_title())).toBeTruthy()
  expect(screen.getByRole('button', { name: m.my_listings_log_in() })).toBeTruthy()
})

test('each failure has words of its own, and the cars are there once one tries again', async () => {
  signIn(`head.${btoa(JSON.stringify({ id: 'seller', role: 'user', name: 'Achieng' }))}.signature`)
  const answers = [
    () =>
      Response.json(
        { success: false, code: 'internal', message: 'The market is being tidied.' },
        { status: 500 },
      ),
    () => refusalWith(404, 'not_found', 'No such route'),
    () => {
      throw new TypeError('Failed to fetch')
    },
  ]
  fakeApi({
    'GET /api/sell/user/:userId': () => answers.shift()?.() ?? { success: true, message: '', data: [] },
  })
  openPage()
  const tryAgain = () => user.click(screen.getByRole('button', { name: m.common_try_again() }))
  expect(await screen.findByText(m.my_listings_failed())).toBeTruthy()
  expect(screen.getByText('The market is being tidied.')).toBeTruthy()
  await tryAgain()
  expect(await screen.findByText(m.my_listings_no_endpoint())).toBeTruthy()
  await tryAgain()
  expect(await screen.findByText(m.my_listings_unreachable())).toBeTruthy()
  await tryAgain()
  await waitFor(() => expect(screen.getByText(m.my_listings_none_title())).toBeTruthy())
})

test('somebody whose token cannot be read is told so, logs in again, and is led to the sell form', async () => {
  fakeApi({ 'GET /api/sell/user/:userId': () => ({ success: true, message: '', data: [] }) })
  signIn('not.a.token')
  openPage()
  expect(await screen.findByText('Invalid token')).toBeTruthy()
  expect(screen.getByRole('heading', { level: 1, name: 'My Car Listings' })).toBeTruthy()
  expect(screen.getByRole('button', { name: m.my_listings_log_in() })).toBeTruthy()
  act(() => signInAs('Achieng', 'seller'))
  expect(await screen.findByText(m.my_listings_none_title())).toBeTruthy()
  const first = screen.getByRole('link', { name: 'List Your First Car' })
  expect(first.getAttribute('href')).toBe('/sell-car')
})

test.each([
  ['without its list', {}, () => screen.findByText(m.my_listings_failed())],
  ['with an empty thing as its list', { data: {} }, () => screen.findByText(m.my_listings_failed())],
  [
    'of a listing without its fields',
    { data: [{ _id: 'bare', name: 'Toyota Vitz' }] },
    () => screen.findByText('Toyota Vitz'),
  ],
])('an answer %s is no broken page', async (_, answer, shown) => {
  signIn(`head.${btoa(JSON.stringify({ id: 'seller', role: 'user', name: 'Achieng' }))}.signature`)
  fakeApi({ 'GET /api/sell/user/:userId': () => ({ success: true, message: '', ...answer }) as never })
  openPage()
  expect(await shown()).toBeTruthy()
})
