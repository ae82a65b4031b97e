import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { readShillings } from '../money.ts'
import { firstSellProblem, type SellForm } from './sell-form-checks.ts'
import { ListingEdit, ListingRenewal, SellSubmission } from './sell-submission.ts'

const good: SellForm = {
  signedIn: true,
  hasMainImage: true,
  features: ['Air conditioning'],
  category: 'Hatchback',
  location: 'Nairobi',
  contactInfo: { phone: '0712345678', email: 'wanjiku@example.com' },
  mpesaName: 'Wanjiku Kamau',
  mpesaPhoneNumber: '0712345678',
  mpesaMessage: 'UG9QX4T7LM Confirmed.',
  email: 'wanjiku@example.com',
  amount: '2000',
  name: 'Toyota Vitz F 1.3',
  description: 'A careful first owner.',
  price: '1330000',
  apiKnown: true,
  paymentMethod: 'message',
}

/** The fifteen checks: what breaks each, and its sentence. */
const checks: [sentence: string, broken: Partial<SellForm>][] = [
  ['Please log in to list a car for sale', { signedIn: false }],
  ['Please upload at least one image', { hasMainImage: false }],
  ['Please add at least one feature', { features: [' '] }],
  ['Please select a category', { category: '' }],
  ['Please select a location', { location: '' }],
  ['Please provide contact information', { contactInfo: { phone: '0712345678', email: ' ' } }],
  ['Please enter the M-Pesa name', { mpesaName: '' }],
  ['Please enter the M-Pesa phone number', { mpesaPhoneNumber: '' }],
  [
    'Please enter a valid Kenyan phone number (e.g., 254712345678 or 0712345678)',
    { mpesaPhoneNumber: '07123' },
  ],
  ['Please enter the M-Pesa message', { mpesaMessage: '' }],
  ['Please enter the email for payment confirmation', { email: '' }],
  ['Please enter a valid email address', { email: 'wanjiku@' }],
  ['Please enter a valid payment amount', { amount: '0' }],
  ['Please fill in all basic car information', { description: '' }],
  ['API configuration error. Please try again later.', { apiKnown: false }],
]

test('a filled form has no problem, however small its figures', () => {
  expect(firstSellProblem(good)).toBeUndefined()
  expect(firstSellProblem({ ...good, amount: '1', price: '1' })).toBeUndefined()
})

test.each(checks)('%s', (sentence, broken) => {
  expect(firstSellProblem({ ...good, ...broken })?.sentence).toBe(sentence)
})

test('of all that is wrong the first check is told, in the order of the specification', () => {
  expect(checks).toHaveLength(15)
  fc.assert(
    // The 8th and 9th break one field in two ways, as do the 11th and 12th: the emptier one wins.
    fc.property(fc.uniqueArray(fc.nat({ max: 14 }), { minLength: 1 }), (places) => {
      let form = good
      for (const place of places.toSorted((a, b) => b - a)) form = { ...form, ...checks[place]?.[1] }
      const first = Math.min(...places)
      expect(firstSellProblem(form)?.sentence).toBe(checks[first]?.[0])
    }),
  )
})

test('paying by a request to the phone asks for neither a name nor a message', () => {
  const form = { ...good, paymentMethod: 'stk' as const, mpesaName: '', mpesaMessage: '' }
  expect(firstSellProblem(form)).toBeUndefined()
  expect(firstSellProblem({ ...form, mpesaPhoneNumber: '' })?.field).toBe('mpesaPhoneNumber')
})

test('whatever is typed, the form answers with a sentence or with nothing', () => {
  const text = fc.string({ maxLength: 60 })
  const typed = fc.record({
    category: text,
    email: text,
    amount: text,
    price: text,
    mpesaPhoneNumber: text,
    name: text,
  })
  fc.assert(
    fc.property(typed, (fields) => {
      const sentence = firstSellProblem({ ...good, ...fields })?.sentence
      if (sentence !== undefined) expect(checks.map(([known]) => known)).toContain(sentence)
    }),
  )
})

test.each([
  ['2000', 2_000],
  ['2,000', 2_000],
  [' Ksh 2,000.00 ', 2_000],
  ['KES1,330,000/=', 1_330_000],
  ['0', 0],
  ['2000.50', undefined],
  ['2,00', undefined],
  ['-5', undefined],
  ['2e3', undefined],
  ['0x10', undefined],
  ['', undefined],
  ['Infinity', undefined],
  ['9'.repeat(20), undefined],
])('%j is %j shillings', (text, shillings) => {
  expect(readShillings(text)).toBe(shillings)
})

const wire = {
  name: ' Toyota Vitz F 1.3 ',
  description: 'A careful first owner.',
  price: '1,330,000',
  category: 'Hatchback',
  seats: '5',
  transmission: 'Automatic',
  fuelType: 'Petrol',
  rating: '4.5',
  available: 'true',
  year: '2017',
  mileage: '75200',
  location: 'Nairobi',
  color: 'Silver',
  condition: 'needs repair',
  ownership: 'fourth+',
  serviceHistory: '',
  features: JSON.stringify(['ABS', ' Radio ', 'abs', '']),
  specs: JSON.stringify({ engine: '1.3 L', power: '98 hp', acceleration: '12.4 s', range: '' }),
  contactInfo: JSON.stringify({ phone: '0110 345 678', email: 'Wanjiku@Example.com' }),
  mpesaName: 'Wanjiku Kamau',
  mpesaPhoneNumber: '+254712345678',
  mpesaMessage: 'UG9QX4T7LM Confirmed.',
  email: 'wanjiku@example.com',
  amount: '500',
}
const refusal = (fields: Record<string, unknown>) =>
  SellSubmission.safeParse({ ...wire, ...fields }).error?.issues.map(({ message, path }) => [
    path.join('.'),
    message,
  ])

