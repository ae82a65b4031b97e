import { screen } from '@testing-library/react'
import { m } from '@twende/messages'
import { fakeApi } from '@twende/ui/testing/fake-api.ts'
import { renderPage } from '@twende/ui/testing/render-page.tsx'
import { rentalCar } from '@twende/ui/testing/rental-car.ts'
import { expect, test, vi } from 'vitest'
import { RentPanel } from './rent-panel.tsx'
import { useStay } from './use-stay.ts'

function Panel() {
  return <RentPanel today="2026-11-20" car={rentalCar} stay={useStay(rentalCar._id)} />
}

test.each([
  { offered: true, said: m.car_page_taken },
  { offered: false, said: m.car_page_not_offered },
])('a car that is not free cannot be rented, and why is said: offered then, $offered', async (why) => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T09:00:00Z') })
  const [taken, notOffered] = [m.car_page_taken(), m.car_page_not_offered()]
  fakeApi({
    'POST /api/booking/quote': () => ({
      success: true,
      data: {
        pickupTime: '10:00',
        pricePerDay: 5500,
        totalDays: 3,
        totalAmount: 16_500,
        insuranceCost: 0,
        dailyPrices: Array.from({ length: 3 }, () => ({ price: 5500, insurance: 0 })),
        discountPercent: 0,
        discount: 0,
        extras: [],
        childSeatsFree: null,
        chauffeursFree: null,
        finalAmount: 16_500,
        free: false,
        offered: why.offered,
        nextFree: null,
        similar: [],
      },
    }),
  })
  renderPage(<Panel />, '/car?startDate=2026-12-01&endDate=2026-12-04')
  expect(await screen.findByText(why.said())).toBeTruthy()
  expect([taken, notOffered].filter((words) => screen.queryByText(words))).toEqual([why.said()])
  expect(screen.getByRole<HTMLButtonElement>('button', { name: m.fleet_unavailable() }).disabled).toBe(true)
})
