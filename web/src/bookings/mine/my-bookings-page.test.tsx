import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { Booking } from '@twende/contract/bookings/booking.ts'
import { m } from '@twende/messages'
import { signIn } from '@twende/ui/accounts/session.ts'
import { fakeApi } from '@twende/ui/testing/fake-api.ts'
import { ownBooking } from '@twende/ui/testing/own-booking.ts'
import { renderRoutes } from '@twende/ui/testing/render-page.tsx'
import { useLoaderData } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import MyBookingsPage, { clientLoader } from './my-bookings-page.tsx'
// Loaded late by the page.
import './details-dialog.tsx'
import './review-dialog.tsx'

const stats = { total: 12, active: 1, confirmed: 2, completed: 3, pending: 1, cancelled: 5 }

function Page() {
  const props: Parameters<typeof MyBookingsPage>[0] = { loaderData: useLoaderData() } as never
  return <MyBookingsPage {...props} />
}

/** The page over a server with two pages of bookings, of which a search for `prado` finds none. */
function show(bookings: () => Booking[], address = '/mybookings') {
  const requests = fakeApi({
    'GET /api/booking/user': ({ query }) => {
      const found = query.get('search') === 'prado' ? [] : bookings()
      const pagination = { page: Number(query.get('page')), limit: 10, total: found.length * 11, pages: 2 }
      return { success: true, message: '', bookings: found, pagination }
    },
    'GET /api/booking/stats': () => ({ success: true, stats }),
    'POST /api/booking/:bookingId/review': () => ({
      success: true,
      message: 'Thank you',
      data: ownBooking,
    }),
  })
  const page = { path: '/mybookings', loader: clientLoader as never, Component: Page }
  const router = renderRoutes([page, { path: '*', element: null }], address)
  const asked = () => requests.filter(({ name }) => name === 'GET /api/booking/user').at(-1)?.query
  return { router, requests, asked }
}

const user = userEvent.setup({ delay: null })
const card = () => screen.findByRole('article', { name: /^Booking BK4821/ })
const figures = () => screen.getByRole('navigation', { name: 'Bookings by status' })

beforeEach(() => {
  vi.stubGlobal('indexedDB', { deleteDatabase: () => {} })
  signIn(`head.${btoa(JSON.stringify({ id: 'renter', role: 'user', name: 'Achieng' }))}.signature`)
})

test('each figure leads to its bookings, and the pages below to the rest', async () => {
  const { router, asked } = show(() => [ownBooking])
  await card()
  expect(within(figures()).getByRole('link', { name: /Cancelled/ }).textContent).toContain('5')
  await user.click(
    within(screen.getByRole('navigation', { name: 'Pages of bookings' })).getByRole('link', {
      name: 'Page 2',
    }),
  )
  await waitFor(() => expect(router.state.location.search).toBe('?page=2'))
  await user.click(within(figures()).getByRole('link', { name: /Cancelled/ }))
  await waitFor(() => expect(router.state.location.search).toBe('?status=cancelled'))
  await waitFor(() => expect(asked()?.get('status')).toBe('cancelled'))
  expect(asked()?.get('page')).toBe('1')
})

test('what is searched for and filtered is in the address, and nothing found is cleared again', async () => {
  const { router, asked } = show(() => [ownBooking])
  await card()
  await user.click(screen.getByRole('button', { name: 'Filters' }))
  await user.selectOptions(screen.getByRole('combobox', { name: 'Dates' }), 'Upcoming')
  await waitFor(() => expect(router.state.location.search).toBe('?range=upcoming'))
  await user.type(screen.getByRole('searchbox'), 'prado')
  expect(await screen.findByText(m.my_bookings_none())).toBeTruthy()
  expect(router.state.location.search).toBe('?search=prado&range=upcoming')
  expect([asked()?.get('search'), asked()?.get('range')]).toEqual(['prado', 'upcoming'])
  await user.click(screen.getByRole('link', { name: 'Clear Filters' }))
  await card()
  expect(router.state.location.search).toBe('')
})

test('bookings that do not come say why, without a network otherwise than when they are refused', async () => {
  const answers = [
    () => Response.json({ success: false, code: 'internal', message: 'x' }, { status: 500 }),
    () => {
      throw new TypeError('Failed to fetch')
    },
  ]
  fakeApi({
    'GET /api/booking/user': () =>
      answers.shift()?.() ?? {
        success: true,
        message: '',
        bookings: [],
        pagination: { page: 1, limit: 10, total: 0, pages: 0 },
      },
    'GET /api/booking/stats': () => ({ success: true, stats }),
  })
  renderRoutes([{ path: '*', loader: clientLoader as never, Component: Page }], '/mybookings')
  const tryAgain = () => user.click(screen.getByRole('button', { name: m.common_try_again() }))
  expect(await screen.findByText('Failed to fetch bookings')).toBeTruthy()
  await tryAgain()
  expect(await screen.findByText('Failed to load bookings')).toBeTruthy()
  await tryAgain()
  expect(await screen.findByText(m.my_bookings_none())).toBeTruthy()
})

