import { rentalPrice } from '@twende/contract/bookings/rental-price.ts'
import { expect, test } from 'vitest'
import { rentalLines } from './rental-lines.ts'

const price = rentalPrice(5_000, '2026-12-01', '2026-12-03')

test('a price without insurance and discount is the days by their prices alone', () => {
  expect(rentalLines(price)).toEqual([{ label: '2 days × Ksh 5,000', amount: 10_000 }])
})

test('insurance and discount are lines where there are any, and the lines sum to the total', () => {
  const dailyPrices = [
    { price: 5_000, insurance: 300 },
    { price: 6_000, insurance: 300 },
  ]
  const lines = rentalLines({ dailyPrices, insuranceCost: 600, discount: 1_100, discountPercent: 10 })
  expect(lines).toEqual([
    { label: '1 day × Ksh 5,000', amount: 5_000 },
    { label: '1 day × Ksh 6,000', amount: 6_000 },
    { label: 'Insurance', amount: 600 },
    { label: 'Discount (10 %)', amount: -1_100 },
  ])
})
