import { ProductSearch } from '@twende/contract/shop/product.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readCategories } from './explore-categories.ts'
import { readShopSearch, shopChips, shopQuery } from './shop-search.ts'

const read = (address: string) => readShopSearch(new URLSearchParams(address))

describe('the filters of the shop in an address', () => {
  test('a price at the end of its range is no limit', () => {
    expect(shopQuery(read('maxPrice=200000')).maxPrice).toBeUndefined()
    expect(shopQuery(read('maxPrice=900000')).maxPrice).toBeUndefined()
    expect(shopQuery(read('maxPrice=5000')).maxPrice).toBe(5000)
    expect(shopChips(read('minPrice=0&maxPrice=200000'))).toEqual([])
  })

  test('what makes no sense is left out', () => {
    expect(shopQuery(read('stock=out&sort=luck&minPrice=cheap&page=0'))).toMatchObject({
      stock: undefined,
      sort: undefined,
      minPrice: undefined,
      page: 1,
    })
  })

  test('whatever it holds, the server is asked nothing that it refuses', () => {
    const value = fc.oneof(
      fc.string({ maxLength: 200 }),
      fc.integer().map(String),
      fc.constantFrom('\0', 'in'),
    )
    const names = ['search', 'category', 'minPrice', 'maxPrice', 'stock', 'sort', 'page']
    const pair = fc.tuple(fc.constantFrom(...names), value)
    const refused = fc
      .sample(fc.array(pair, { maxLength: 7 }), 300)
      .map((pairs) => shopQuery(readShopSearch(new URLSearchParams(pairs))))
      .filter((query) => !ProductSearch.safeParse(query).success)
    expect(refused).toEqual([])
  })
})

describe('an answer about the kinds of products', () => {
  const laptops = { _id: '1', name: 'Laptops', image: '' }
  const invalid = { state: 'failed', message: 'Invalid data format received from API' }

  test('is taken for what it is', () => {
    const here = { state: 'here', categories: [laptops] }
    expect(readCategories({ success: true, data: [{ ...laptops, kind: 'product' }] })).toEqual(here)
    expect(readCategories({ success: true, data: null })).toEqual({ state: 'missing' })
    expect(readCategories({ success: true, data: 'soon' })).toEqual(invalid)
    expect(readCategories({ success: true, data: [{ name: 'Laptops' }] })).toEqual(invalid)
    expect(readCategories({ success: false, data: [laptops] })).toEqual(invalid)
  })

  test('of any other shape is invalid, and never breaks the page', () => {
    fc.assert(fc.property(fc.jsonValue(), (answer) => void expect(readCategories(answer)).toEqual(invalid)))
  })
})
