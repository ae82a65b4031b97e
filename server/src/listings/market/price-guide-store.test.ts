import type { PriceGuide } from '@twende/contract/listings/listing.ts'
import { expect, test } from 'vitest'
import { cachePriceGuides, type FindPriceGuides } from './price-guide-store.ts'

const many = { make: 'Toyota', model: 'Axio', year: 2015 }
const few = { make: 'Subaru', model: 'Forester', year: 2016 }
const start = new Date('2026-03-02T09:00:00Z')
const after = (seconds: number) => new Date(start.getTime() + seconds * 1_000)

function guidesOf(cars: { many: number; few: number }, random = () => 1) {
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
  return { asked, changePrices, guides: cachePriceGuides(find, random) }
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

test('guides that were computed together are computed again one after the other', async () => {
  const ages = [0, 0.5]
  const { asked, guides } = guidesOf({ many: 80, few: 80 }, () => ages.shift() ?? 1)
  for (const seconds of [0, 29, 30, 44, 45]) await guides([many, few], after(seconds))
  expect(asked.filter((kinds) => kinds.length > 0)).toEqual([['Axio', 'Forester'], ['Axio'], ['Forester']])
})
