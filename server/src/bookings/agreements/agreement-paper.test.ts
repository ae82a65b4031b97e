import type { ExtraLine } from '@twende/contract/bookings/booked-extras.ts'
import { CANCELLATION_POLICY } from '@twende/contract/bookings/cancellation.ts'
import { cancellationDocument } from '@twende/contract/bookings/cancellation-policy.ts'
import { type RentalPrice, rentalPrice } from '@twende/contract/bookings/rental-price.ts'
import { bookedTermsDocument } from '@twende/contract/bookings/rental-terms.ts'
import { RENTAL_TERMS } from '@twende/contract/business-constants.ts'
import { addDays } from '@twende/contract/calendar-day.ts'
import type { PriceRule } from '@twende/contract/prices/price-rule.ts'
import { m } from '@twende/messages'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { AgreementContent } from './agreement-content.ts'
import { agreementPaper } from './agreement-paper.ts'

const GIVEN = {
  number: 'AG-12345-12345',
  madeAt: new Date('2026-04-06T07:00:00Z'),
  publicUrl: 'https://twende.example',
  places: new Map(),
  photos: new Map(),
}
const MONDAY = '2026-04-06'

function contentWith(price: RentalPrice): AgreementContent {
  return {
    kind: 'handover',
    language: 'en',
    bookingReference: 'BK1234',
    business: { name: 'Twende', phone: '254700000001' },
    customer: { name: 'Achieng Ouma', phone: '0718000123', email: '', licenseNumber: '', address: '' },
    drivers: [],
    car: {
      name: 'Toyota Axio',
      category: 'Sedan',
      numberPlate: null,
      seats: 5,
      transmission: 'automatic',
      fuelType: 'petrol',
    },
    rental: {
      startDate: MONDAY,
      pickupTime: '10:00',
      pickupLocation: 'Nairobi',
      endDate: addDays(MONDAY, price.totalDays),
      dropoffTime: '10:00',
      dropoffLocation: 'Nairobi',
      totalDays: price.totalDays,
      deliveryAddress: '',
      collectionAddress: '',
    },
    price: { ...price, extras: [], pricePerDay: 4_500 },
    money: null,
    deposit: 0,
    depositHeld: null,
    depositWaived: 0,
    rentalTerms: JSON.parse(bookedTermsDocument.write({ ...RENTAL_TERMS, kmPerDay: 200, extraKm: 0 })),
    cancellation: JSON.parse(cancellationDocument.write(CANCELLATION_POLICY)),
    handover: { km: 42_000, fuel: 8, note: '', at: '2026-04-06T07:00:00.000Z', report: null },
    returned: null,
    addendum: null,
    staff: { accountId: '00000000-0000-7000-8000-000000000001', name: 'Joseph Kariuki' },
  }
}

function textOf(title: string, content: AgreementContent) {
  const { sections } = agreementPaper(content, GIVEN)
  const [block] = sections.find((section) => section.title === title)?.blocks ?? []
  return block?.kind === 'text' ? block.text : undefined
}

function priceTable(price: RentalPrice) {
  const { sections } = agreementPaper(contentWith(price), GIVEN)
  const [table] = sections.find(({ title }) => title === m.agreement_price_title())?.blocks ?? []
  if (table?.kind !== 'table') throw new Error('the prices are a table')
  return table
}

/** The shillings of `Ksh 7,500` and `−Ksh 233`. */
function shillings(text: string | undefined): number {
  const [, minus, digits = ''] = /^(−?)Ksh ([\d,]+)$/.exec(text ?? '') ?? []
  return Number(digits.replaceAll(',', '')) * (minus === '−' ? -1 : 1)
}

const rule = fc
  .record({
    kind: fc.constantFrom(
      { kind: 'day_price' as const, fromDays: null },
      { kind: 'day_percent' as const, fromDays: null },
      { kind: 'insurance' as const, fromDays: null },
      { kind: 'length_discount' as const, fromDays: 3 },
    ),
    value: fc.integer({ min: 1, max: 90 }),
    weekdays: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
    createdAt: fc.integer({ min: 1, max: 1_000_000 }).map((ms) => new Date(ms).toISOString()),
  })
  .map(
    ({ kind, value, weekdays, createdAt }): PriceRule => ({
      ...kind,
      _id: createdAt,
      name: 'Rule',
      effect: 'replace',
      value: kind.kind === 'day_price' ? value * 100 : value,
      carId: null,
      carName: null,
      category: null,
      firstDay: null,
      lastDay: null,
      weekdays,
      createdAt,
      updatedAt: createdAt,
    }),
  )

