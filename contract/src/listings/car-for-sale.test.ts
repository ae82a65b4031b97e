import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readCarName } from './car-name.ts'
import { cardPicture } from './card-picture.ts'
import { editsToReview, type ReviewedFacts } from './edit-review.ts'
import { listingLimits } from './listing-search.ts'
import { FEWEST_SIMILAR, PRICE_BANDS, priceBand, priceSpread } from './price-guide.ts'

describe('the name of a car', () => {
  test.each([
    ['Toyota Vitz F 1.3', 'Toyota', 'Vitz'],
    ['2017 toyota land-cruiser PRADO TX-L', 'Toyota', 'Land Cruiser Prado'],
    ['Toyota Prado', 'Toyota', 'Land Cruiser Prado'],
    ['Clean Prado TX 2018', 'Toyota', 'Land Cruiser Prado'],
    ['Toyota Land Cruiser ZX V8', 'Toyota', 'Land Cruiser'],
    ['Toyota Corolla Fielder 1.5', 'Toyota', 'Corolla Fielder'],
    ['Fielder', 'Toyota', 'Corolla Fielder'],
    ['Toyota Corolla AE100', 'Toyota', 'Corolla'],
    ['Nissan X-Trail 20X', 'Nissan', 'X-Trail'],
    ['nissan xtrail', 'Nissan', 'X-Trail'],
    ['NISSAN X TRAIL (2015)', 'Nissan', 'X-Trail'],
    ['Mazda CX5 XD', 'Mazda', 'CX-5'],
    ['Mercedes-Benz C200 AMG Line', 'Mercedes-Benz', 'C-Class'],
    ['Mercedes Benz E 250', 'Mercedes-Benz', 'E-Class'],
    ['Benz ML350', 'Mercedes-Benz', 'ML'],
    ['Mercedes-Benz SLK 200', 'Mercedes-Benz', 'SLK'],
    ['BMW 320i', 'BMW', '3 Series'],
    ['BMW X5 xDrive', 'BMW', 'X5'],
    ['Range Rover Sport 3.0 SDV6', 'Land Rover', 'Range Rover Sport'],
    ['Land Rover Discovery 4', 'Land Rover', 'Discovery'],
    ['VW Golf GTI', 'Volkswagen', 'Golf'],
    ['Isuzu D-Max Single Cab', 'Isuzu', 'D-Max'],
    ['Honda Fit Hybrid', 'Honda', 'Fit'],
    ['Toyota Sera', 'Toyota', 'Sera'],
    ['Toyota', 'Toyota', null],
    ['Toyota 2017', 'Toyota', null],
    ['A very good car', null, null],
    ['', null, null],
    ['constructor __proto__', null, null],
  ])('%j is a %s %s', (name, make, model) => {
    expect(readCarName(name)).toEqual({ make, model })
  })

  test('is read the same whatever its capitals and spaces', () => {
    const name = fc.constantFrom(
      'Toyota Vitz',
      'Nissan X-Trail',
      'Range Rover Sport',
      'BMW 320i',
      'Mercedes-Benz C200',
    )
    const gap = fc.constantFrom(' ', '  ', ' \t')
    fc.assert(
      fc.property(name, gap, fc.boolean(), (name, gap, loud) => {
        const written = (loud ? name.toUpperCase() : name.toLowerCase()).replaceAll(' ', gap)
        expect(readCarName(written)).toEqual(readCarName(name))
      }),
    )
  })

  test('never makes the reader fail', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (name) => void readCarName(name)))
  })
})

describe('what similar cars cost', () => {
  const prices = (count: number) =>
    fc.array(fc.integer({ min: 1, max: 30_000_000 }), { minLength: count, maxLength: 60 })

  test('is told only when there are five or more', () => {
    expect(FEWEST_SIMILAR).toBe(4)
    expect(priceSpread([1, 2, 3])).toBeUndefined()
    expect(priceSpread([5, 1, 4, 2, 3])).toEqual({ listings: 5, median: 3, lowest: 1, highest: 5 })
    expect(priceSpread([60, 50, 10, 40, 20, 30])).toEqual({
      listings: 6,
      median: 35,
      lowest: 10,
      highest: 60,
    })
    expect(priceSpread([6, 5, 1, 4, 2, 3])?.median).toBe(4)
  })

  test('has as many cars below its median as above', () => {
    fc.assert(
      fc.property(prices(5), (prices) => {
        const spread = priceSpread(prices)
        if (!spread) throw new Error('five or more have a spread')
        expect(Number.isInteger(spread.median)).toBe(true)
        expect(prices.filter((price) => price < spread.median).length).toBeLessThanOrEqual(prices.length / 2)
        expect(prices.filter((price) => price > spread.median).length).toBeLessThanOrEqual(prices.length / 2)
        expect(spread.lowest).toBe(Math.min(...prices))
        expect(spread.highest).toBe(Math.max(...prices))
      }),
    )
  })

  test.each([
    [699_999, 'low'],
    [700_000, 'great'],
    [899_999, 'great'],
    [900_000, 'good'],
    [999_999, 'good'],
    [1_000_000, 'fair'],
    [1_149_999, 'fair'],
    [1_150_000, 'high'],
  ])('Ksh %i is %s where the middle is a million', (price, band) => {
    expect(priceBand(price, 1_000_000)).toBe(band)
  })

  test('a higher price is never in a lower band', () => {
    const price = fc.integer({ min: 1, max: 30_000_000 })
    fc.assert(
      fc.property(price, price, price, (one, other, median) => {
        const place = (price: number) => PRICE_BANDS.indexOf(priceBand(price, median))
        expect(Math.sign(place(one) - place(other)) * Math.sign(one - other)).toBeGreaterThanOrEqual(0)
      }),
    )
  })
})

