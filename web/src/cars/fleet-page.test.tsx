import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { Car } from '@twende/contract/cars/car.ts'
import { fakeApi } from '@twende/ui/testing/fake-api.ts'
import { renderRoutes } from '@twende/ui/testing/render-page.tsx'
import { rentalCar } from '@twende/ui/testing/rental-car.ts'
import { type ComponentProps, type ComponentType, createElement } from 'react'
import { useLoaderData } from 'react-router'
import { expect, test } from 'vitest'
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
function show(address: string) {
  const requests = fakeApi({
    'GET /api/category/list': () => ({ success: true, data: [] }),
    'GET /api/location/list': () => ({ success: true, data: [] }),
    'GET /api/car/list': ({ query }) => {
      const data = query.get('search') === 'zzzzqq' ? [] : [car]
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
