import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ChangePreview } from '@twende/contract/bookings/change-record.ts'
import type { Payment } from '@twende/contract/payments/payment.ts'
import { m } from '@twende/messages'
import { fakeApi, refusalWith } from '@twende/ui/testing/fake-api.ts'
import { ownBooking } from '@twende/ui/testing/own-booking.ts'
import { renderPage } from '@twende/ui/testing/render-page.tsx'
import { beforeEach, expect, test, vi } from 'vitest'
import { ChangeDialog } from './change-dialog.tsx'

const preview: ChangePreview = {
  pricePerDay: 5500,
  totalDays: 4,
  totalAmount: 22_000,
  insuranceCost: 0,
  discount: 0,
  finalAmount: 22_000,
  dailyPrices: [],
  discountPercent: 0,
  extras: [],
  bookedAmount: 16_500,
  due: 5500,
  refund: 0,
  refundWay: 'to_payer',
  carName: 'Toyota Premio',
  deposit: 20_000,
  kmPerDay: 200,
  bookedDeposit: 20_000,
  bookedKmPerDay: 200,
  depositRefund: 0,
  updatedAt: '2026-11-20T09:00:00Z',
}
const payment: Payment = {
  _id: 'p1',
  purpose: 'booking',
  purchaseId: ownBooking._id,
  amount: 5500,
  phone: '0712 *** 678',
  status: 'processing',
  outcome: 'waiting',
  message: '',
  receipt: null,
  startedAt: '2026-11-20T09:00:00Z',
  resendAt: '2026-11-20T09:00:30Z',
}

const user = userEvent.setup({ delay: null })
const dropoff = () => screen.findByRole<HTMLInputElement>('textbox', { name: /^Dropoff date/ })

async function until(day: string) {
  await user.clear(await dropoff())
  await user.type(await dropoff(), day)
  await user.tab()
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T09:00:00Z') })
})

test('a car that is out is kept longer, never given back later by another pickup or with another car', async () => {
  const requests = fakeApi({
    'GET /api/booking/:bookingId/change': () => ({ success: true, data: preview }),
    'POST /api/booking/:bookingId/change': () => ({ success: true, message: '', data: ownBooking, payment }),
  })
  const booking = { ...ownBooking, status: 'active' as const }
  renderPage(<ChangeDialog booking={booking} open onDone={() => {}} onClose={() => {}} />)
  await until('14 Dec 2026')
  expect(await screen.findByText('To pay now')).toBeTruthy()
  expect(screen.queryByRole('textbox', { name: /^Pickup date/ })).toBe(null)
  expect(screen.queryByRole('button', { name: 'Choose another car' })).toBe(null)
  await user.click(screen.getByRole('button', { name: 'Ask this phone for Ksh 5,500' }))
  expect(await screen.findByRole('heading', { name: /^Check your phone/ })).toBeTruthy()
  expect(requests.find(({ name }) => name.startsWith('POST'))?.body).toMatchObject({
    carId: ownBooking.carId,
    startDate: '2026-12-10',
    endDate: '2026-12-14',
    finalAmount: 22_000,
    phone: '0712 345 678',
  })
})

test('a booking made shorter says what goes back, and is changed without a phone', async () => {
  const done = vi.fn()
  const requests = fakeApi({
    'GET /api/booking/:bookingId/change': () => ({
      success: true,
      data: { ...preview, finalAmount: 11_000, due: 0, refund: 5500 },
    }),
    'POST /api/booking/:bookingId/change': () => ({
      success: true,
      message: 'Your booking was changed',
      data: ownBooking,
      payment: null,
    }),
  })
  renderPage(<ChangeDialog booking={ownBooking} open onDone={done} onClose={() => {}} />)
  await until('12 Dec 2026')
  expect((await screen.findByText('You get back')).nextElementSibling?.textContent).toBe('Ksh 5,500')
  await user.click(screen.getByRole('button', { name: 'Change booking' }))
  await waitFor(() => expect(done).toHaveBeenCalledOnce())
  const sent = requests.find(({ name }) => name.startsWith('POST'))?.body
  expect(sent).toMatchObject({ endDate: '2026-12-12', finalAmount: 11_000 })
  expect(sent).not.toHaveProperty('phone')
})

test('days that are refused say why, and offer no button', async () => {
  fakeApi({
    'GET /api/booking/:bookingId/change': () => refusalWith(409, 'car_taken', m.book_taken()),
  })
  renderPage(<ChangeDialog booking={ownBooking} open onDone={() => {}} onClose={() => {}} />)
  await until('19 Dec 2026')
  expect(await screen.findByText(m.book_taken())).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Change booking' })).toBe(null)
  expect(screen.queryByRole('button', { name: /^Ask this phone/ })).toBe(null)
})
