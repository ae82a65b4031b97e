import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { AdminListingDetail } from '@twende/contract/listings/listing.ts'
import { m } from '@twende/messages'
import { ToastHost } from '@twende/ui/controls/toast-host.tsx'
import { fakeApi, refusalWith } from '@twende/ui/testing/fake-api.ts'
import { ownListing } from '@twende/ui/testing/own-listing.ts'
import { renderRoutes } from '@twende/ui/testing/render-page.tsx'
import { useLoaderData, useOutletContext, useParams } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { turnShortcuts } from '../list/shortcuts.tsx'
import ListingReviewPage, { clientLoader as loadListing } from './listing-review-page.tsx'
import { decisionsOn } from './listing-status-label.ts'
import ListingsPage, { clientLoader as loadListings } from './listings-page.tsx'

const vitz: AdminListingDetail = {
  ...ownListing,
  _id: 'vitz',
  name: 'Toyota Vitz',
  verified: false,
  listingStatus: 'pending_payment',
  listingExpiresAt: null,
  owner: {
    _id: 'a1',
    name: 'Achieng Otieno',
    email: 'seller@example.com',
    isMuted: false,
    memberSince: '2025-01-01T00:00:00Z',
    banned: false,
    listings: 2,
  },
  paymentProof: {
    mpesaName: 'Achieng Otieno',
    mpesaPhoneNumber: '0712345678',
    email: 'seller@example.com',
    amountTyped: 4_500,
    message: 'UKQ7ABC123 Confirmed. Ksh4,500.00 sent to DEMO MOTORS LTD',
    code: 'UKQ7ABC123',
    amountRead: 4_500,
    paidTo: 'DEMO MOTORS LTD',
    paidAt: '2026-11-20T09:05:00Z',
    months: 3,
    days: 0,
    warnings: [],
    warningCodes: [],
    waiting: true,
  },
  guide: null,
  nameSeen: null,
  freeDays: 0,
  reports: [],
  reportedPictures: [],
  deletedAt: null,
  events: [],
  changed: [],
  editWarnings: [],
  evidence: null,
  others: [],
  picturesElsewhere: [],
  unprintable: [],
}
const axela: AdminListingDetail = { ...vitz, _id: 'axela', name: 'Mazda Axela' }
const live: AdminListingDetail = {
  ...vitz,
  verified: true,
  listingStatus: 'active',
  listingExpiresAt: '2027-01-01T00:00:00Z',
  paymentProof: null,
}
const EDIT = '0198a000-0000-7000-8000-000000000005'
const edited: AdminListingDetail = {
  ...live,
  edit: {
    id: EDIT,
    state: 'waiting',
    fields: ['mileage'],
    published: ownListing,
    proposed: { ...ownListing, mileage: 20_000 },
    submittedAt: '2026-11-20T09:00:00Z',
    reason: '',
  },
}

const user = userEvent.setup({ delay: null })
const byStart = (name: string) => ({ name: (text: string) => text.startsWith(name) })
const press = (name: string) => user.click(screen.getByRole('button', byStart(name)))

beforeEach(() => {
  turnShortcuts(true)
  Element.prototype.scrollIntoView = () => {}
})

function Listings() {
  const props: Parameters<typeof ListingsPage>[0] = { loaderData: useLoaderData() } as never
  return (
    <>
      <ListingsPage {...props} />
      <ToastHost />
    </>
  )
}

function Review() {
  const props: Parameters<typeof ListingReviewPage>[0] = {
    loaderData: useLoaderData(),
    params: useParams(),
  } as never
  return <ListingReviewPage {...props} />
}

/** A queue and one listing of it, over a server that has what `now` says, and answers like this besides. */
async function show(
  now: () => readonly AdminListingDetail[],
  answers: Parameters<typeof fakeApi>[0] = {},
  address = '/admin/listings/vitz?queue=all',
) {
  const requests = fakeApi({
    'GET /api/admin/listings': () => ({
      success: true,
      data: [...now()],
      pagination: { page: 1, limit: 20, total: now().length, pages: 1 },
      whose: null,
      counts: { payment: 2, verification: 0, reported: 0, suspended: 0 },
    }),
    'GET /api/admin/listing/:listingId': ({ path }) => {
      const data = now().find(({ _id }) => path.endsWith(_id))
      return data ? { success: true, data } : refusalWith(404, 'listing_not_found', 'It is not there.')
    },
    ...answers,
  })
  const listing = { path: ':listingId', loader: loadListing as never, Component: Review }
  const page = {
    path: '/admin/listings',
    loader: loadListings as never,
    Component: Listings,
    children: [listing],
  }
  const router = renderRoutes([page], address)
  await screen.findByRole('article')
  return { router, sent: () => requests.filter(({ name }) => name.startsWith('POST')) }
}