describe('the picture on a card', () => {
  const none = { image: '', image2: '', image3: '', image4: '' }

  test.each([
    [{ image: 'https://a/1', image2: 'https://a/2', image3: 'https://a/3' }, 'https://a/2'],
    [{ image: 'https://a/1', image3: 'http://a/3' }, 'http://a/3'],
    [{ image: 'https://a/1', image2: '/media/2', image3: 'undefined' }, 'https://a/1'],
    [{ image: 'https://a/1', image2: 'http://', image4: 'javascript:alert(1)' }, 'https://a/1'],
    [{ image: 'data:image/png;base64,AA' }, undefined],
    [{}, undefined],
  ])('of %j is %s', (pictures, address) => {
    expect(cardPicture({ ...none, ...pictures })).toBe(address)
  })
})

describe('an edit of a verified listing', () => {
  const verified: ReviewedFacts = {
    name: 'Toyota Vitz',
    category: 'Hatchback',
    year: 2017,
    mileage: 180_000,
    condition: 'fair',
    ownership: 'third',
    transmission: 'manual',
    fuelType: 'petrol',
    seats: 5,
    location: 'Nairobi',
    photos: ['a', 'b'],
    phone: '254712345678',
    email: 'seller@example.com',
    price: 1_000_000,
    description: 'One owner,\nserviced on time.',
    features: ['Sunroof', 'Tow bar'],
    specs: { engine: '1.3 L', power: '98 hp' },
    serviceHistory: 'All at the dealer',
    color: 'Silver',
  }
  const reviewed = (edit: Partial<ReviewedFacts>) => editsToReview(verified, { ...verified, ...edit })

  test.each([
    [{}, []],
    [{ name: ' toyota  VITZ ' }, []],
    [{ name: 'Toyota Prado' }, ['name']],
    [{ year: 2018 }, ['year']],
    [{ photos: ['b', 'a'] }, []],
    [{ photos: ['a'] }, ['photos']],
    [{ photos: ['a', 'b', 'c'] }, ['photos']],
    [{ phone: '254700000000' }, ['phone']],
    [{ price: 1_200_000 }, []],
    [{ price: 1_200_001 }, ['price']],
    [{ price: 800_000 }, []],
    [{ price: 799_999 }, ['price']],
    [{ name: 'X', price: 1 }, ['name', 'price']],
    [{ email: 'Seller@Example.com' }, []],
    [{ email: 'other@example.com' }, ['email']],
    [{ description: 'One owner, Serviced on time.' }, []],
    [{ description: 'One owner, serviced on time. Send a deposit to 0700000000.' }, ['description']],
    [{ features: ['tow  bar', 'sunroof'] }, []],
    [{ features: ['Sunroof'] }, ['features']],
    [{ features: ['Sunroof', 'Tow bar', 'Deposit to 0700000000'] }, ['features']],
    [{ specs: { engine: '1.3 L', power: '98 HP', range: '' } }, []],
    [{ specs: { engine: '1.3 L', power: '' } }, ['specs']],
    [{ specs: { engine: '1.3 L', power: '98 hp', range: 'Deposit first' } }, ['specs']],
    [{ serviceHistory: '' }, ['serviceHistory']],
    [{ serviceHistory: 'Deposit first' }, ['serviceHistory']],
    [{ color: 'silver' }, []],
    [{ color: 'Midnight blue' }, ['color']],
    [{ mileage: 20_000 }, ['mileage']],
    [{ mileage: 180_001 }, ['mileage']],
    [{ condition: 'excellent' }, ['condition']],
    [{ ownership: 'first' }, ['ownership']],
    [{ transmission: 'automatic' }, ['transmission']],
    [{ fuelType: 'hybrid' }, ['fuelType']],
    [{ seats: 7 }, ['seats']],
    [{ category: 'SUV' }, ['category']],
    [{ location: 'Mombasa' }, ['location']],
  ])('%j is looked at again for %j', (edit, fields) => {
    expect(reviewed(edit)).toEqual(fields)
  })

  test('no row of small price steps passes what one large step would not', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 3_000_000 }), { minLength: 1 }), (prices) => {
        const last = prices.at(-1) ?? 0
        const passed = reviewed({ price: last }).length === 0
        expect(passed).toBe(Math.abs(last - 1_000_000) <= 200_000)
      }),
    )
  })
})

test('a filter of the Buy page whose slider stands at its end sets no limit', () => {
  const ends = { minPrice: 0, maxPrice: 10_000_000, minYear: 1990, minMileage: 0, maxMileage: 300_000 }
  expect(Object.values(listingLimits(ends)).every((limit) => limit === undefined)).toBe(true)
})
