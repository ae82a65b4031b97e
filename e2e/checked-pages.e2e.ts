import { expect, test } from '@playwright/test'
import { adminPages, seenOf } from './admin-pages.ts'
import { type CheckedPage, looks } from './page-checks.ts'
import { routes } from './routes.ts'

// Without a token the booking wizard leads elsewhere; the journeys that book look it over.
const ownPages = routes.filter((route) => route !== '/product').map((route) => route.replace(/\?.*/, ''))
const pages = {
  desktop: [...ownPages, '/rent/:id', '/buy/:id', '/product/:id', '/nowhere/at/all'],
  phone: [
    '/',
    '/rent',
    '/rent/:id',
    '/buy',
    '/buy/:id',
    '/shop',
    '/product/:id',
    '/book',
    '/mybookings',
    '/cart',
    '/order',
    '/placeorder',
    '/verify',
    '/myorders',
    '/nowhere/at/all',
    // What staff does many times a day.
    '/admin/bookings',
    '/admin/bookings/:id',
    '/admin/payments',
    '/admin/payments/:id',
    '/admin/listings/:id',
    '/admin/orders/:id',
    '/admin/people',
    '/admin/people/:id',
  ],
}

const dialogs = {
  desktop: [
    '/rent > Subaru Forester',
    '/buy > Toyota Probox DX 1.5',
    '/buy/:id > Suzuki Jimny Sierra',
    '/buy/:id > Report this listing',
    '/rent/:id > To Proceed, you need to Login',
    '/rent/:id > Sign Up',
    '/rent > Login',
    '/mybookings > Forgot password',
    '/mybookings > Enter code',
    '/mybookings > Reset password',
    '/book > The price has changed. Please check the new price and confirm again.',
    '/mybookings > Subaru Forester',
    '/mybookings > Pay for BK',
    '/mybookings > How was the Honda Fit Hybrid?',
    '/mybookings > Are you sure you want to cancel this booking?',
    '/myorders > Are you sure you want to cancel this order?',
    '/placeorder > The price has changed. Please check the new price and confirm again.',
    '/cart > To Proceed, you need to Login',
    '/admin/bookings > New booking',
    '/admin/bookings/:id > Cancel BK?',
    '/admin/bookings/:id > Chebet Koros did not come?',
    '/admin/bookings/:id > Confirm BK?',
    '/admin/bookings/:id > Extend BK',
    '/admin/bookings/:id > Hand over Toyota Premio',
    '/admin/bookings/:id > Take back Toyota Premio',
    '/admin/calendar > Suzuki Alto 660',
    '/admin/listings/:id > Approve this payment?',
    '/admin/listings/:id > Give this listing more days?',
    '/admin/listings/:id > Reject this payment?',
    '/admin/listings/:id > Take this listing off the market?',
    '/admin/payments/:id > Accept this payment?',
    '/admin/people/:id > Ban Kiprono Ruto?',
    '/admin/people/:id > What may Faith Chebet do here?',
  ],
  phone: [
    '/ > Menu',
    '/rent > Hello, Otieno',
    '/allvehicles > Filters',
    '/buy > Filters',
    '/buy > Toyota Probox DX 1.5',
    '/buy/:id > Suzuki Jimny Sierra',
    '/buy/:id > Report this listing',
    '/rent/:id > To Proceed, you need to Login',
    '/rent/:id > Sign Up',
    '/mybookings > Subaru Forester',
    '/mybookings > Are you sure you want to cancel this booking?',
    '/admin/bookings/:id > Confirm BK?',
    '/admin/bookings/:id > Hand over Toyota Premio',
    '/admin/bookings/:id > Take back Toyota Premio',
    '/admin/listings/:id > Approve this payment?',
    '/admin/orders/:id > Was this order paid?',
    '/admin/orders/:id > How does this order travel?',
    '/admin/orders/:id > Was this order delivered?',
    '/admin/payments/:id > Accept this payment?',
    '/admin/people/:id > Ban Kiprono Bett?',
  ],
}

for (const size of ['desktop', 'phone'] as const) {
  test(`on a ${size} the journeys looked over every page and dialog they know`, async () => {
    const seen = (await looks()).filter((look) => look.size === size)
    expect(seen.length).toBeGreaterThan(size === 'desktop' ? 85 : 50)
    const known = [...pages[size], ...dialogs[size]]
    expect(known.filter((one) => !wordsOf(seen).includes(one))).toEqual([])
  })
}

test('the journeys looked over every page of the back office that the route table knows', async () => {
  const all = await adminPages()
  expect(all.length).toBeGreaterThan(20)
  const seen = seenOf(
    all,
    (await looks()).filter(({ size }) => size === 'desktop'),
  )
  expect(all.filter((page) => !seen.includes(page))).toEqual([])
})

function wordsOf(seen: CheckedPage[]): string[] {
  return seen.map(({ path, dialog }) => (dialog ? `${path} > ${dialog}` : path))
}