describe('the form on the wire', () => {
  test('is read into values', () => {
    expect(z.parse(SellSubmission, wire)).toEqual({
      ...wire,
      name: 'Toyota Vitz F 1.3',
      price: 1_330_000,
      seats: 5,
      transmission: 'automatic',
      fuelType: 'petrol',
      rating: 4.5,
      available: true,
      year: 2017,
      mileage: 75_200,
      features: ['ABS', 'Radio'],
      specs: {
        engine: '1.3 L',
        power: '98 hp',
        acceleration: '12.4 s',
        topSpeed: '',
        range: '',
        towingCapacity: '',
      },
      contactInfo: { phone: '254110345678', email: 'wanjiku@example.com' },
      mpesaPhoneNumber: '254712345678',
      amount: 500,
      paymentMethod: 'message',
    })
  })

  test('is refused with the sentences of the form, in their order', () => {
    expect(refusal({ features: '[]', category: '', amount: '0' })).toEqual([
      ['features', 'Please add at least one feature'],
    ])
    expect(refusal({ contactInfo: '{"phone":""}', mpesaName: '' })).toEqual([
      ['contactInfo', 'Please provide contact information'],
    ])
    expect(refusal({ mpesaPhoneNumber: '0210345678' })).toEqual([
      ['mpesaPhoneNumber', 'Please enter a valid Kenyan phone number (e.g., 254712345678 or 0712345678)'],
    ])
    expect(refusal({ amount: '0', name: '' })).toEqual([['amount', 'Please enter a valid payment amount']])
    expect(refusal({ price: '0' })).toEqual([['price', 'Please fill in all basic car information']])
  })

  test.each([
    ['year', '1989', 'Please enter a year from 1990 on'],
    ['year', 'MMXVII', 'Please enter a year from 1990 on'],
    ['mileage', '-1', 'Please enter the mileage in kilometres'],
    ['mileage', '', 'Please enter the mileage in kilometres'],
    ['rating', '5.1', 'Please enter a rating from 0 to 5'],
    ['rating', '4.55', 'Please enter the rating in steps of 0.1'],
    ['seats', '0', 'Please enter the number of seats'],
    ['color', ' ', 'Please enter the color'],
    ['condition', 'mint', 'Please choose the condition'],
    ['fuelType', 'steam', 'Please choose the fuel'],
    ['available', 'perhaps', 'Please choose Available or Sold'],
    ['specs', '{}', 'Please enter the engine'],
    ['specs', 'engine', 'Please fill in the technical specifications'],
  ])('%s %j: %s', (field, value, sentence) => {
    expect(refusal({ [field]: value })?.[0]?.[1]).toBe(sentence)
  })

  test('every rating in steps of 0.1 is taken', () => {
    for (let tenths = 0; tenths <= 50; tenths++) {
      expect(refusal({ rating: (tenths / 10).toFixed(1) }), String(tenths)).toBeUndefined()
    }
  })

  test('no nonsense makes the reader fail', () => {
    const odd = fc.oneof(
      fc.string(),
      fc.json(),
      fc.constant('{"phone":{"toString":1},"email":[]}'),
      fc.anything(),
    )
    fc.assert(
      fc.property(odd, odd, odd, (features, specs, contactInfo) => {
        expect(() => SellSubmission.safeParse({ ...wire, features, specs, contactInfo })).not.toThrow()
        expect(() => ListingEdit.safeParse({ id: features, specs, contactInfo, features })).not.toThrow()
      }),
    )
  })
})

describe('an edit', () => {
  const id = '01969f3c-0000-7000-8000-000000000001'

  test('changes only what it names, from values or from text', () => {
    expect(z.parse(ListingEdit, { id })).toEqual({ id })
    expect(z.parse(ListingEdit, { id, price: 5, year: '2018', available: false, features: ['ABS'] })).toEqual(
      {
        id,
        price: 5,
        year: 2018,
        available: false,
        features: ['ABS'],
      },
    )
  })

  test('cannot make anything verified, paid, seen or somebody else’s', () => {
    const lies = {
      verified: true,
      listingStatus: 'active',
      views: 9,
      payment: { status: 'paid' },
      ownerId: id,
    }
    expect(z.parse(ListingEdit, { id, ...lies })).toEqual({ id })
  })

  test.each([
    ['name', ''],
    ['price', 0],
    ['price', 1.5],
    ['year', 1989],
    ['seats', 0],
    ['mileage', -1],
    ['rating', 6],
    ['contactInfo', { phone: '', email: '' }],
  ])('refuses %s %j', (field, value) => {
    expect(ListingEdit.safeParse({ id, [field]: value }).success).toBe(false)
  })

  test('a renewal needs a message, or a phone to ask', () => {
    const stk = { id, paymentMethod: 'stk', mpesaPhoneNumber: '0712345678', amount: '4500' }
    expect(z.parse(ListingRenewal, stk)).toEqual({ ...stk, mpesaPhoneNumber: '254712345678', amount: 4_500 })
    expect(ListingRenewal.safeParse({ ...stk, paymentMethod: 'message' }).success).toBe(false)
    expect(
      ListingRenewal.safeParse({ ...stk, paymentMethod: 'message', mpesaName: 'W', mpesaMessage: 'x' })
        .success,
    ).toBe(true)
  })
})
