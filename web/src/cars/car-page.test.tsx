import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { Car } from '@twende/contract/cars/car.ts'
import { m } from '@twende/messages'
import { fakeApi } from '@twende/ui/testing/fake-api.ts'
import { renderRoutes } from '@twende/ui/testing/render-page.tsx'
import { rentalCar } from '@twende/ui/testing/rental-car.ts'
import { useLoaderData } from 'react-router'
import { expect, test } from 'vitest'
// Loaded late by the page.
import './car-grid.tsx'
import CarPage, { clientLoader } from './car-page.tsx'
import './stay-fields.tsx'

const picture = { width: 1200, height: 800, placeholder: '' }
const prado: Car = {
  ...rentalCar,
  name: 'Toyota Land Cruiser Prado TX',
  category: 'SUV',
  price: 14_000,
  features: ['Roof rack'],
  pictures: ['/front.webp', '/back.webp', '/inside.webp'].map((address) => ({ ...picture, address })),
}
const review = {
  rating: 5,
  comment: 'Three days in the Mara and never once stuck.',
  answer: 'Thank you, Achieng.',
  name: 'Achieng O.',
  reviewedAt: '2026-10-01T09:00:00Z',
}

function Page() {
  const props: Parameters<typeof CarPage>[0] = { loaderData: useLoaderData() } as never
  return <CarPage {...props} />
}

function show(car: Car) {
  fakeApi({
    'GET /api/car/get/:carId': () => ({ success: true, data: car }),
    'GET /api/car/reviews/:carId': () => ({ success: true, data: [review] }),
    'GET /api/car/list': () => ({
      success: true,
      data: [],
      counts: { total: 24, available: 22 },
      pagination: { page: 1, limit: 5, total: 0, pages: 0 },
    }),
  })
  renderRoutes([{ path: '/rent/:carId', loader: clientLoader as never, Component: Page }], `/rent/${car._id}`)
}

const user = userEvent.setup({ delay: null })

test('the page of a car shows each of its pictures, its facts and what renters said', async () => {
  show(prado)
  const second = await screen.findByRole('button', { name: /^Picture 2 of / })
  await user.click(second)
  expect(second.getAttribute('aria-pressed')).toBe('true')
  expect(screen.getByRole('button', { name: 'See picture 2 of 3 full screen' })).toBeTruthy()
  expect(screen.getByRole('heading', { name: m.car_page_specs() })).toBeTruthy()
  expect(screen.getByText('Silver')).toBeTruthy()
  expect(screen.getByText('Roof rack')).toBeTruthy()
  expect(await screen.findByText(review.comment)).toBeTruthy()
  expect(screen.getAllByText('Ksh 14,000').length).toBeGreaterThan(0)
})

test('a car that cannot be had says so, and cannot be rented', async () => {
  show({ ...prado, available: false })
  const buttons = await screen.findAllByRole<HTMLButtonElement>('button', { name: 'Unavailable' })
  expect(buttons.map(({ disabled }) => disabled)).not.toContain(false)
  expect(screen.getByText('Not Available')).toBeTruthy()
})

test('what we answered to a review stands below it', async () => {
  show({ ...rentalCar, rating: 5, reviewCount: 1 })
  expect(await screen.findByText(m.car_page_review_answer({ answer: 'Thank you, Achieng.' }))).toBeTruthy()
})
