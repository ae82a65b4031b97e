import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { Car } from '@twende/contract/cars/car.ts'
import { m } from '@twende/messages'
import { fakeApi } from '@twende/ui/testing/fake-api.ts'
import { loadedPage } from '@twende/ui/testing/loaded-page.ts'
import { renderRoutes } from '@twende/ui/testing/render-page.tsx'
import { rentalCar } from '@twende/ui/testing/rental-car.ts'
import { beforeEach, expect, test, vi } from 'vitest'
// Loaded late by the page.
import '../cars/car-quick-view.tsx'
import HomePage, { clientLoader } from './home-page.tsx'

const cars: Car[] = ['One', 'Two', 'Three', 'Four', 'Five'].map((name) => ({ ...rentalCar, _id: name, name }))
const categories = [{ _id: 'suv', name: 'SUV', image: '', kind: 'vehicle' as const }]
const user = userEvent.setup({ delay: null })

async function show() {
  fakeApi({
    'GET /api/car/list': () => ({ success: true, data: cars }) as never,
    'GET /api/category/list': () => ({ success: true, data: categories }),
  })
  const router = renderRoutes([loadedPage('/', HomePage, clientLoader), { path: '*', element: null }], '/')
  await screen.findAllByRole('button', { name: /^Quick View: / })
  return router
}

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({
    matches: true,
    addEventListener: () => {},
    removeEventListener: () => {},
  }))
})

test('the page says what Twende is: four cars, figures, voices, and the ways on', async () => {
  await show()
  expect(screen.getByRole('heading', { level: 1 })).toBeTruthy()
  expect(screen.getAllByRole('button', { name: /^Quick View: / })).toHaveLength(4)
  for (const figure of ['5000+', '200+', '50+']) expect(screen.getByText(figure)).toBeTruthy()
  expect(screen.getAllByRole('figure')).toHaveLength(3)
  expect(screen.getByRole('link', { name: 'Rent Now' }).getAttribute('href')).toBe('/rent')
  expect(screen.getByRole('link', { name: 'Buy/Sell Car' }).getAttribute('href')).toBe('/buy')
})

test('a featured car opens in a quick view, which leads to its page', async () => {
  await show()
  const [opener = expect.fail()] = screen.getAllByRole('button', { name: /^Quick View: / })
  const name = opener.getAttribute('aria-label')?.replace('Quick View: ', '') ?? ''
  await user.click(opener)
  const view = within(await screen.findByRole('dialog', { name }))
  expect(view.getByRole('button', { name: 'Rent This Car' })).toBeTruthy()
  expect(view.getByRole('link', { name: 'Full details' }).getAttribute('href')).toBe(`/rent/${name}`)
})

test('the search box leads to the fleet with its words and category', async () => {
  const router = await show()
  const box = within(screen.getByRole('button', { name: 'Search Cars' }).closest('form') ?? expect.fail())
  await user.type(box.getByLabelText(m.home_search_name()), ' prado ')
  await user.selectOptions(box.getByLabelText('Category'), 'SUV')
  await user.click(box.getByRole('button', { name: 'Search Cars' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/rent'))
  expect(router.state.location.search).toBe('?search=prado&category=SUV')
})

test.each([
  ['Failed to fetch cars', () => Response.json({ success: false, message: 'x' }, { status: 500 })],
  [
    'Error connecting to server',
    () => {
      throw new TypeError('Failed to fetch')
    },
  ],
] as const)('without its featured cars the page says "%s", and shows all else', async (sentence, answer) => {
  fakeApi({ 'GET /api/car/list': answer, 'GET /api/category/list': answer })
  renderRoutes([loadedPage('/', HomePage, clientLoader)], '/')
  expect(await screen.findByRole('heading', { name: sentence })).toBeTruthy()
  expect(screen.getByText('5000+')).toBeTruthy()
})
