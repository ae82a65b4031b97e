import { EditedFacts } from '@twende/contract/listings/listing-fields.ts'
import { SellSubmission } from '@twende/contract/listings/sell-submission.ts'
import { addFeature } from '@twende/ui/cars/features-editor.tsx'
import { moved } from '@twende/ui/pictures/picture-order.ts'
import { shrunkSize } from '@twende/ui/pictures/shrink-picture.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { listingProblems } from './listing-rules.ts'
import { type ListingValues, newListing } from './listing-values.ts'

const vitz: ListingValues = {
  ...newListing(2026),
  name: 'Toyota Vitz F 1.3',
  category: 'Hatchback',
  price: '1,330,000',
  description: 'One owner.',
  mileage: '75200',
  location: 'Nairobi',
  color: 'Silver',
  engine: '1.3 L',
  power: '98 hp',
  acceleration: '12.4 s',
  contactPhone: '0712 345 678',
  contactEmail: 'seller@example.com',
  features: ['Radio'],
}

const onTheWire = ({ features, contactPhone, contactEmail, ...values }: ListingValues) => ({
  ...values,
  features: JSON.stringify(features),
  specs: JSON.stringify(values),
  contactInfo: JSON.stringify({ phone: contactPhone, email: contactEmail }),
  mpesaName: 'Brian Otieno',
  mpesaPhoneNumber: '0712345678',
  mpesaMessage: 'UG9QX4T7LM Confirmed.',
  email: 'seller@example.com',
  amount: '2000',
})

describe('what the form lets through', () => {
  test('a filled form has no problem, an empty one has one for each required field', () => {
    expect(listingProblems(vitz, 2026)).toEqual({})
    expect(new Set(Object.keys(listingProblems(newListing(2026), 2026)))).toEqual(
      new Set([
        'name',
        'category',
        'price',
        'description',
        'mileage',
        'location',
        'color',
        'engine',
        'power',
        'acceleration',
        'contactPhone',
        'contactEmail',
      ]),
    )
  })

  test.each([
    ['year', '1989'],
    ['year', '2027'],
    ['mileage', '-1'],
    ['rating', '5.1'],
    ['rating', '4.55'],
    ['price', '0'],
    ['price', '2e6'],
    ['condition', 'mint'],
    ['contactPhone', '0712 345'],
    ['contactEmail', 'seller@'],
    ['color', 'x'.repeat(41)],
  ] as const)('refuses the %s %j', (field, typed) => {
    expect(Object.keys(listingProblems({ ...vitz, [field]: typed }, 2026))).toEqual([field])
  })

  test('the server takes it too, whatever is typed', () => {
    const text = fc.oneof(
      fc.string({ maxLength: 90 }),
      fc.constantFrom(
        '5',
        '5.0',
        '4.',
        '0.10',
        '007',
        '1990',
        '1,000',
        'Ksh 5',
        ' x ',
        'Diesel',
        '+254110345678',
      ),
      fc.emailAddress(),
    )
    const fields = fc.dictionary(fc.constantFrom(...Object.keys(newListing(2026)).slice(0, -1)), text)
    let through = 0
    fc.assert(
      fc.property(fields, (typed) => {
        const values = { ...vitz, ...typed }
        if (Object.keys(listingProblems(values, 2026)).length > 0) return
        through++
        expect(SellSubmission.safeParse(onTheWire(values)).error).toBeUndefined()
      }),
      { numRuns: 2000 },
    )
    expect(through).toBeGreaterThan(50)
  })

  test.each(['a@b.co', 'first.last+cars@mail.example.co.ke', 'x_1@a-b.io'])('%s is an email', (typed) => {
    expect(listingProblems({ ...vitz, contactEmail: typed }, 2026)).toEqual({})
  })
})

describe('features', () => {
  test('blank ones are ignored, known ones are told, spaces are tidied', () => {
    expect(addFeature(['Radio'], '  ')).toEqual({ duplicate: false })
    expect(addFeature(['Radio'], ' RADIO ')).toEqual({ duplicate: true })
    expect(addFeature(['Radio'], ' Roof  rack ')).toEqual({ added: ['Radio', 'Roof rack'], duplicate: false })
  })

  test('there is room for forty', () => {
    const forty = Array.from({ length: 40 }, (_, n) => `Feature ${n}`)
    expect(addFeature(forty, 'One more')).toEqual({ duplicate: false })
  })
})

describe('pictures', () => {
  test('wide ones become 1200 wide in the same shape, others keep their size', () => {
    expect(shrunkSize(4000, 3000)).toEqual({ width: 1200, height: 900 })
    expect(shrunkSize(800, 3000)).toEqual({ width: 800, height: 3000 })
    expect(shrunkSize(1_000_000, 1)).toEqual({ width: 1200, height: 1 })
  })

  test('moving one loses none and keeps the order of the others', () => {
    expect(moved(['a', 'b', 'c', 'd'], 2, 0)).toEqual(['c', 'a', 'b', 'd'])
    const lists = fc.uniqueArray(fc.nat(), { minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(lists, fc.nat({ max: 3 }), fc.integer({ min: -2, max: 6 }), (list, place, to) => {
        const from = Math.min(place, list.length - 1)
        const after = moved(list, from, to)
        expect(after.toSorted()).toEqual(list.toSorted())
        const others = (all: readonly number[]) => all.filter((one) => one !== list[from])
        expect(others(after)).toEqual(others(list))
      }),
    )
  })
})

test('an edit requires what the specification lists, and no technical specification', () => {
  const bare = { ...vitz, engine: '', power: '', acceleration: '' }
  expect(Object.keys(listingProblems(bare, 2026))).toEqual(['engine', 'power', 'acceleration'])
  expect(listingProblems(bare, 2026, EditedFacts)).toEqual({})
  const needed = ['name', 'price', 'description', 'year', 'mileage', 'category', 'location', 'color'] as const
  for (const field of needed)
    expect(Object.keys(listingProblems({ ...bare, [field]: '' }, 2026, EditedFacts))).toEqual([field])
})
