import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { OwnListing, PendingEdit } from '@twende/contract/listings/listing.ts'
import { m } from '@twende/messages'
import { overwriteGetLocale } from '@twende/messages/runtime'
import { AskHost } from '@twende/ui/controls/app-frame.tsx'
import { toast } from '@twende/ui/controls/toast.ts'
import { fakeApi } from '@twende/ui/testing/fake-api.ts'
import { ownListing } from '@twende/ui/testing/own-listing.ts'
import { renderPage } from '@twende/ui/testing/render-page.tsx'
import { useState } from 'react'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { MyListingsView } from './my-listings-view.tsx'
// Loaded late by the page.
import './edit-listing-dialog.tsx'
import './own-listing-changes.tsx'
import './own-listing-dialog.tsx'
import './renew-listing-dialog.tsx'

const live: OwnListing = {
  ...ownListing,
  listingStatus: 'active',
  listingExpiresAt: '2026-10-01T08:00:00Z',
  mileage: 75_200,
  payment: { ...ownListing.payment, status: 'paid', amount: 2000, counted: 2000, code: 'UG9QX4T7LM' },
  views: 31,
  leads: 4,
}
const pasted =
  'UG9QX4T7LM Confirmed. Ksh4,500.00 sent to DEMO MOTORS 0700 000 111 on 9/7/26 at 2:33 PM. New M-PESA balance is Ksh1,250.50.'

const user = userEvent.setup({ delay: null })
const card = () => screen.getByRole('article', { name: /^Listing: / })
const press = (name: RegExp) => user.click(within(card()).getByRole('button', { name }))
const answer = async (name: string) =>
  user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name }))

/** The page over a server that keeps these listings, and does with them what a test says. */
function show(first: readonly OwnListing[], answers: Parameters<typeof fakeApi>[0] = {}) {
  const server = { listings: first }
  const requests = fakeApi(answers)
  function Page() {
    const [listings, setListings] = useState(first)
    return (
      <>
        <MyListingsView listings={listings} onChange={async () => setListings(server.listings)} />
        <AskHost />
      </>
    )
  }
  renderPage(<Page />)
  return { server, requests }
}

/** An edit of the price and the mileage, as it stands with staff. */
function edited(state: PendingEdit['state'], reason = ''): OwnListing {
  const proposed = { ...live, price: 950_000, mileage: 20_000 }
  const edit = { id: 'edit', state, reason, submittedAt: live.updatedAt, published: live, proposed }
  return { ...proposed, edit: { ...edit, fields: ['price', 'mileage'] } }
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-07-09T12:00:00Z') })
  // Pages are given these answers and sizes by a browser.
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: () => {},
    removeEventListener: () => {},
  }))
})

afterEach(() => {
  vi.restoreAllMocks()
})

test('a refused payment says why; the message is sent again, once, though its first answer is lost', async () => {
  const refused: OwnListing = {
    ...live,
    listingStatus: 'pending_payment',
    listingExpiresAt: null,
    verified: false,
    payment: { ...live.payment, status: 'failed', reason: 'We could not find this payment.' },
  }
  const waiting: OwnListing = {
    ...refused,
    payment: { ...refused.payment, status: 'processing', reason: '' },
  }
  let lost = false
  const { server } = show([refused], {
    'POST /api/sell/renew': () => {
      if (!lost) {
        lost = true
        throw new TypeError('Failed to fetch')
      }
      server.listings = [waiting]
      return { success: true, message: 'Sent', data: waiting, payment: null }
    },
  })
  const keys: (string | null)[] = []
  const answered = fetch
  vi.stubGlobal('fetch', (address: string, init: RequestInit) => {
    if (address.endsWith('/renew')) keys.push(new Headers(init.headers).get('idempotency-key'))
    return answered(address, init)
  })
  expect(card().textContent).toContain('Pending Payment')
  expect(card().textContent).toContain('Payment not accepted: We could not find this payment.')
  await press(/^Pay now/)
  const paying = within(await screen.findByRole('dialog', { name: 'Pay for your listing' }))
  await user.click(await paying.findByRole('radio', { name: 'I pay and paste the message' }))
  await user.click(await paying.findByRole('textbox', { name: /M-Pesa message/i }))
  await user.paste(pasted)
  expect(paying.getByText('Ksh 4,500 pays for 3 months.')).toBeTruthy()
  expect(paying.getByRole<HTMLInputElement>('radio', { name: /^3 months/ }).checked).toBe(true)
  await user.click(paying.getByRole('textbox', { name: /^M-Pesa name/ }))
  await user.paste('Achieng Otieno')
  await user.click(paying.getByRole('button', { name: 'Send for checking' }))
  expect(await paying.findByText('Error connecting to server')).toBeTruthy()
  await user.click(paying.getByRole('button', { name: 'Send for checking' }))
  expect(await paying.findByText('Thank you. We check your payment and write to you.')).toBeTruthy()
  expect(keys).toHaveLength(2)
  expect(keys[0]).toBeTruthy()
  expect(keys[1]).toBe(keys[0])

  server.listings = [
    { ...waiting, listingStatus: 'active', payment: { ...waiting.payment, status: 'paid', amount: 4500 } },
  ]
  // The person comes back to the tab: the page asks at once.
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  expect(await paying.findByText('Payment received: Ksh 4,500')).toBeTruthy()
  await user.click(paying.getByRole('button', { name: 'Done' }))
  await waitFor(() => expect(card().textContent).toContain('We are checking the car.'))
})

