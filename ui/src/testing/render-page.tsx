import { render } from '@testing-library/react'
import { CANCELLATION_POLICY } from '@twende/contract/bookings/cancellation.ts'
import { RENTAL_TERMS } from '@twende/contract/business-constants.ts'
import type { AppSettings } from '@twende/contract/content/content-routes.ts'
import type { ReactNode } from 'react'
import { createMemoryRouter, type RouteObject, RouterProvider } from 'react-router'

const settings: AppSettings = {
  businessName: 'Twende',
  whatsappNumber: '254700000111',
  publicUrl: 'http://localhost',
  demoPhone: false,
  mpesa: { businessName: 'DEMO MOTORS', businessNumber: '522522', type: 'till', accountHint: '' },
  bookingHoldMinutes: { mpesa: 30, whatsapp: 120 },
  orderHoldMinutes: { mpesa: 45, whatsapp: 180 },
  listingPlans: [
    { months: 1, price: 2000 },
    { months: 3, price: 4500 },
  ],
  cancellation: CANCELLATION_POLICY,
  rentalTerms: RENTAL_TERMS,
  termsChangedAt: null,
}

/** Shows pages under a root with the settings of an installation, beginning at an address; answers the router. */
export function renderRoutes(routes: RouteObject[], address: string) {
  const root: RouteObject = {
    id: 'root',
    loader: () => ({ settings }),
    shouldRevalidate: () => false,
    children: routes,
  }
  const router = createMemoryRouter([root], {
    initialEntries: [address],
    hydrationData: { loaderData: { root: { settings } } },
  })
  render(<RouterProvider router={router} />)
  return router
}

/** Shows one element as a page. */
export function renderPage(element: ReactNode, address = '/') {
  return renderRoutes([{ path: '*', element }], address)
}