const chosen = () =>
  within(screen.getByRole('list', { name: m.admin_listings_list_label() }))
    .getAllByRole('link')
    .find((link) => link.getAttribute('aria-current') === 'true')
    ?.getAttribute('href')

test('J and K walk through the queue, and the shortcuts can be turned off', async () => {
  const { router } = await show(() => [vitz, axela])
  expect(chosen()).toContain('/vitz')
  await user.keyboard('j')
  await waitFor(() => expect(chosen()).toContain('/axela'))
  await user.keyboard('k')
  await waitFor(() => expect(chosen()).toContain('/vitz'))
  await user.click(screen.getByRole('checkbox', { name: m.admin_common_shortcuts_label() }))
  await user.keyboard('j')
  // Whatever the key began would be over now: the server answers at once.
  await new Promise((resolve) => setTimeout(resolve, 0))
  expect(router.state.location.pathname).toBe('/admin/listings/vitz')
})

test('a payment is approved by keyboard as it was read, and the next one that waits comes up', async () => {
  let waiting = [vitz, axela]
  const { router, sent } = await show(
    () => waiting,
    {
      'POST /api/admin/listing/:listingId/approve-payment': () => {
        waiting = [axela]
        return { success: true, message: 'Payment approved', data: vitz }
      },
    },
    '/admin/listings/vitz?queue=payment',
  )
  await user.keyboard('a')
  const dialog = within(await screen.findByRole('dialog', { name: m.admin_listings_approve_title() }))
  expect(dialog.getByLabelText<HTMLInputElement>(/Amount received/).value).toBe('4500')
  await user.type(dialog.getByLabelText(/^Note/), '{Control>}{Enter}{/Control}')
  expect(await screen.findByText('Payment approved')).toBeTruthy()
  await waitFor(() => expect(router.state.location.pathname).toBe('/admin/listings/axela'))
  expect(sent().map(({ path, body }) => [path, body])).toEqual([
    ['/api/admin/listing/vitz/approve-payment', { note: '', amount: 4_500, code: 'UKQ7ABC123' }],
  ])
})

test('nothing is rejected without words, which the seller reads', async () => {
  const { sent } = await show(() => [vitz], {
    'POST /api/admin/listing/:listingId/reject-payment': () => ({
      success: true,
      message: 'Payment rejected',
      data: vitz,
    }),
  })
  await press(m.admin_listings_refuse_button())
  const dialog = within(await screen.findByRole('dialog', { name: m.admin_listings_refuse_title() }))
  const reject = () => user.click(dialog.getByRole('button', { name: m.admin_listings_refuse_button() }))
  await reject()
  expect(await dialog.findByText(m.validation_reason_missing())).toBeTruthy()
  expect(sent()).toEqual([])
  await user.click(dialog.getByRole('button', { name: m.admin_listings_refuse_other_amount() }))
  await reject()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent()[0]?.body).toEqual({ reason: m.admin_listings_refuse_other_amount(), code: 'UKQ7ABC123' })
})

test('the slower of two who decide is told, and sees what became of it', async () => {
  let now = vitz
  await show(() => [now], {
    'POST /api/admin/listing/:listingId/approve-payment': () => {
      now = { ...live, verified: false }
      return refusalWith(409, 'listing_wrong_state', 'It is approved already.')
    },
  })
  await press(m.admin_listings_approve_button())
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: m.admin_listings_approve_button() }))
  expect(
    await screen.findByText(m.admin_listings_decided_meanwhile({ message: 'It is approved already.' })),
  ).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() =>
    expect(screen.queryByRole('button', byStart(m.admin_listings_approve_button()))).toBeNull(),
  )
  expect(screen.getAllByText(m.admin_listings_status_unverified())).not.toEqual([])
})