test('a renewal says until when each plan would last, and asks the phone for its price', async () => {
  const payment = {
    _id: 'payment',
    purpose: 'listing_period' as const,
    purchaseId: live._id,
    amount: 4500,
    phone: '0712 *** 678',
    status: 'paid' as const,
    outcome: 'paid',
    message: '',
    receipt: 'UG9QX4T7LM',
    startedAt: '2026-07-09T12:00:00Z',
    resendAt: '2026-07-09T12:00:30Z',
  }
  const { requests } = show([live], {
    'POST /api/sell/renew': () => ({ success: true, message: 'Sent', data: live, payment }),
    'GET /api/payment/:paymentId': () => ({ success: true, data: payment }) as never,
  })
  await press(/^View/)
  await user.click(
    within(await screen.findByRole('dialog', { name: live.name })).getByRole('button', { name: 'Renew' }),
  )
  const renewing = within(await screen.findByRole('dialog', { name: 'Renew your listing' }))
  expect(await renewing.findByText('Until 1 Jan 2027')).toBeTruthy()
  await user.click(renewing.getByRole('radio', { name: /^3 months/ }))
  await user.click(renewing.getByRole('button', { name: 'Ask this phone for Ksh 4,500' }))
  expect(await renewing.findByText('Payment received')).toBeTruthy()
  expect(await renewing.findByText('Your car is on sale until 1 Oct 2026.')).toBeTruthy()
  expect(requests.find(({ name }) => name.endsWith('/renew'))?.body).toEqual({
    id: live._id,
    paymentMethod: 'stk',
    mpesaPhoneNumber: '0712 345 678',
    amount: 4500,
  })
})

test('a phone is asked once for a renewal whose answer was lost, and once more where it came to nothing', async () => {
  const payment = {
    _id: 'payment',
    purpose: 'listing_period' as const,
    purchaseId: live._id,
    amount: 4500,
    phone: '0712 *** 678',
    status: 'failed' as const,
    outcome: 'cancelled',
    message: 'You cancelled the request.',
    receipt: null,
    startedAt: '2026-07-09T11:00:00Z',
    resendAt: '2026-07-09T11:00:30Z',
  }
  let isLost = true
  const { requests } = show([live], {
    'POST /api/sell/renew': () => {
      if (isLost) throw new TypeError('Failed to fetch')
      return { success: true, message: 'Sent', data: live, payment } as never
    },
    'GET /api/payment/:paymentId': () => ({ success: true, data: payment }) as never,
  })
  await press(/^View/)
  await user.click(
    within(await screen.findByRole('dialog', { name: live.name })).getByRole('button', { name: 'Renew' }),
  )
  const renewing = within(await screen.findByRole('dialog', { name: 'Renew your listing' }))
  await user.click(await renewing.findByRole('radio', { name: /^3 months/ }))
  const ask = () => user.click(renewing.getByRole('button', { name: 'Ask this phone for Ksh 4,500' }))
  await ask()
  await renewing.findByText(m.common_unreachable())
  isLost = false
  await ask()
  await user.click(await renewing.findByRole('button', { name: m.payment_view_try_again() }))
  const keys = () => requests.filter(({ name }) => name.endsWith('/renew')).map((sent) => sent.idempotencyKey)
  await waitFor(() => expect(keys()).toHaveLength(3))
  const [lost, again, anew] = keys()
  expect(lost).toBeTruthy()
  expect(again).toBe(lost)
  expect(anew).not.toBe(lost)
})

