import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { m } from '@twende/messages'
import { fakeApi } from '@twende/ui/testing/fake-api.ts'
import { ownBooking as booking } from '@twende/ui/testing/own-booking.ts'
import { renderRoutes } from '@twende/ui/testing/render-page.tsx'
import { signInAs } from '@twende/ui/testing/sign-in-as.ts'
import { useLoaderData, useParams } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import BookingPage, { clientLoader } from './booking-page.tsx'

function Page() {
  const props = { loaderData: useLoaderData(), params: useParams() }
  return <BookingPage {...(props as unknown as Parameters<typeof BookingPage>[0])} />
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-12-01T07:05:00Z') })
  signInAs('Achieng')
})

test('a booking stays in sight when loading it again fails; where it was never there, that is said', async () => {
  let isBroken = false
  fakeApi({
    'GET /api/booking/:bookingId': () =>
      isBroken
        ? Response.json({ code: 'internal', message: 'Please try again later.' }, { status: 500 })
        : { success: true, data: booking, timeline: [] },
  })
  const pages = [{ path: '/mybookings/:bookingId', loader: clientLoader as never, Component: Page }]
  const router = renderRoutes(pages, `/mybookings/${booking._id}`)
  expect(await screen.findByRole('heading', { level: 1, name: 'Toyota Premio' })).toBeTruthy()
  isBroken = true
  await act(() => router.revalidate())
  expect(screen.getByRole('heading', { level: 1, name: 'Toyota Premio' })).toBeTruthy()
  expect(screen.queryByText(m.booking_page_load_failed())).toBe(null)
  await act(() => router.navigate('/mybookings/0198a000-0000-7000-8000-000000000009'))
  expect(await screen.findByText(m.booking_page_load_failed())).toBeTruthy()
})

test('of a booking of which a part came, the rest can be paid, and the page asks for no more', async () => {
  const part = { status: 'pending', paymentStatus: 'partial', finalAmount: 9_000, paidInPart: 500 } as const
  fakeApi({
    'GET /api/booking/:bookingId': () => ({ success: true, data: { ...booking, ...part }, timeline: [] }),
  })
  const pages = [{ path: '/mybookings/:bookingId', loader: clientLoader as never, Component: Page }]
  renderRoutes(pages, `/mybookings/${booking._id}`)
  expect(
    await screen.findByText('We have Ksh 500 of Ksh 9,000. Pay Ksh 8,500 to confirm this booking.'),
  ).toBeTruthy()
  await userEvent.setup({ delay: null }).click(screen.getByRole('button', { name: 'Pay now' }))
  expect(await screen.findByRole('button', { name: /Ksh 8,500/ })).toBeTruthy()
})
