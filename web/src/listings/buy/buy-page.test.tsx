import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { Listing } from '@twende/contract/listings/listing.ts'
import { m } from '@twende/messages'
import { closeLogin, useLoginRequest } from '@twende/ui/accounts/login-prompt.ts'
import { forgetToken } from '@twende/ui/accounts/session.ts'
import { fakeApi } from '@twende/ui/testing/fake-api.ts'
import { listing } from '@twende/ui/testing/listing.ts'
import { loadedPage } from '@twende/ui/testing/loaded-page.ts'
import { renderRoutes } from '@twende/ui/testing/render-page.tsx'
import { signInAs } from '@twende/ui/testing/sign-in-as.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import BuyPage, { clientLoader } from './buy-page.tsx'
// Loaded late by the page.
import './sale-filters.tsx'
import './sale-quick-view.tsx'

const forester: Listing = {
  ...listing,
  name: 'Subaru Forester 2.0i-L',
  year: 2017,
  mileage: 85_000,
  price: 3_100_000,
  features: ['Roof rails'],
  verifiedAt: '2026-07-01T08:00:00Z',
}

const user = userEvent.setup({ delay: null })

/** The login popup itself: what says that one has to log in first is for check-out. */
function Prompt() {
  const request = useLoginRequest()
  return request && !request.prompt ? (
    <button type="button" onClick={() => request.onSignedIn?.()}>
      They have logged in
    </button>
  ) : null
}

/** The cars for sale at an address, over a server that finds nothing for `zzqq`. */
function show(address: string, cars: readonly Listing[] = [forester], answer?: () => Promise<never>) {
  const answers = answer ? [answer] : []
  const requests = fakeApi({
    'GET /api/category/list': () => ({ success: true, data: [] }),
    'GET /api/location/list': () => ({ success: true, data: [] }),
    'GET /api/sell/filter-counts': () => ({ success: true, data: {} as never }),
    'GET /api/sell/list': async ({ query }) => {
      await answers.shift()?.()
      const data = query.get('search') === 'zzqq' ? [] : [...cars]
      const pagination = { page: 1, limit: 12, total: data.length, pages: data.length }
      return { success: true, data, counts: { verified: 24, available: 22 }, pagination } as never
    },
  })
  const page = loadedPage('/buy', BuyPage, clientLoader)
  const router = renderRoutes([page, { path: '*', element: null }], address)
  const asked = () => requests.filter(({ name }) => name === 'GET /api/sell/list').at(-1)?.query
  return { router, asked }
}

const card = async (name: string) =>
  (await screen.findByRole('heading', { name })).closest<HTMLElement>('article') ?? expect.fail()
const atDesk = () => vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: () => {} }))

beforeEach(() => {
  // A session that ends takes its drafts with it.
  vi.stubGlobal('indexedDB', { deleteDatabase: () => {} })
})

afterEach(() => {
  act(closeLogin)
  forgetToken()
})

test('the page counts the cars, and a card says what a buyer asks first', async () => {
  show('/buy')
  const shown = await card(forester.name)
  expect(screen.getByRole('heading', { level: 1, name: 'Verified Cars for Sale' })).toBeTruthy()
  expect(screen.getByText('24 verified vehicles, 22 available')).toBeTruthy()
  expect(screen.getByText('1 verified vehicle(s) found')).toBeTruthy()
  expect(shown.textContent).toContain('2017 · 85,000 km')
  expect(shown.textContent).toContain('Ksh 3,100,000')
})

test('what is searched for is in the address, asked for, and a chip that takes it away', async () => {
  const { router, asked } = show('/buy')
  await card(forester.name)
  await user.click(screen.getByRole('searchbox'))
  await user.paste('forestar')
  await waitFor(() => expect(router.state.location.search).toBe('?search=forestar'))
  await waitFor(() => expect(asked()?.get('search')).toBe('forestar'))
  await user.click(await screen.findByRole('button', { name: 'Remove filter: “forestar”' }))
  await waitFor(() => expect(router.state.location.search).toBe(''))
})

test('filters and order are in the address and asked for, and cleared at once', async () => {
  atDesk()
  const { router, asked } = show('/buy')
  await card(forester.name)
  await user.click(screen.getByRole('button', { name: 'Filters' }))
  const panel = screen.getByRole('region', { name: 'Filters' })
  await user.selectOptions(await within(panel).findByLabelText('Transmission'), 'automatic')
  await waitFor(() => expect(router.state.location.search).toBe('?transmission=automatic'))
  for (const [label, text] of [
    ['Lowest price', '1400000'],
    ['Highest price', '5000000'],
    ['Oldest year', '2016'],
    ['Highest mileage', '300000'],
  ] as const) {
    await user.click(within(panel).getByLabelText(label))
    await user.paste(text)
    await user.keyboard('{Enter}')
  }
  await user.selectOptions(screen.getByLabelText('Sort'), 'Lowest mileage')
  await waitFor(() =>
    expect(router.state.location.search).toBe(
      '?transmission=automatic&minPrice=1400000&maxPrice=5000000&minYear=2016&maxMileage=300000&sort=mileage',
    ),
  )
  await waitFor(() =>
    expect(Object.fromEntries(asked() ?? [])).toMatchObject({
      transmission: 'automatic',
      minPrice: '1400000',
      maxPrice: '5000000',
      minYear: '2016',
      sort: 'mileage',
    }),
  )
  const chips = await screen.findAllByRole('button', { name: /^Remove filter: / })
  expect(chips.map((chip) => chip.textContent)).toEqual([
    'Automatic',
    'From Ksh 1,400,000',
    'Up to Ksh 5,000,000',
    'From 2016',
  ])
  await user.click(within(panel).getByRole('button', { name: 'Close' }))
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Filters (4)' }))
  await user.click(screen.getByRole('button', { name: 'Clear All' }))
  await waitFor(() => expect(router.state.location.search).toBe(''))
})

