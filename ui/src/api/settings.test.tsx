import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { CANCELLATION_POLICY } from '@twende/contract/bookings/cancellation.ts'
import { RENTAL_TERMS } from '@twende/contract/business-constants.ts'
import { createMemoryRouter, Link, Outlet, RouterProvider } from 'react-router'
import { expect, test, vi } from 'vitest'
import { areOutdated, freshSettings, type RootData, useFreshSettings, useSettings } from './settings.ts'

const named = (businessName: string): RootData => ({
  settings: {
    businessName,
    whatsappNumber: '254700000111',
    publicUrl: 'http://localhost',
    demoPhone: false,
    mpesa: { businessName: '', businessNumber: '522522', type: 'till', accountHint: '' },
    bookingHoldMinutes: { mpesa: 30, whatsapp: 120 },
    orderHoldMinutes: { mpesa: 30, whatsapp: 120 },
    listingPlans: [{ months: 1, price: 2000 }],
    cancellation: CANCELLATION_POLICY,
    rentalTerms: RENTAL_TERMS,
    termsChangedAt: null,
  },
})

function Frame() {
  const readAgain = useFreshSettings()
  return (
    <>
      <h1>{useSettings().businessName}</h1>
      <button type="button" onClick={() => void readAgain()}>
        Read again
      </button>
      <Link to="/other">Other page</Link>
      <Outlet />
    </>
  )
}

/** A site whose root page reads the settings. */
async function open(read: () => Promise<RootData>) {
  const router = createMemoryRouter([
    {
      id: 'root',
      loader: () => freshSettings(read),
      shouldRevalidate: areOutdated,
      Component: Frame,
      HydrateFallback: () => null,
      ErrorBoundary: () => <p>No page is drawn.</p>,
      children: [
        { path: '/', element: <p>First page</p> },
        { path: '/other', element: <p>Second page</p> },
      ],
    },
  ])
  render(<RouterProvider router={router} />)
  await screen.findByRole('heading', { name: 'Twende' })
}

const user = userEvent.setup({ delay: null })
const name = () => screen.getByRole('heading').textContent

test('settings are read once a visit, and again where a page learns of other ones', async () => {
  const read = vi.fn(() => Promise.resolve(named('Twende')))
  await open(read)
  await user.click(screen.getByRole('link', { name: 'Other page' }))
  expect(await screen.findByText('Second page')).toBeTruthy()
  expect(read).toHaveBeenCalledTimes(1)
  read.mockResolvedValue(named('Twende Cars'))
  await user.click(screen.getByRole('button', { name: 'Read again' }))
  await waitFor(() => expect(name()).toBe('Twende Cars'))
})

test('settings that cannot be read again stay, and are read with the next page', async () => {
  const read = vi.fn(() => Promise.resolve(named('Twende')))
  await open(read)
  read.mockRejectedValueOnce(new Error('The network is away.'))
  await user.click(screen.getByRole('button', { name: 'Read again' }))
  await waitFor(() => expect(read).toHaveBeenCalledTimes(2))
  read.mockResolvedValue(named('Twende Cars'))
  await user.click(await screen.findByRole('link', { name: 'Other page' }))
  await waitFor(() => expect(name()).toBe('Twende Cars'))
  expect(screen.getByText('Second page')).toBeTruthy()
})
