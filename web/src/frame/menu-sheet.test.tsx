import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useLoginRequest } from '@twende/ui/accounts/login-prompt.ts'
import { forgetToken } from '@twende/ui/accounts/session.ts'
import { renderRoutes } from '@twende/ui/testing/render-page.tsx'
import { signInAs } from '@twende/ui/testing/sign-in-as.ts'
import { renderToString } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Footer } from './footer.tsx'
import { MenuSheet } from './menu-sheet.tsx'

const user = userEvent.setup({ delay: null })

async function openMenu(name: string) {
  const onOpenChange = vi.fn()
  const Shown = () => (
    <>
      <MenuSheet open onOpenChange={onOpenChange} />
      {useLoginRequest() && <p>The log-in is open</p>}
    </>
  )
  const router = renderRoutes([{ path: '*', Component: Shown }], '/rent')
  return { router, onOpenChange, menu: within(await screen.findByRole('dialog', { name })) }
}

beforeEach(() => {
  // A session that ends takes its drafts with it.
  vi.stubGlobal('indexedDB', { deleteDatabase: () => {} })
})

afterEach(forgetToken)

test('the menu holds every link, selling and signing in, and closes when one is followed', async () => {
  const { router, onOpenChange, menu } = await openMenu('Menu')
  for (const name of ['Home', 'For Rent', 'For Sale', 'Shop', 'Services', 'About', 'Contact']) {
    expect(menu.getByRole('link', { name })).toBeTruthy()
  }
  expect(menu.queryByRole('link', { name: 'My Bookings' })).toBe(null)
  expect(menu.getByRole('button', { name: 'Sell Car' })).toBeTruthy()
  await user.click(menu.getByRole('link', { name: 'For Sale' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/buy'))
  expect(onOpenChange).toHaveBeenCalledWith(false)
  await user.click(menu.getByRole('button', { name: 'Sign In' }))
  expect(await screen.findByText('The log-in is open')).toBeTruthy()
})

test('signed in, it greets, adds one’s own pages, and logs out', async () => {
  signInAs('Otieno Odhiambo')
  const { router, onOpenChange, menu } = await openMenu('Hello, Otieno')
  for (const name of ['My Bookings', 'My Listings', 'My Orders', 'My Account']) {
    expect(menu.getByRole('link', { name })).toBeTruthy()
  }
  await user.click(menu.getByRole('button', { name: 'Logout' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/'))
  expect(localStorage.getItem('token')).toBe(null)
  expect(onOpenChange).toHaveBeenCalledWith(false)
})

test('the foot of every page leads to the small print and to us', () => {
  renderRoutes(
    [
      {
        path: '*',
        element: <Footer contact={{ phone: '254700000111', whatsapp: '254700000111' }} year={2026} />,
      },
    ],
    '/',
  )
  const address = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
  expect(address('Terms')).toBe('/terms')
  expect(address('Privacy')).toBe('/privacy')
  expect(address('Rent a car')).toBe('/rent')
  expect(address('WhatsApp')).toBe('https://wa.me/254700000111')
})

const foot = <Footer contact={{ phone: '254700000111', whatsapp: '254700000111' }} year={2026} />

test.each([
  ['/rent?seats=5', '/sw/rent?seats=5'],
  ['//evil.example/login', '/sw/evil.example/login'],
])('the page %s is in Swahili at %s', (path, address) => {
  renderRoutes([{ path: '*', element: foot }], path)
  expect(screen.getByRole('link', { name: 'Kiswahili' }).getAttribute('href')).toBe(address)
})

test('the foot that the server sends names no address, because one missing page is sent for all', () => {
  const router = createMemoryRouter([{ path: '*', element: foot }], { initialEntries: ['/no/such/page'] })
  const html = renderToString(<RouterProvider router={router} />)
  expect(html).toContain('href="/sw"')
  expect(html).not.toContain('such')
})
