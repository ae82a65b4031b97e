import { expect, test } from '@playwright/test'
import { adminPages, seenOf } from '../support/admin-pages.ts'
import { checkedTexts, textsOutsideCatalogue } from '../support/catalogue.ts'
import { test as journey } from '../support/journey.ts'
import { open } from '../support/open-page.ts'
import { type CheckedPage, looks } from '../support/page-checks.ts'
import { routes } from '../support/routes.ts'

// Without a token the booking wizard leads elsewhere; the journeys that book look it over.
const ownPages = routes.filter((route) => route !== '/product').map((route) => route.replace(/\?.*/, ''))
const pages = {
  desktop: [
    ...ownPages,
    '/rent/:id',
    '/buy/:id',
    '/product/:id',
    '/mybookings/:id',
    '/check/:id',
    '/nowhere/at/all',
  ],
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
    '/mybookings/:id',
    '/check/:id',
    '/cart',
    '/order',
    '/placeorder',
    '/verify',
    '/myorders',
    '/nowhere/at/all',
    // What staff does many times a day.
    '/admin/bookings',
    '/admin/bookings/:id',
    '/admin/bookings/:id/handover',
    '/admin/bookings/:id/return',
    '/admin/payments',
    '/admin/payments/:id',
    '/admin/listings/:id',
    '/admin/orders/:id',
    '/admin/people',
    '/admin/people/:id',
    '/admin/yard',
    '/admin/fines',
    '/admin/calendar/shared',
    '/admin/fleet/:id/calendars',
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
    '/mybookings/:id > Change booking BK',
    '/mybookings > How was the Honda Fit Hybrid?',
    '/mybookings > Are you sure you want to cancel this booking?',
    '/myorders > Are you sure you want to cancel this order?',
    '/placeorder > The price has changed. Please check the new price and confirm again.',
    '/cart > To Proceed, you need to Login',
    '/admin/bookings > New booking',
    '/admin/bookings/:id > Cancel BK?',
    '/admin/bookings/:id > Mark Chebet Koros as a no-show?',
    '/admin/bookings/:id > Confirm BK?',
    '/admin/bookings/:id > Extend BK',
    '/admin/bookings/:id > Keep part of the deposit of BK',
    '/admin/bookings/:id > Stop keeping Ksh 1,500 of the deposit?',
    '/admin/calendar > Suzuki Alto 660',
    '/admin/drivers/:id > Rent no car to a person',
    '/admin/extras > Add an extra',
    '/admin/extras > Remove Delivery to Kitale?',
    '/admin/bookings/:id > Take Ksh 3,000 from the customer of BK?',
    '/admin/bookings/:id > Ask for what is owed for BK',
    '/admin/fines > Paper of the fine of Ksh 3,000',
    '/admin/fines > Record a fine',
    '/admin/fines > Withdraw the fine of Ksh 3,000?',
    '/admin/fleet/:id/costs > Add cost',
    '/admin/fleet/:id/costs > Withdraw the cost of Ksh 4,321?',
    '/admin/fleet/:id/papers > Add document',
    '/admin/fleet/:id/papers > Attach a scan to document RSL 4475',
    '/admin/fleet/:id/service > Change plan',
    '/admin/fleet/:id/service > Record service',
    '/admin/fleet/:id/calendars > Add calendar',
    '/admin/fleet/:id/calendars > Address for Google Calendar',
    '/admin/fleet/:id/calendars > Create address',
    '/admin/listings/:id > Approve this payment?',
    '/admin/listings/:id > Give this listing more days?',
    '/admin/listings/:id > Reject this payment?',
    '/admin/listings/:id > Suspend this listing?',
    '/admin/payments/:id > Accept this payment?',
    '/admin/people/:id > Ban Kiprono Ruto?',
    '/admin/people/:id > Change the role of Faith Chebet',
    '/admin/prices > Add a price rule',
    '/admin/prices > Remove Weekend of the Alto?',
    '/admin/refusal-list > Rent no car to a person',
    '/admin/refusal-list > Record an appeal',
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
    '/mybookings/:id > Change booking BK',
    '/mybookings > Are you sure you want to cancel this booking?',
    '/admin/bookings/:id > Confirm BK?',
    '/admin/bookings/:id > Give back the deposit of BK?',
    '/admin/fines > Record a fine',
    '/admin/listings/:id > Approve this payment?',
    '/admin/orders/:id > Was this order paid?',
    '/admin/orders/:id > Mark this order as sent?',
    '/admin/orders/:id > Was this order delivered?',
    '/admin/payments/:id > Accept this payment?',
    '/admin/people/:id > Ban Kiprono Ruto?',
  ],
}

for (const size of ['desktop', 'phone'] as const) {
  test(`on a ${size} the journeys looked over every page and dialog they know`, async () => {
    const seen = (await looks()).filter((look) => look.size === size)
    expect(seen.length).toBeGreaterThan(size === 'desktop' ? 85 : 50)
    const known = [...pages[size], ...dialogs[size]]
    expect(known.filter((one) => !wordsOf(seen).includes(one))).toEqual([])
    const analysed = seen.filter((look) => look.analysed)
    expect(known.filter((one) => !wordsOf(analysed).includes(one))).toEqual([])
    expect(new Set(analysed.map((look) => look.shape)).size).toBeGreaterThan(size === 'desktop' ? 85 : 50)
    expect(seen.filter(({ shape }) => !analysed.some((look) => look.shape === shape))).toEqual([])
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

test('every text of every page that the journeys looked over is in the catalogue of its language, or data', async () => {
  const pages = await checkedTexts()
  for (const locale of ['en', 'sw'] as const) {
    const ofLocale = pages.filter((page) => page.locale === locale)
    expect(ofLocale.length).toBeGreaterThan(locale === 'en' ? 200 : 40)
    expect(Math.min(...ofLocale.map(({ checked }) => checked))).toBeGreaterThan(5)
  }
  const outside = pages.flatMap(({ path, outside }) => outside.map((text) => `${path}: ${text}`))
  expect([...new Set(outside)]).toEqual([])
})

journey('a text that is not in the catalogue is found', async ({ page, sentData }) => {
  await open(page, '/sw/terms')
  await page.evaluate(() => document.querySelector('main')?.append('Words that nobody translated'))
  // Not recorded, because the page is wrong on purpose.
  expect(await textsOutsideCatalogue(page, sentData)).toMatchObject({
    locale: 'sw',
    outside: ['Words that nobody translated'],
  })
})

journey(
  'a page that was analysed is analysed again when something is wrong with it',
  async ({ page, checkPage }) => {
    await open(page, '/terms')
    await checkPage(page)
    await page.evaluate(() => {
      const nameless = document.createElement('button')
      nameless.style.padding = '24px'
      document.querySelector('main')?.append(nameless)
    })
    await expect(checkPage(page)).rejects.toThrow('button-name')
  },
)

function wordsOf(seen: CheckedPage[]): string[] {
  return seen.map(({ path, dialog }) => (dialog ? `${path} > ${dialog}` : path))
}
