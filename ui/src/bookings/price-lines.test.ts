import { priceOfExtras, withExtras } from '@twende/contract/bookings/price-of-extras.ts'
import { rentalPrice } from '@twende/contract/bookings/rental-price.ts'
import type { OfferedExtra } from '@twende/contract/prices/extra.ts'
import { expect, test } from 'vitest'
import { priceLines } from './price-lines.ts'

const offer = (fields: Partial<OfferedExtra>): OfferedExtra => ({
  kind: 'chauffeur',
  price: 2_500,
  place: null,
  toPlace: null,
  atAddress: false,
  km: null,
  ...fields,
})

test('each extra is a line with its price, and the lines sum to the total', () => {
  const offered = [
    offer({}),
    offer({ kind: 'additional_driver', price: 1_000 }),
    offer({ kind: 'child_seat', price: 500 }),
    offer({ kind: 'delivery', price: 2_000, place: 'Nairobi', atAddress: true }),
    offer({ kind: 'collection', price: 1_800, place: 'Moi Airport, Mombasa' }),
    offer({ kind: 'one_way', price: 9_000 }),
    offer({ kind: 'extra_km', price: 3_000, km: 1_000 }),
  ]
  const choices = {
    chauffeur: true,
    additionalDrivers: 1,
    childSeats: 2,
    deliveryToAddress: true,
    collectionFromAddress: false,
    extraKm: 1_000,
  }
  const rental = {
    totalDays: 2,
    pickup: { name: 'Nairobi', town: 'Nairobi' },
    dropoff: { name: 'Moi Airport, Mombasa', town: 'Mombasa' },
  }
  const { lines } = priceOfExtras(choices, offered, rental)
  const price = withExtras(rentalPrice(5_000, '2026-12-01', '2026-12-03'), lines)
  const shown = priceLines(price, (place) => (place === 'Moi Airport, Mombasa' ? 'Moi' : place))
  expect(shown).toEqual([
    { label: '2 days × Ksh 5,000', amount: 10_000 },
    { label: 'Chauffeur: 2 days × Ksh 2,500', amount: 5_000 },
    { label: 'Additional drivers: 1 × Ksh 1,000', amount: 1_000 },
    { label: 'Child seats: 2 × Ksh 500', amount: 1_000 },
    { label: 'Delivery to an address in Nairobi', amount: 2_000 },
    { label: 'Collection from Moi', amount: 1_800 },
    { label: 'Return in another town: Nairobi to Moi', amount: 9_000 },
    { label: 'Extra kilometres: 1,000 km', amount: 3_000 },
  ])
  expect(shown.reduce((sum, { amount }) => sum + amount, 0)).toBe(price.finalAmount)
})