test('a search that finds no car says so, and clears its filters', async () => {
  const { router } = show('/buy?search=zzqq&seats=2')
  const nothing = await screen.findByRole('heading', { name: 'No verified vehicles found' })
  expect(screen.getByText('Try adjusting your filters to see more verified results')).toBeTruthy()
  expect(screen.getByText('0 verified vehicle(s) found')).toBeTruthy()
  const here = within(nothing.parentElement as HTMLElement)
  await user.click(here.getByRole('button', { name: 'Clear Filters' }))
  expect(await card(forester.name)).toBeTruthy()
  expect(router.state.location.search).toBe('')
})

test('a list that is slow shows its page at once, and one that does not come is asked for again', async () => {
  const slow = Promise.withResolvers<never>()
  show('/buy', [forester], () => slow.promise)
  expect(await screen.findByRole('heading', { level: 1, name: 'Verified Cars for Sale' })).toBeTruthy()
  expect(screen.getByText('Loading the cars')).toBeTruthy()
  slow.reject(new TypeError('Failed to fetch'))
  const alert = await screen.findByRole('alert')
  expect(within(alert).getByRole('heading', { name: 'Error connecting to server' })).toBeTruthy()
  expect(alert.textContent).toContain('Please try again later')
  await user.click(within(alert).getByRole('button', { name: 'Try Again' }))
  expect(await card(forester.name)).toBeTruthy()
})

test('a card shows the second picture, how a price compares, and a price on request', async () => {
  const address = (name: string) => `http://localhost/media/${name}/1200.jpg`
  show('/buy', [
    { ...forester, _id: 'a', name: 'Low', priceBand: 'low', image: address('one'), image2: address('two') },
    { ...forester, _id: 'b', name: 'Great', priceBand: 'great', image: address('one') },
    { ...forester, _id: 'c', name: 'Asked', price: 0 },
  ])
  const low = await card('Low')
  expect(low.textContent).toContain('Unusually low: check carefully')
  expect(low.querySelector('img')?.getAttribute('src')).toContain('/media/two/')
  const great = await card('Great')
  expect(great.textContent).toContain('Great price')
  expect((await card('Asked')).textContent).toContain('Price on request')
})

test('a sold car cannot be bought, neither from its card nor from its quick view', async () => {
  show('/buy', [{ ...forester, available: false }])
  const shown = await card(forester.name)
  expect(within(shown).getAllByText('Sold').length).toBeGreaterThan(1)
  const buy = within(shown).getByRole<HTMLButtonElement>('button', { name: `Sold: ${forester.name}` })
  expect(buy.disabled).toBe(true)
  await user.click(within(shown).getByRole('button', { name: `Quick View: ${forester.name}` }))
  const view = within(await screen.findByRole('dialog', { name: forester.name }))
  expect(view.getByText('Verified Vehicle')).toBeTruthy()
  expect(view.getByText('Checked on 1 Jul 2026')).toBeTruthy()
  expect(view.getByText('85,000 km')).toBeTruthy()
  expect(view.getByText('Roof rails')).toBeTruthy()
  expect(view.getByText('Ksh 3,100,000')).toBeTruthy()
  expect(view.getByRole<HTMLButtonElement>('button', { name: m.buy_this_car() }).disabled).toBe(true)
})

test('whoever is signed in buys straight from the quick view', async () => {
  signInAs('Achieng')
  const { router } = show('/buy')
  await user.click(within(await card(forester.name)).getByRole('button', { name: /^Quick View: / }))
  await user.click(await screen.findByRole('button', { name: m.buy_this_car() }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/purchase'))
  expect(router.state.location.state).toEqual({ carId: forester._id })
})

test('a visitor is asked to log in first, and then goes on with the car that was chosen', async () => {
  const { router } = show('/buy')
  renderRoutes([{ path: '*', Component: Prompt }], '/')
  await user.click(
    within(await card(forester.name)).getByRole('button', { name: `Buy Now: ${forester.name}` }),
  )
  expect(router.state.location.pathname).toBe('/buy')
  await user.click(await screen.findByRole('button', { name: 'They have logged in' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/purchase'))
  expect(router.state.location.state).toEqual({ carId: forester._id })
})