test('a part that was paid before adds days where a phone pays a whole plan, and makes a plan paid by hand cheaper', async () => {
  show([{ ...live, payment: { ...live.payment, status: 'partial', amount: 300, counted: 500 } }])
  await press(/^View/)
  await user.click(
    within(await screen.findByRole('dialog', { name: live.name })).getByRole('button', { name: 'Renew' }),
  )
  const renewing = within(await screen.findByRole('dialog', { name: 'Renew your listing' }))
  const plan = () =>
    renewing.findByRole('radio', { name: /^1 month/ }).then((radio) => radio.closest('label'))
  expect((await plan())?.textContent).toContain('Until 1 Nov 2026')
  await user.click(renewing.getByRole('radio', { name: m.sell_pay_by_phone() }))
  // 500 of 2,000 is a quarter of 30 days.
  expect((await plan())?.textContent).toContain('Until 9 Nov 2026')
  expect(
    renewing.getByText(m.renew_paid_before_adds_days({ amount: 'Ksh 500' }), { exact: false }),
  ).toBeTruthy()
})

test('a part whose message we check still makes the plan cheaper that its seller goes on paying', async () => {
  const reason = 'Ksh 500 is less than the smallest plan.'
  const payment = { ...live.payment, status: 'processing', amount: 500, counted: 500, reason } as const
  show([{ ...live, payment }])
  await press(/^Renew/)
  const renewing = within(await screen.findByRole('dialog', { name: 'Renew your listing' }))
  const amount = await renewing.findByRole<HTMLInputElement>('textbox', { name: /^Amount paid/ })
  expect(amount.value).toBe('1500')
  expect(renewing.getByText(m.renew_paid_before({ amount: 'Ksh 500' }), { exact: false })).toBeTruthy()
})

test('changes that wait for our check stand beside what buyers see, and are withdrawn', async () => {
  const told = vi.spyOn(toast, 'success')
  const { server, requests } = show([edited('waiting')], {
    'POST /api/sell/withdraw-edit': () => {
      server.listings = [live]
      return { success: true, message: '', data: live }
    },
  })
  expect(await screen.findByText(/^Waiting for our check: .*the mileage/)).toBeTruthy()
  expect(card().textContent).toContain('Ksh 650,000')
  await press(/^See changes/)
  const details = within(await screen.findByRole('dialog', { name: live.name }))
  const changes = within(details.getByRole('region', { name: 'Waiting for our check' }))
  expect(changes.getByText('75,200 km')).toBeTruthy()
  expect(changes.getByText('20,000 km')).toBeTruthy()
  await user.keyboard('{Escape}')
  await press(/^Edit/)
  const editing = within(await screen.findByRole('dialog', { name: 'Edit listing' }))
  expect(editing.getByLabelText<HTMLInputElement>(/^Mileage \(km\)/).value).toBe('20000')
  await user.click(editing.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBe(null))
  await press(/^Withdraw changes/)
  expect(await screen.findByRole('alertdialog', { name: /^Withdraw your changes\?/ })).toBeTruthy()
  await answer('Withdraw')
  await waitFor(() => expect(told).toHaveBeenCalledWith('Changes withdrawn'))
  expect(requests.map(({ name, body }) => [name, body])).toContainEqual([
    'POST /api/sell/withdraw-edit',
    { id: live._id },
  ])
  await waitFor(() => expect(card().textContent).not.toContain('Waiting for our check'))
})

test('refused changes say why, beside what buyers go on seeing, and are given up', async () => {
  const { server, requests } = show([edited('refused', 'Please send us a photo of the dashboard.')], {
    'POST /api/sell/withdraw-edit': () => {
      server.listings = [live]
      return { success: true, message: '', data: live }
    },
  })
  const words = /^We did not accept your change of .*: Please send us a photo of the dashboard\.$/
  expect(await screen.findByText(words)).toBeTruthy()
  expect(card().textContent).toContain('Ksh 650,000')
  await press(/^Discard changes/)
  await answer('Discard')
  await waitFor(() => expect(card().textContent).not.toContain('We did not accept'))
  expect(requests.map(({ name }) => name)).toEqual(['POST /api/sell/withdraw-edit'])
})

test('a car is marked as sold and as available again, as its button says', async () => {
  const told = vi.spyOn(toast, 'success')
  const { server, requests } = show([live], {
    'POST /api/sell/toggle-availability': ({ body }) => {
      const { available } = body as { available: boolean }
      const data: OwnListing = { ...live, available, listingStatus: available ? 'active' : 'sold' }
      server.listings = [data]
      return { success: true, message: '', data }
    },
  })
  await press(/^Mark as Sold/)
  await waitFor(() => expect(told).toHaveBeenLastCalledWith('Car marked as sold'))
  await waitFor(() => expect(within(card()).getByText('Sold')).toBeTruthy())
  await press(/^Mark Available/)
  await waitFor(() => expect(told).toHaveBeenLastCalledWith('Car marked as available'))
  await waitFor(() => expect(within(card()).getByText('Active')).toBeTruthy())
  expect(requests.map(({ body }) => body)).toEqual([
    { id: live._id, available: false },
    { id: live._id, available: true },
  ])
})

