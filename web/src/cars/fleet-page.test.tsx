import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { Car } from '@twende/contract/cars/car.ts'
import { m } from '@twende/messages'
import { bareCar } from '@twende/ui/testing/bare-car.ts'
import { fakeApi } from '@twende/ui/testing/fake-api.ts'
import { renderRoutes } from '@twende/ui/testing/render-page.tsx'
import { rentalCar } from '@twende/ui/testing/rental-car.ts'
import { type ComponentProps, type ComponentType, createElement } from 'react'
import { useLoaderData } from 'react-router'
import { expect, test, vi } from 'vitest'
// Loaded late by the page.
import './fleet-filters.tsx'
import FleetPage, { clientLoader } from './fleet-page.tsx'
import './stay-fields.tsx'

type Props = ComponentProps<typeof FleetPage>

/** The page with what its loader answered, as the router of the site gives it. */
function Page() {
  const loaderData = useLoaderData<typeof clientLoader>()
  return createElement(FleetPage as ComponentType<Pick<Props, 'loaderData'>>, { loaderData })
}

const car: Car = { ...rentalCar, name: 'Toyota Fielder', category: 'Station wagon', price: 6500 }

const user = userEvent.setup({ delay: null })

/** The fleet at an address, over a server that finds nothing for `zzzzqq`. */
function show(address: string, found: Car = car) {
  const requests = fakeApi({
    'GET /api/category/list': () => ({ success: true, data: [] }),
    'GET /api/location/list': () => ({ success: true, data: [] }),
    'GET /api/car/list': ({ query }) => {
      const data = query.get('search') === 'zzzzqq' ? [] : [found]
      const pagination = { page: 1, limit: 12, total: data.length, pages: data.length }
      return { success: true, data, counts: { total: 24, available: 22 }, pagination }
    },
  })
  const page = { path: '/rent', loader: clientLoader as never, Component: Page }
  const router = renderRoutes([page, { path: '*', element: null }], address)
  const asked = () => requests.filter(({ name }) => name === 'GET /api/car/list').at(-1)?.query
  return { router, asked }
}

const chips = () => screen.queryAllByRole('button', { name: /^Remove filter: / })

test('each filter in force is a chip that takes it away again', async () => {
  const { router } = show('/rent?category=SUV&fuel=diesel&maxPrice=9000')
  await screen.findByText('Toyota Fielder')
  expect(chips()).toHaveLength(3)
  await user.click(screen.getByRole('button', { name: /diesel$/i }))
  await waitFor(() => expect(router.state.location.search).toBe('?category=SUV&maxPrice=9000'))
  await waitFor(() => expect(chips()).toHaveLength(2))
  await user.click(await screen.findByRole('button', { name: 'Clear All' }))
  await waitFor(() => expect(router.state.location.search).toBe(''))
})

test('what is searched for is in the address, and asked for', async () => {
  const { router, asked } = show('/rent')
  await screen.findByText('Toyota Fielder')
  await user.type(screen.getByRole('searchbox'), 'feilder')
  await waitFor(() => expect(router.state.location.search).toBe('?search=feilder'))
  await waitFor(() => expect(asked()?.get('search')).toBe('feilder'))
})

test('a search that finds nothing says so, and clears its filters', async () => {
  const { router } = show('/rent?search=zzzzqq&seats=2')
  const nothing = await screen.findByRole('heading', { name: 'No vehicles found' })
  expect(screen.getByText('0 vehicle(s) found')).toBeTruthy()
  const here = within(nothing.parentElement as HTMLElement)
  await user.click(here.getByRole('button', { name: 'Clear Filters' }))
  expect(await screen.findByText('Toyota Fielder')).toBeTruthy()
  expect(router.state.location.search).toBe('')
})

test('the fleet says how many cars there are and how many can be had', async () => {
  show('/rent')
  expect(await screen.findByText('24 in the fleet, 22 available')).toBeTruthy()
  expect(screen.getByText('1 vehicle(s) found')).toBeTruthy()
})

test('a car that cannot be had is greyed, says so, and cannot be rented', async () => {
  show('/rent', { ...car, available: false })
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Unavailable: Toyota Fielder' })
  expect(button.disabled).toBe(true)
  expect(screen.getByText('Not Available')).toBeTruthy()
})

test('a page after the last leads to the last', async () => {
  fakeApi({
    'GET /api/category/list': () => ({ success: true, data: [] }),
    'GET /api/location/list': () => ({ success: true, data: [] }),
    'GET /api/car/list': ({ query }) => {
      const page = Number(query.get('page') ?? 1)
      const pagination = { page, limit: 12, total: 24, pages: 2 }
      return {
        success: true,
        data: page > 2 ? [] : [car],
        counts: { total: 24, available: 22 },
        pagination,
      }
    },
  })
  const page = { path: '/rent', loader: clientLoader as never, Component: Page }
  const router = renderRoutes([page], '/rent?page=99')
  expect(await screen.findByText('Toyota Fielder')).toBeTruthy()
  expect(router.state.location.search).toBe('?page=2')
})

