import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { Fine } from '@twende/contract/bookings/fine.ts'
import { showInstant } from '@twende/contract/calendar-day.ts'
import { m } from '@twende/messages'
import { fakeApi } from '@twende/ui/testing/fake-api.ts'
import { ownBooking } from '@twende/ui/testing/own-booking.ts'
import { renderPage } from '@twende/ui/testing/render-page.tsx'
import { beforeEach, expect, test, vi } from 'vitest'
// Loaded late by the section.
import './dispute-dialog.tsx'
import { FinesSection } from './fines-section.tsx'

const fine: Fine = {
  _id: 'f1',
  numberPlate: 'KDA 123A',
  offenceAt: '2026-12-11T08:30:00Z',
  amount: 3000,
  reference: 'NTSA/4821',
  recordedAt: '2026-12-12T08:00:00Z',
  withdrawnAt: null,
  paper: null,
  dispute: null,
  charged: 3000,
  disputableUntil: '2026-12-14T08:00:00Z',
}
const dispute = {
  amount: 3000,
  withdrawn: 0,
  reason: 'I had parked at that time',
  at: '2026-12-12T09:00:00Z',
  decision: null,
  answer: '',
  decidedAt: null,
}

const user = userEvent.setup({ delay: null })

/** The section of a car that is out, over a server that knows these fines. */
function show(answer: () => { fines: Fine[]; owed: number }, known: Partial<typeof ownBooking> = {}) {
  const requests = fakeApi({
    'GET /api/booking/:bookingId/fines': () => ({ success: true, data: answer() }),
    'POST /api/booking/:bookingId/dispute': () => ({
      success: true,
      message: '',
      data: { charges: [], disputableUntil: null },
    }),
    'POST /api/payment/start': () => ({
      success: true,
      message: '',
      data: {
        _id: 'p1',
        purpose: 'booking',
        purchaseId: ownBooking._id,
        amount: 3000,
        phone: '0712 *** 678',
        status: 'paid',
        outcome: 'paid',
        message: '',
        receipt: 'UKQ7HTY61B',
        startedAt: '2026-12-12T09:00:00Z',
        resendAt: '2026-12-12T09:00:30Z',
      },
    }),
  })
  const booking = { ...ownBooking, status: 'active' as const, ...known }
  renderPage(<FinesSection booking={booking} timeline={[]} refresh={() => {}} />)
  return requests
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-12-12T09:00:00Z') })
})

test('a fine is disputed with a reason, once', async () => {
  let fines = [fine]
  const requests = show(() => ({ fines, owed: 3000 }))
  await user.click(await screen.findByRole('button', { name: 'Dispute this fine' }))
  const dialog = await screen.findByRole('dialog', { name: /^Dispute the fine of / })
  const send = () => user.click(within(dialog).getByRole('button', { name: 'Dispute this fine' }))
  await send()
  expect(await within(dialog).findByText(m.validation_dispute_reason())).toBeTruthy()
  await user.type(within(dialog).getByRole('textbox', { name: /^Why is this fine wrong/ }), dispute.reason)
  fines = [{ ...fine, dispute }]
  await send()
  expect(await screen.findByText('You disputed this fine. We are looking at it.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Dispute this fine' })).toBe(null)
  expect(requests.filter(({ name }) => name.endsWith('/dispute')).map(({ body }) => body)).toEqual([
    { fine: 'f1', reason: dispute.reason },
  ])
})

test.each([
  ['stays, with the answer', { decision: 'kept' }, 'You disputed this fine. It stays.'],
  [
    'is withdrawn in part',
    { decision: 'withdrawn', withdrawn: 1000 },
    m.fines_section_dispute_reduced({ amount: 'Ksh 1,000' }),
  ],
  [
    'is withdrawn',
    { decision: 'withdrawn', withdrawn: 3000 },
    m.fines_section_dispute_withdrawn({ amount: 'Ksh 3,000' }),
  ],
] as const)('a disputed fine that %s says so', async (_, decided, words) => {
  const answer = 'The photo shows the car on the road'
  show(() => ({ fines: [{ ...fine, dispute: { ...dispute, ...decided, answer } }], owed: 3000 }))
  expect(await screen.findByText(words)).toBeTruthy()
  expect(screen.getByText(m.condition_dispute_answer({ answer }))).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Dispute this fine' })).toBe(null)
})

test('two days later a fine is not disputed any more', async () => {
  vi.setSystemTime(new Date('2026-12-14T08:00:01Z'))
  show(() => ({ fines: [fine], owed: 3000 }))
  const time = showInstant(fine.disputableUntil)
  expect(await screen.findByText(m.fines_section_dispute_over({ time }))).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Dispute this fine' })).toBe(null)
})

test('what is owed is told with what of it is no fine, and paid by M-Pesa', async () => {
  let owed = 3500
  const requests = show(() => ({ fines: [fine], owed }))
  expect(await screen.findByText('You still owe Ksh 3,500 for this booking.')).toBeTruthy()
  expect(screen.getByText(m.fines_section_owed_charges({ amount: 'Ksh 500' }))).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Pay by M-Pesa' }))
  owed = 0
  await user.click(await screen.findByRole('button', { name: 'Ask this phone for Ksh 3,500' }))
  expect(await screen.findByText('Thank you. Your payment has arrived.')).toBeTruthy()
  expect(screen.queryByText(/^You still owe/)).toBe(null)
  expect(requests.find(({ name }) => name === 'POST /api/payment/start')?.body).toEqual({
    purpose: 'booking',
    purchaseId: ownBooking._id,
    phone: '0712 345 678',
  })
})

test('a booking that was confirmed without payment is paid on its page, and that is said', async () => {
  let owed = 3000
  show(() => ({ fines: [], owed }), { status: 'confirmed', paymentStatus: 'pending' })
  expect(await screen.findByText(m.fines_section_owed({ amount: 'Ksh 3,000' }))).toBeTruthy()
  await user.click(screen.getByRole('button', { name: m.fines_section_pay_button() }))
  owed = 0
  await user.click(await screen.findByRole('button', { name: 'Ask this phone for Ksh 3,000' }))
  expect(await screen.findByText(m.fines_section_paid())).toBeTruthy()
})