test('letters that the sale agreement cannot show are named', async () => {
  await show(() => [{ ...vitz, unprintable: ['\ua840', '\ua841'] }])
  expect((await screen.findByText(/^The sale agreement cannot show/)).textContent).toContain('\ua840 \ua841')
})

test('a car is verified as it was on the screen', async () => {
  const unverified = { ...live, verified: false }
  const { sent } = await show(() => [unverified], {
    'POST /api/admin/listing/:listingId/verify': () => ({
      success: true,
      message: 'Listing verified',
      data: live,
    }),
  })
  await user.keyboard('v')
  const dialog = within(await screen.findByRole('dialog', { name: m.admin_listings_verify_title() }))
  await user.click(dialog.getByRole('button', { name: m.admin_listings_verify_button() }))
  await waitFor(() => expect(sent()).toHaveLength(1))
  expect(sent()[0]?.body).toEqual({ note: '', updatedAt: live.updatedAt, sellerName: live.owner.name })
})

test.each([
  ['approve-edit', m.admin_listings_approve_edit_button, undefined],
  ['refuse-edit', m.admin_listings_refuse_edit_button, m.admin_listings_reason_dashboard_photo],
] as const)('%s decides on exactly the changes that were seen', async (route, button, reason) => {
  const { sent } = await show(() => [edited], {
    [`POST /api/admin/listing/:listingId/${route}`]: () =>
      refusalWith(409, 'changed_meanwhile', 'The seller changed it.'),
  })
  await press(button())
  const dialog = within(await screen.findByRole('dialog'))
  if (reason) await user.click(dialog.getByRole('button', { name: reason() }))
  await user.click(dialog.getByRole('button', { name: button() }))
  expect(
    await screen.findByText(m.admin_listings_decided_meanwhile({ message: 'The seller changed it.' })),
  ).toBeTruthy()
  expect(sent()[0]?.body).toMatchObject({ editId: EDIT })
})

test('a listing is given more days for a reason, and stays on the screen', async () => {
  const { router, sent } = await show(
    () => [live, axela],
    {
      'POST /api/admin/listing/:listingId/extend': () => ({
        success: true,
        message: 'Extended by 7 days',
        data: live,
      }),
    },
    '/admin/listings/vitz?queue=verification',
  )
  await user.keyboard('e')
  const dialog = within(await screen.findByRole('dialog', { name: m.admin_listings_extend_title() }))
  await user.type(dialog.getByLabelText(/^Reason/), 'The site was out of reach.')
  await user.click(dialog.getByRole('button', { name: m.admin_listings_extend_button() }))
  expect(await screen.findByText('Extended by 7 days')).toBeTruthy()
  expect(sent()[0]?.body).toEqual({ reason: 'The site was out of reach.', days: 7 })
  expect(router.state.location.pathname).toBe('/admin/listings/vitz')
})

test('a payment that was approved by a slip is corrected with its code, and a refusal stays in the dialog', async () => {
  const paid = {
    ...live,
    payment: { ...vitz.payment, status: 'paid' as const, amount: 10_000, code: 'UKQ7ABC123' },
  }
  let answers = 0
  const { sent } = await show(() => [paid], {
    'POST /api/admin/listing/:listingId/correct-payment': () => {
      answers += 1
      if (answers === 1)
        return refusalWith(409, 'payment_needs_second_person', 'Somebody else must correct it.')
      return { success: true, message: 'It is corrected', data: paid }
    },
  })
  await press(m.admin_listings_correct_button())
  const dialog = within(await screen.findByRole('dialog', { name: m.admin_listings_correct_title() }))
  const amount = dialog.getByLabelText<HTMLInputElement>(m.admin_listings_amount_label(), { exact: false })
  expect(amount.value).toBe('10000')
  await user.clear(amount)
  await user.type(amount, '2,000')
  await user.type(dialog.getByLabelText(/^Reason/), 'A nought too many')
  await user.click(dialog.getByRole('button', { name: m.admin_listings_correct_button() }))
  expect(await dialog.findByText('Somebody else must correct it.')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: m.admin_listings_correct_button() }))
  expect(await screen.findByText('It is corrected')).toBeTruthy()
  expect(sent()[1]?.body).toEqual({ code: 'UKQ7ABC123', amount: 2_000, reason: 'A nought too many' })
})