test('a price range is in the address, and asked for', async () => {
  const { router, asked } = show('/rent')
  await screen.findByText('Toyota Fielder')
  await user.click(screen.getByRole('button', { name: /^Filters/ }))
  await user.type(await screen.findByRole('textbox', { name: 'Lowest price a day' }), '8000')
  await user.type(screen.getByRole('textbox', { name: 'Highest price a day' }), '9000')
  await waitFor(() => expect(router.state.location.search).toBe('?minPrice=8000&maxPrice=9000'))
  await waitFor(() => expect(asked()?.get('maxPrice')).toBe('9000'))
  expect(asked()?.get('minPrice')).toBe('8000')
})

test('a price may be typed in any way that people write an amount; what is none says so with an example', async () => {
  const { router } = show('/rent')
  await screen.findByText('Toyota Fielder')
  await user.click(screen.getByRole('button', { name: /^Filters/ }))
  const lowest = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Lowest price a day' })
  await user.type(lowest, '1.5k{Enter}')
  await waitFor(() => expect(router.state.location.search).toBe('?minPrice=1500'))
  await user.type(screen.getByRole('textbox', { name: 'Highest price a day' }), 'Ksh 9,000{Enter}')
  await waitFor(() => expect(router.state.location.search).toBe('?minPrice=1500&maxPrice=9000'))
  await user.clear(lowest)
  await user.type(lowest, 'cheap{Enter}')
  expect(await screen.findByText(m.fleet_range_amount_unread())).toBeTruthy()
  expect(lowest.value).toBe('cheap')
})

test('with dates each car has the price of the whole stay, and its link takes the dates along', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T09:00:00Z') })
  const days = { startDate: '2026-12-01', endDate: '2026-12-04' }
  const { asked } = show(`/rent?${new URLSearchParams(days)}`, {
    ...car,
    stay: { days: 3, total: 19_500, free: true },
  })
  const link = await screen.findByRole('link', { name: 'Toyota Fielder' })
  expect(screen.getByText('Ksh 19,500')).toBeTruthy()
  expect(screen.getByText('3 days at Ksh 6,500 a day')).toBeTruthy()
  expect(link.getAttribute('href')).toContain(`?${new URLSearchParams(days)}`)
  expect(asked()?.get('startDate')).toBe('2026-12-01')
})

test('days that are over are not asked for', async () => {
  const { asked } = show('/rent?startDate=2020-01-01&endDate=2020-01-04')
  await screen.findByText('Toyota Fielder')
  expect(asked()?.has('startDate')).toBe(false)
})

test('a fleet that does not come says why, and is asked for again', async () => {
  const answers = [
    () => {
      throw new TypeError('Failed to fetch')
    },
    () => Response.json({ success: false, code: 'internal', message: 'x' }, { status: 500 }),
  ]
  fakeApi({
    'GET /api/category/list': () => ({ success: true, data: [] }),
    'GET /api/location/list': () => ({ success: true, data: [] }),
    'GET /api/car/list': () =>
      answers.shift()?.() ?? {
        success: true,
        data: [car],
        counts: { total: 24, available: 22 },
        pagination: { page: 1, limit: 12, total: 1, pages: 1 },
      },
  })
  renderRoutes([{ path: '/rent', loader: clientLoader as never, Component: Page }], '/rent')
  const tryAgain = () => user.click(screen.getByRole('button', { name: m.common_try_again() }))
  expect(await screen.findByRole('heading', { name: 'Error connecting to server' })).toBeTruthy()
  expect(screen.getByRole('alert').textContent).toContain('Please try again later')
  await tryAgain()
  expect(await screen.findByRole('heading', { name: 'Failed to fetch cars' })).toBeTruthy()
  await tryAgain()
  expect(await screen.findByText('Toyota Fielder')).toBeTruthy()
})

test('a list with no more than names and prices has the defaults of every car, and is counted', async () => {
  fakeApi({
    'GET /api/category/list': () => Response.json({ success: false }, { status: 500 }),
    'GET /api/location/list': () => Response.json({ success: true }),
    'GET /api/car/list': () => ({ success: true, data: [bareCar] }) as never,
  })
  renderRoutes([{ path: '/rent', loader: clientLoader as never, Component: Page }], '/rent')
  expect(await screen.findByText('Mazda Demio')).toBeTruthy()
  for (const words of ['5 seats', 'Automatic', 'Petrol', '4.5', '1 in the fleet, 1 available'])
    expect(screen.getByText(words)).toBeTruthy()
  expect(screen.getByText('1 vehicle(s) found')).toBeTruthy()
})

test.each([{}, [], { success: true, data: {} }, { success: false, message: 'x' }])(
  'an answer %j without a list is a fleet that could not be fetched',
  async (body) => {
    const empty = () => Response.json({ success: true, data: [] })
    fakeApi({
      'GET /api/category/list': empty,
      'GET /api/location/list': empty,
      'GET /api/car/list': () => body as never,
    })
    renderRoutes([{ path: '/rent', loader: clientLoader as never, Component: Page }], '/rent')
    expect(await screen.findByRole('heading', { name: 'Failed to fetch cars' })).toBeTruthy()
  },
)