test('the lines of an agreement add up to its total, whatever rules set the price of each day', () => {
  const seen = { prices: 0, insured: 0, discounted: 0 }
  fc.assert(
    fc.property(
      fc.integer({ min: 100, max: 30_000 }),
      fc.integer({ min: 1, max: 40 }),
      fc.array(rule, { maxLength: 6 }),
      (pricePerDay, days, rules) => {
        const price = rentalPrice(pricePerDay, MONDAY, addDays(MONDAY, days), rules)
        const { rows, sum } = priceTable(price)
        const amounts = rows.map(([, amount]) => shillings(amount))
        expect(amounts.reduce((total, amount) => total + amount, 0)).toBe(price.finalAmount)
        expect(shillings(sum?.[1])).toBe(price.finalAmount)
        expect(amounts).not.toContain(0)
        const lines = rows.map(([line]) => line)
        expect(lines.includes(m.agreement_line_insurance())).toBe(price.insuranceCost > 0)
        const discount = m.agreement_line_discount({ percent: price.discountPercent })
        expect(lines.includes(discount)).toBe(price.discount > 0)
        if (new Set(price.dailyPrices.map((day) => day.price)).size > 1) seen.prices += 1
        if (price.insuranceCost > 0) seen.insured += 1
        if (price.discount > 0) seen.discounted += 1
      },
    ),
  )
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(5)
})

test('days of the same price are one line', () => {
  const weekend: PriceRule = {
    _id: 'weekend',
    name: 'Weekend',
    kind: 'day_price',
    value: 6_000,
    fromDays: null,
    carId: null,
    carName: null,
    category: null,
    firstDay: null,
    lastDay: null,
    effect: 'replace',
    weekdays: [6, 7],
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
  }
  const table = priceTable(rentalPrice(4_500, MONDAY, addDays(MONDAY, 7), [weekend]))
  expect(table.rows).toEqual([
    ['Rental, 5 days at Ksh 4,500', 'Ksh 22,500'],
    ['Rental, 2 days at Ksh 6,000', 'Ksh 12,000'],
  ])
})

test('the signature says whether the deposit is held, still to be paid, waived, or none at all', () => {
  const content = contentWith(rentalPrice(4_500, MONDAY, addDays(MONDAY, 2), []))
  const said = (deposit: Partial<AgreementContent>) =>
    textOf(m.agreement_deposit_title(), { ...content, ...deposit })
  expect(said({ deposit: 10_000, depositHeld: 10_000 })).toContain('A deposit of Ksh 10,000 is held')
  expect(said({ deposit: 10_000, depositHeld: 4_000 })).toContain('The renter pays a deposit of Ksh 10,000')
  // An agreement that was stored before what is held was written down.
  expect(said({ deposit: 10_000, depositHeld: null })).toContain('The renter pays a deposit of Ksh 10,000')
  expect(said({ deposit: 0, depositHeld: 0, depositWaived: 10_000 })).toBe(
    'The deposit of Ksh 10,000 is waived.',
  )
  expect(said({ deposit: 0 })).toBeUndefined()
})

test('a car with a chauffeur names the chauffeur of the business instead of drivers', () => {
  const content = contentWith(rentalPrice(4_500, MONDAY, addDays(MONDAY, 2), []))
  const chauffeur = { kind: 'chauffeur', quantity: 2, price: 2_000, amount: 4_000 } as ExtraLine
  const price = { ...content.price, extras: [chauffeur] }
  expect(textOf(m.agreement_drivers_title(), { ...content, price })).toBe('A chauffeur of Twende drives.')
})

test('the numbers of the business and of the renter are written as people read them', () => {
  const { sections } = agreementPaper(contentWith(rentalPrice(4_500, MONDAY, addDays(MONDAY, 3), [])), GIVEN)
  const written = JSON.stringify(sections.find(({ title }) => title === m.agreement_parties_title()))
  expect(written).toContain('0700 000 001')
  expect(written).toContain('0718 000 123')
  expect(written).not.toContain('254700000001')
})
