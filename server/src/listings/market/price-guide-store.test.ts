import type { PriceGuide } from '@twende/contract/listings/listing.ts'
import { expect, test } from 'vitest'
import { cachePriceGuides, type FindPriceGuides } from './price-guide-store.ts'

const many = { make: 'Toyota', model: 'Axio', year: 2015 }
const few = { make: 'Subaru', model: 'Forester', year: 2016 }
const start = new Date('2026-03-02T09:00:00Z')
const after = (seconds: number) => new Date(start.getTime() + seconds * 1_000)

function guidesOf(cars: { many: number; few: number }) {
  const asked: string[][] = []
  let median = 1_000_000
  const find: FindPriceGuides = async (kinds) => {
    asked.push(kinds.map(({ model }) => model))
    return kinds.map((kind): PriceGuide => {
      const listings = kind.model === many.model ? cars.many : cars.few
      return { ...kind, listings, median, lowest: 900_000, highest: 1_200_000 }
    })
  }
  const changePrices = () => {
    median += 50_000
  }
  return { asked, changePrices, guides: cachePriceGuides(find) }
}

test('the guide of a kind with 50 cars is computed once a minute, that of a smaller kind each time', async () => {
  const { asked, changePrices, guides } = guidesOf({ many: 50, few: 49 })
  const medians = async (now: Date) => {
    const found = await guides([many, few], now)
    return [many, few].map(({ model }) => found.find((guide) => guide.model === model)?.median)
  }
  expect(await medians(start)).toEqual([1_000_000, 1_000_000])
  changePrices()
  expect(await medians(after(59))).toEqual([1_000_000, 1_050_000])
  expect(await medians(after(60))).toEqual([1_050_000, 1_050_000])
  expect(asked).toEqual([['Axio', 'Forester'], ['Forester'], ['Axio', 'Forester']])
})

test('a clock that went back computes the guide again', async () => {
  const { asked, guides } = guidesOf({ many: 80, few: 5 })
  await guides([many], start)
  await guides([many], after(-1))
  expect(asked).toEqual([['Axio'], ['Axio']])
})
