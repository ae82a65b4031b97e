import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { Product } from '@twende/contract/shop/product.ts'
import { fakeApi } from '@twende/ui/testing/fake-api.ts'
import { loadedPage } from '@twende/ui/testing/loaded-page.ts'
import { product } from '@twende/ui/testing/product.ts'
import { renderRoutes } from '@twende/ui/testing/render-page.tsx'
import { beforeEach, expect, test, vi } from 'vitest'
import SearchPage, { clientLoader as searchLoader } from './search-page.tsx'
// Loaded late by the page.
import './shop-filters.tsx'
import ShopPage, { clientLoader } from './shop-page.tsx'

const ups: Product = { ...product, _id: 'ups', name: 'APC Back-UPS 650 VA', stock: 0 }
const categories = ['Car Gear', 'Laptops'].map((name) => ({
  _id: name,
  name,
  image: '',
  kind: 'product' as const,
}))
const user = userEvent.setup({ delay: null })
const card = async (name: string) =>
  (await screen.findByRole('heading', { name })).closest<HTMLElement>('article') ?? expect.fail()

/** The shop at an address, over a server that finds nothing for `zzzqqq`; its list may have to wait for an answer first. */
function show(address: string, answer?: () => Promise<never>) {
  const answers = answer ? [answer] : []
  const requests = fakeApi({
    'GET /api/category/list': () => ({ success: true, data: categories }),
    'GET /api/product/list': async ({ query }) => {
      await answers.shift()?.()
      const data = query.get('search') === 'zzzqqq' ? [] : [product, ups]
      return {
        success: true,
        data,
        pagination: { page: 1, limit: 12, total: data.length, pages: 1 },
      } as never
    },
  })
  const pages = [
    loadedPage('/shop', ShopPage, clientLoader),
    loadedPage('/search', SearchPage, searchLoader),
    { path: '*', element: null },
  ]
  const router = renderRoutes(pages, address)
  const asked = () => requests.filter(({ name }) => name === 'GET /api/product/list').at(-1)?.query
  return { router, asked, requests }
}

async function search(words: string) {
  await user.clear(screen.getByRole('searchbox'))
  await user.paste(words)
}

beforeEach(() => {
  // A session that ends takes its drafts with it.
  vi.stubGlobal('indexedDB', { deleteDatabase: () => {} })
  vi.stubGlobal('matchMedia', () => ({
    matches: true,
    addEventListener: () => {},
    removeEventListener: () => {},
  }))
})

test('a kind of products is switched on by its picture, asked for, and switched off again', async () => {
  const { router, asked } = show('/shop')
  await card(product.name)
  expect(screen.getByRole('heading', { level: 1, name: 'Explore Our Products' })).toBeTruthy()
  const tile = () => screen.getByRole('button', { name: 'Car Gear' })
  expect(tile().getAttribute('aria-pressed')).toBe('false')
  await user.click(tile())
  await waitFor(() => expect(router.state.location.search).toBe('?category=Car+Gear'))
  expect(tile().getAttribute('aria-pressed')).toBe('true')
  await waitFor(() => expect(asked()?.get('category')).toBe('Car Gear'))
  await user.click(tile())
  await waitFor(() => expect(router.state.location.search).toBe(''))
})

test('words, a price, what is in stock and an order are in the address, asked for, and chips', async () => {
  const { router, asked } = show('/shop')
  await card(product.name)
  await search('logitec')
  await waitFor(() => expect(router.state.location.search).toBe('?search=logitec'))
  await user.click(await screen.findByRole('button', { name: 'Remove filter: “logitec”' }))
  await waitFor(() => expect(router.state.location.search).toBe(''))
  await user.click(screen.getByRole('button', { name: 'Filters' }))
  const filters = within(screen.getByRole('region', { name: 'Filters' }))
  await user.click(await filters.findByLabelText('Lowest price'))
  await user.paste('1000')
  await user.keyboard('{Enter}')
  await user.click(filters.getByLabelText('Only what is in stock'))
  await user.selectOptions(screen.getByLabelText('Sort'), 'Price: low to high')
  await waitFor(() => expect(router.state.location.search).toBe('?minPrice=1000&stock=in&sort=price-low'))
  await waitFor(() =>
    expect(Object.fromEntries(asked() ?? [])).toMatchObject({
      minPrice: '1000',
      stock: 'in',
      sort: 'price-low',
    }),
  )
  const chips = await screen.findAllByRole('button', { name: /^Remove filter: / })
  expect(chips.map(({ textContent }) => textContent)).toEqual(['From Ksh 1,000', 'In stock'])
})

test('what is sold out can neither be added nor ordered in a chat', async () => {
  show('/shop')
  const gone = within(await card(ups.name))
  expect(gone.getByText('Out of stock', { selector: 'p' })).toBeTruthy()
  for (const name of [`Out of stock: ${ups.name}`, `Buy With WhatsApp: ${ups.name}`]) {
    expect(gone.getByRole<HTMLButtonElement>('button', { name }).disabled).toBe(true)
  }
})

test('a search that finds no product says so, and clears its filters', async () => {
  const { router } = show('/shop?search=zzzqqq')
  expect(await screen.findByRole('heading', { name: 'No products found' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Clear Filters' }))
  expect(await card(product.name)).toBeTruthy()
  expect(router.state.location.search).toBe('')
})

test('a shop that is slow shows its page at once, and one that does not come is asked for again', async () => {
  const slow = Promise.withResolvers<never>()
  show('/shop', () => slow.promise)
  expect(await screen.findByRole('heading', { level: 1, name: 'Explore Our Products' })).toBeTruthy()
  expect(await screen.findByText('Loading the products')).toBeTruthy()
  slow.reject(new TypeError('Failed to fetch'))
  const alert = within(await screen.findByRole('alert'))
  expect(alert.getByRole('heading', { name: 'Error connecting to server' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Car Gear' })).toBeTruthy()
  await user.click(alert.getByRole('button', { name: 'Try Again' }))
  expect(await card(product.name)).toBeTruthy()
})

test('the search page asks for nothing until there are words, and says when nothing is called that', async () => {
  const { router, asked, requests } = show('/search')
  expect(await screen.findByRole('heading', { level: 1, name: 'Search the shop' })).toBeTruthy()
  expect(screen.queryByRole('heading', { name: 'Search Results' })).toBe(null)
  expect(requests).toEqual([])
  await search('logitec')
  await waitFor(() => expect(router.state.location.search).toBe('?query=logitec'))
  expect(await card(product.name)).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'Search Results' })).toBeTruthy()
  expect(screen.getByText(/product\(s\) found for/).textContent).toBe('2 product(s) found for “logitec”')
  expect(asked()?.get('search')).toBe('logitec')
  await search('zzzqqq')
  expect(await screen.findByRole('heading', { name: 'No products found' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Look around the shop' }).getAttribute('href')).toBe('/shop')
})