test('all about one car: how it stands, how often it was looked at, and its address to share', async () => {
  show([live])
  await press(/^View/)
  const details = within(await screen.findByRole('dialog', { name: live.name }))
  for (const fact of ['Duration', 'Expires', 'Days remaining', 'Payment status', 'Views', 'Leads']) {
    expect(details.getByText(fact)).toBeTruthy()
  }
  expect(details.getByText('31')).toBeTruthy()
  expect(details.getByText('UG9QX4T7LM')).toBeTruthy()
  expect(details.getByText(`http://localhost/buy/${live._id}`)).toBeTruthy()
  const asBuyers = details.getByRole('link', { name: 'See it as buyers do' })
  expect(asBuyers.getAttribute('href')).toBe(`/buy/${live._id}`)
})

test('what was paid in parts is told as their sum', async () => {
  show([{ ...live, payment: { ...live.payment, amount: 1_500, counted: 2_000 } }])
  await press(/^View/)
  const details = within(await screen.findByRole('dialog', { name: live.name }))
  expect(details.getByText('Ksh 2,000 (Ksh 500 before, then Ksh 1,500)')).toBeTruthy()
})

test('what a seller shares leads to the page in the language of its words', async () => {
  overwriteGetLocale(() => 'sw')
  onTestFinished(() => overwriteGetLocale(() => 'en'))
  show([live])
  await userEvent.click(await screen.findByRole('button', { name: /^Tazama/ }))
  const details = within(await screen.findByRole('dialog', { name: live.name }))
  expect(details.getByText(`http://localhost/sw/buy/${live._id}`)).toBeTruthy()
  const chat = new URL(
    details.getByRole('link', { name: m.my_listings_share_whatsapp() }).getAttribute('href') ?? '',
  )
  expect(chat.searchParams.get('text')).toContain(`http://localhost/sw/buy/${live._id}`)
})

test('a listing is deleted for good after a question, and kept where the answer is no', async () => {
  const told = vi.spyOn(toast, 'success')
  const { server, requests } = show([live], {
    'POST /api/sell/remove': () => {
      server.listings = []
      return { success: true, message: '' }
    },
  })
  await press(/^Delete/)
  const name = 'Are you sure you want to delete this listing? This action cannot be undone.'
  expect(await screen.findByRole('alertdialog', { name })).toBeTruthy()
  await answer('Keep listing')
  expect(requests).toEqual([])
  await press(/^Delete/)
  await answer('Delete')
  await waitFor(() => expect(told).toHaveBeenCalledWith('Listing deleted successfully'))
  const first = await screen.findByRole('link', { name: 'List Your First Car' })
  expect(first.getAttribute('href')).toBe('/sell-car')
})

test('the question before a paid listing is deleted that nobody saw says that its money goes back', async () => {
  const says = 'We send Ksh\u00a02,000 back to you: that part of your money was not used.'
  show([{ ...live, listingExpiresAt: null, verified: false, refundable: 2_000 }])
  await press(/^Delete/)
  expect((await screen.findByRole('alertdialog')).textContent).toContain(says)
  await answer('Keep listing')
})

test('money that came without a message is told with its way and its code', async () => {
  const payment = { ...live.payment, paymentMethod: 'c2b' as const, code: 'UKSP000001' }
  show([{ ...live, payment }])
  await press(/^View/)
  const dialog = await screen.findByRole('dialog')
  expect(dialog.textContent).toContain('M-Pesa to our paybill')
  expect(dialog.textContent).toContain('UKSP000001')
})

test('a car taken off the market says why, and whom to write to', async () => {
  show([{ ...live, listingStatus: 'suspended', reviewReason: 'Please send us the logbook.' }])
  expect(within(card()).getByText('Suspended')).toBeTruthy()
  expect(card().textContent).toContain('Taken off the market: Please send us the logbook.')
  const chat = within(card()).getByRole('link', { name: /^Contact us on WhatsApp/ })
  expect(chat.getAttribute('href')).toMatch(/wa\.me\/254700000111\?text=.*Vitz/)
})

test('a car that was sent back while its renewal is checked says both', () => {
  const payment = { ...live.payment, status: 'processing' as const }
  show([{ ...live, verified: false, reviewReason: 'Please show the plate.', payment }])
  expect(within(card()).getByText('Not verified: Please show the plate.')).toBeTruthy()
  expect(within(card()).getByText('We are checking your payment.')).toBeTruthy()
  expect(within(card()).getByRole('button', { name: /^Edit listing/ })).toBeTruthy()
})
