import { screen } from '@testing-library/react'
import type { Deposit } from '@twende/contract/bookings/deposit.ts'
import { fakeApi } from '@twende/ui/testing/fake-api.ts'
import { ownBooking } from '@twende/ui/testing/own-booking.ts'
import { renderPage } from '@twende/ui/testing/render-page.tsx'
import { expect, test } from 'vitest'
import { DepositSection } from './deposit-section.tsx'

const deposit: Deposit = {
  _id: 'd1',
  reference: 'DEP1',
  amount: 20_000,
  due: 0,
  held: 20_000,
  owedBack: 0,
  returned: 0,
  moved: 0,
  waived: false,
  returnBy: '2026-12-15T09:00:00Z',
  kept: [],
}

test('a deposit whose car is back is not promised whole: what is owed is taken from it first', async () => {
  fakeApi({ 'GET /api/booking/:bookingId/deposit': () => ({ success: true, data: { deposit } }) as never })
  const booking = { ...ownBooking, status: 'completed' as const }
  renderPage(<DepositSection booking={booking} timeline={[]} refresh={() => {}} />)
  expect(
    await screen.findByText(
      'We hold your deposit of Ksh 20,000. It goes back by 15 Dec 2026, 12:00, less what you owe.',
    ),
  ).toBeTruthy()
})