test('days are taken back only where some were given, and a new name is accepted where buyers see another', async () => {
  const rights = ['payments', 'reports', 'people'] as const
  expect(decisionsOn(live, rights)).not.toContain('takeDaysBack')
  expect(decisionsOn(live, rights)).not.toContain('acceptName')
  const renamed = { ...live, freeDays: 81, nameSeen: 'Brian Otieno' }
  expect(decisionsOn(renamed, rights)).toEqual(expect.arrayContaining(['takeDaysBack', 'acceptName']))
  const { sent } = await show(() => [renamed], {
    'POST /api/admin/listing/:listingId/verify': () => ({ success: true, message: 'Done', data: live }),
  })
  expect(screen.getByText(/Buyers still see “Brian Otieno”/)).toBeTruthy()
  await press(m.admin_listings_accept_name_button())
  const dialog = within(await screen.findByRole('dialog', { name: m.admin_listings_accept_name_title() }))
  await user.click(dialog.getByRole('button', { name: m.admin_listings_accept_name_button() }))
  await waitFor(() => expect(sent()).toHaveLength(1))
})

test.each([
  ['suspend', m.admin_listings_suspend_button, live],
  ['restore', m.admin_listings_restore_button, { ...live, listingStatus: 'suspended' as const }],
] as const)('a listing is taken off the market and put back: %s', async (route, button, listing) => {
  const { sent } = await show(() => [listing], {
    [`POST /api/admin/listing/:listingId/${route}`]: () => ({
      success: true,
      message: 'Done',
      data: listing,
    }),
  })
  await press(button())
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByRole('textbox'), 'We looked again')
  await user.click(dialog.getByRole('button', { name: button() }))
  await waitFor(() => expect(sent()).toHaveLength(1))
  expect(sent()[0]?.path).toBe(`/api/admin/listing/vitz/${route}`)
  expect(Object.values(Object(sent()[0]?.body))).toContain('We looked again')
})

function Chosen() {
  const { next } = useOutletContext<{ next: string | undefined }>()
  return <p>Then comes {next ?? 'the same one'}</p>
}

test.each([
  ['?queue=verification', '/admin/listings/axela?queue=verification'],
  ['?queue=all', 'the same one'],
])(
  'after a decision the next of a queue comes, and in the list of all the same one stays: %s',
  async (queue, next) => {
    fakeApi({
      'GET /api/admin/listings': () => ({
        success: true,
        data: [vitz, axela],
        whose: null,
        counts: { payment: 0, verification: 2, reported: 0, suspended: 0 },
        pagination: { page: 1, limit: 20, total: 2, pages: 1 },
      }),
    })
    const children = [{ path: ':listingId', Component: Chosen }]
    const page = { path: '/admin/listings', loader: loadListings as never, Component: Listings, children }
    renderRoutes([page], `/admin/listings/vitz${queue}`)
    expect(await screen.findByText(`Then comes ${next}`)).toBeTruthy()
  },
)

test('a report says what its reader saw, where the seller has changed the listing since', async () => {
  const seen = { name: 'Toyota Vitz', price: 900_000, description: 'Send a deposit to hold it' }
  const report = {
    reason: 'deposit',
    details: '',
    reportedAt: '2026-11-20T09:00:00Z',
    closed: false,
  } as const
  const same = { name: vitz.name, price: vitz.price, description: vitz.description }
  const reports = [
    { ...report, seen },
    { ...report, seen: same },
  ]
  await show(() => [{ ...vitz, reports, reportedPictures: ['/media/gone.webp'] }])
  expect(await screen.findByText('Send a deposit to hold it')).toBeTruthy()
  expect(screen.getByText(m.admin_listings_reported_pictures())).toBeTruthy()
  expect(screen.getAllByText(/When it was reported it said/)).toHaveLength(1)
})

test('staff without the right to payments decides on the car, and reads who decides on its payment', () => {
  const waiting = { ...vitz, refundable: 4_500 }
  const open = decisionsOn(waiting, ['reports', 'people'])
  expect(open).toContain('verify')
  for (const decision of ['approve', 'refuse', 'giveMoneyBack'] as const)
    expect(open, decision).not.toContain(decision)
  expect(decisionsOn(waiting, ['payments'])).toEqual(expect.arrayContaining(['approve', 'refuse']))
})