test('a booking by WhatsApp leads back into its chat, until a refresh shows that staff confirmed it', async () => {
  const pending = { status: 'pending', paymentStatus: 'pending', paymentMethod: 'whatsapp' } as const
  let booking: Booking = { ...ownBooking, ...pending }
  show(() => [booking])
  const shown = await card()
  expect(shown.textContent).toContain('Pending')
  const chat = within(shown).getByRole('link', { name: /^Open WhatsApp/ })
  expect(chat.getAttribute('href')).toMatch(/^https:\/\/wa\.me\/254700000111\?text=.*BK4821/)
  expect(within(shown).queryByRole('button', { name: /^Pay now/ })).toBe(null)
  booking = ownBooking
  await user.click(screen.getByRole('button', { name: m.my_bookings_refresh() }))
  await waitFor(() => expect(within(shown).queryByRole('link', { name: /^Open WhatsApp/ })).toBe(null))
  expect(shown.textContent).toContain('Confirmed')
})

test.each([
  ['pending', ['Pay now', 'Cancel booking']],
  ['confirmed', ['Cancel booking']],
  ['active', []],
  ['completed', ['Write a review']],
  ['cancelled', []],
] as const)('a booking that is %s offers what can be done with it', async (status, offered) => {
  show(() => [{ ...ownBooking, status, paymentStatus: status === 'pending' ? 'failed' : 'paid' }])
  const shown = await card()
  for (const name of ['Pay now', 'Cancel booking', 'Write a review'] as const)
    expect(within(shown).queryAllByRole('button', { name: new RegExp(`^${name}`) })).toHaveLength(
      offered.some((one) => one === name) ? 1 : 0,
    )
})

test('a review needs its stars, is sent once, and its stars are shown then', async () => {
  let booking: Booking = { ...ownBooking, status: 'completed' }
  const { requests } = show(() => [booking])
  await user.click(within(await card()).getByRole('button', { name: /^Write a review/ }))
  const dialog = await screen.findByRole('dialog', { name: 'How was the Toyota Premio?' })
  const send = () => user.click(within(dialog).getByRole('button', { name: 'Submit review' }))
  await send()
  expect(await within(dialog).findByText('Please choose 1 to 5 stars')).toBeTruthy()
  await user.click(within(dialog).getByRole('radio', { name: '4 stars' }))
  booking = {
    ...booking,
    review: { rating: 4, comment: '', reviewedAt: '2026-11-20T09:00:00Z', answer: '', hiddenReason: '' },
  }
  await send()
  expect(await screen.findByText('You gave it 4 of 5 stars')).toBeTruthy()
  const sent = requests.filter(({ name }) => name.endsWith('/review'))
  expect(sent.map(({ body }) => body)).toEqual([{ rating: 4, comment: '' }])
  expect(screen.queryByRole('button', { name: /^Write a review/ })).toBe(null)
})

test('a booking with words and fields of its own is shown with the defaults', async () => {
  const { carSpecs: _, extras: __, dailyPrices: ___, cancellation: ____, ...bare } = ownBooking
  const odd = { ...bare, status: 'on hold', paymentStatus: undefined, review: undefined }
  fakeApi({
    'GET /api/booking/user': () => ({ success: true, bookings: [odd] }) as never,
    'GET /api/booking/stats': () => Response.json({ success: false, message: 'x' }, { status: 500 }),
  })
  renderRoutes([{ path: '/mybookings', loader: clientLoader as never, Component: Page }], '/mybookings')
  const shown = within(await card())
  expect(shown.getByText('On hold')).toBeTruthy()
  expect(shown.getByText(/Pending/)).toBeTruthy()
  await user.click(shown.getByRole('button', { name: /^View details/ }))
  expect(await screen.findByRole('dialog')).toBeTruthy()
})

test('without an answer of its own the page says that it could not fetch bookings', async () => {
  fakeApi({
    'GET /api/booking/user': () => Response.json({ success: false }),
    'GET /api/booking/stats': () => ({ success: true, stats }),
  })
  renderRoutes([{ path: '/mybookings', loader: clientLoader as never, Component: Page }], '/mybookings')
  expect(await screen.findByRole('heading', { name: 'Failed to fetch bookings' })).toBeTruthy()
})

test('a review that is refused says why', async () => {
  const over: Booking = { ...ownBooking, status: 'completed' }
  fakeApi({
    'GET /api/booking/user': () => ({ success: true, bookings: [over] }) as never,
    'GET /api/booking/stats': () => ({ success: true, stats }),
    'POST /api/booking/:bookingId/review': () =>
      Response.json({ success: false, message: 'Reviewed before' }),
  })
  renderRoutes([{ path: '/mybookings', loader: clientLoader as never, Component: Page }], '/mybookings')
  await user.click(within(await card()).getByRole('button', { name: /^Write a review/ }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getAllByRole('radio').at(-1) ?? expect.fail())
  await user.click(dialog.getByRole('button', { name: m.my_bookings_review_button() }))
  expect(await dialog.findByText('Failed to submit review: Reviewed before')).toBeTruthy()
})
