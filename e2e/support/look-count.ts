import { adminPages, seenOf } from './admin-pages.ts'
import type { Look } from './page-checks.ts'
import { routes } from './routes.ts'

// Without a token the booking wizard leads elsewhere; the journeys that book look it over.
const publicPages = [
  ...routes.filter((route) => route !== '/product').map((route) => route.replace(/\?.*/, '')),
  '/rent/:id',
  '/buy/:id',
  '/product/:id',
  '/mybookings/:id',
  '/check/:id',
  '/addendum/:id',
  '/nowhere/at/all',
]
const pages = {
  desktop: publicPages,
  phone: [
    ...publicPages,
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
    '/buy/:id > One more step',
    '/rent/:id > Login',
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
    '/admin/bookings/:id > Stop keeping Ksh\u00a01,500 of the deposit?',
    '/admin/calendar > Suzuki Alto 660',
    '/admin/drivers/:id > Rent no car to a person',
    '/admin/extras > Add an extra',
    '/admin/extras > Remove Delivery to Kitale?',
    '/admin/bookings/:id > Take Ksh\u00a03,000 from the customer of BK?',
    '/admin/bookings/:id > Ask for what is owed for BK',
    '/admin/fines > Paper of the fine of Ksh\u00a03,000',
    '/admin/fines > Record a fine',
    '/admin/fines > Withdraw the fine of Ksh\u00a03,000?',
    '/admin/fleet/:id/costs > Add cost',
    '/admin/fleet/:id/costs > Withdraw the cost of Ksh\u00a04,321?',
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
    '/admin/people/:id > Change the rights of Faith Chebet',
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
    '/buy/:id > One more step',
    '/rent/:id > Login',
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

/** How many looks there are at least, so that nothing is counted where nothing was looked at. */
const FEWEST = { desktop: 85, phone: 50, sw: 40 }

/** The pages and dialogs that no journey of a whole run looked over, and the counts that are too small. */
export async function findMissingLooks(looks: readonly Look[]): Promise<string[]> {
  const missing: string[] = []
  for (const size of ['desktop', 'phone'] as const) {
    const seen = looks.filter((look) => look.size === size)
    const words = new Set(seen.map(({ path, dialog }) => (dialog ? `${path} > ${dialog}` : path)))
    const known = [...pages[size], ...dialogs[size]]
    missing.push(...known.filter((one) => !words.has(one)).map((one) => `${one} (${size})`))
    if (seen.length < FEWEST[size]) missing.push(`enough: ${seen.length} on a ${size}`)
  }
  const inSwahili = looks.filter(({ locale }) => locale === 'sw').length
  if (inSwahili < FEWEST.sw) missing.push(`enough in Swahili: ${inSwahili}`)
  const ofAdmin = await adminPages()
  if (ofAdmin.length < 20) missing.push(`enough: only ${ofAdmin.length} pages of the back office are known`)
  const seen = seenOf(ofAdmin, looks)
  missing.push(...ofAdmin.filter((page) => !seen.includes(page)))
  return missing
}
