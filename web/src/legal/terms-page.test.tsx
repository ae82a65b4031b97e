import { render, screen } from '@testing-library/react'
import { CANCELLATION_POLICY } from '@twende/contract/bookings/cancellation.ts'
import { RENTAL_TERMS } from '@twende/contract/business-constants.ts'
import type { RootData } from '@twende/ui/api/settings.ts'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import TermsPage from './terms-page.tsx'

const settings: RootData['settings'] = {
  businessName: 'Twende',
  whatsappNumber: '254700000111',
  publicUrl: 'http://localhost',
  demoPhone: false,
  mpesa: { businessName: '', businessNumber: '522522', type: 'till', accountHint: '' },
  bookingHoldMinutes: { mpesa: 47, whatsapp: 93 },
  orderHoldMinutes: { mpesa: 41, whatsapp: 87 },
  listingPlans: [{ months: 1, price: 2345 }],
  cancellation: CANCELLATION_POLICY,
  rentalTerms: RENTAL_TERMS,
  termsChangedAt: null,
}

test('the times to pay and the prices in the terms are those of the settings', async () => {
  const router = createMemoryRouter([
    {
      id: 'root',
      path: '/',
      loader: () => ({ settings }),
      Component: TermsPage,
      HydrateFallback: () => null,
    },
  ])
  render(<RouterProvider router={router} />)
  await screen.findByRole('heading', { level: 1 })
  const text = (document.body.textContent ?? '').replaceAll('\u00a0', ' ')
  for (const said of ['47 minutes', '41 minutes', '2,345']) expect(text).toContain(said)
  expect(text).not.toContain('30 minutes')
})
