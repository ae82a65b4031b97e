import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { Listing } from '@twende/contract/listings/listing.ts'
import { m } from '@twende/messages'
import { bareCar } from '@twende/ui/testing/bare-car.ts'
import { fakeApi, refusalWith } from '@twende/ui/testing/fake-api.ts'
import { ownListing } from '@twende/ui/testing/own-listing.ts'
import { renderRoutes } from '@twende/ui/testing/render-page.tsx'
import { type ComponentProps, type ComponentType, createElement } from 'react'
import { expect, test } from 'vitest'
import PurchasePage from './purchase-page.tsx'

type Props = ComponentProps<typeof PurchasePage>

const { edit: _, leads: __, reviewReason: ___, viewsThisWeek: ____, ...listing } = ownListing

/** The page as a link with a navigation state leads there. */
async function openPage(carId?: string) {
  const Page = () =>
    createElement(PurchasePage as ComponentType<Pick<Props, 'loaderData'>>, { loaderData: null })
  const router = renderRoutes(
    [
      { path: '/', element: null },
      { path: '/purchase', Component: Page },
    ],
    '/',
  )
  await router.navigate('/purchase', { state: carId === undefined ? null : { carId } })
}

const says = (title: string) => screen.findByRole('heading', { level: 1, name: title })
const tryAgain = () => userEvent.click(screen.getByRole('button', { name: m.common_try_again() }))

test('without a car it says that none was chosen', async () => {
  await openPage()
  expect(await says(m.purchase_none())).toBeTruthy()
})

test('a car that is gone is not asked for again', async () => {
  fakeApi({ 'GET /api/sell/get/:carId': () => refusalWith(404, 'listing_not_found', 'Gone') })
  await openPage(listing._id)
  expect(await says(m.listing_page_missing_title())).toBeTruthy()
  expect(screen.getByText(m.purchase_http_error({ status: 404 }))).toBeTruthy()
  expect(screen.queryByRole('button', { name: m.common_try_again() })).toBe(null)
})

test('each other failure has its words, and trying again shows the car', async () => {
  const answers = [
    () => new Response('Bad gateway', { status: 502 }),
    () => new Response('<p>Log in to this network</p>'),
    () => Response.json({ success: false }),
    () => {
      throw new TypeError('Failed to fetch')
    },
  ]
  const whole: Listing = listing
  fakeApi({
    'GET /api/sell/get/:carId': () => answers.shift()?.() ?? { success: true, message: '', data: whole },
  })
  await openPage(listing._id)
  for (const title of [
    m.purchase_http_error({ status: 502 }),
    m.common_invalid_answer(),
    m.purchase_failed(),
    m.common_unreachable(),
  ]) {
    expect(await says(title)).toBeTruthy()
    await tryAgain()
  }
  expect(await says(listing.name)).toBeTruthy()
})

test('a car with no more than its name and price has the defaults, and says that nobody can be asked', async () => {
  const bare = { ...bareCar, year: 2015, mileage: 90_000, location: 'Nakuru', verified: true }
  fakeApi({ 'GET /api/sell/get/:carId': () => ({ success: true, data: bare }) as never })
  await openPage(bare._id)
  expect(await says('Mazda Demio')).toBeTruthy()
  for (const words of ['4.5', '5 seats', 'Automatic', 'Petrol'])
    expect(screen.getAllByText(words).length).toBeGreaterThan(0)
  expect(screen.getByText('Contact information not available for this vehicle.')).toBeTruthy()
})

test('a refusal of status 200 is said in its own words', async () => {
  fakeApi({
    'GET /api/sell/get/:carId': () => Response.json({ success: false, message: 'Car was withdrawn' }),
  })
  await openPage(listing._id)
  expect(await says('Car was withdrawn')).toBeTruthy()
})

test('whoever came to buy sees the phone and the email of the seller', async () => {
  const data = { phone: '0712345678', email: 'seller@example.com' }
  const requests = fakeApi({
    'GET /api/sell/get/:carId': () => ({ success: true, message: '', data: listing as Listing }),
    'POST /api/sell/reveal/:carId': () => ({ success: true, message: '', data }),
  })
  await openPage(listing._id)
  expect(await screen.findByRole('link', { name: '0712 345 678' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'seller@example.com' })).toBeTruthy()
  expect(requests.filter(({ name }) => name.startsWith('POST')).map(({ body }) => body)).toEqual([
    { way: 'opened' },
  ])
})

test('a sold car keeps its contact card, with what is true of it', async () => {
  const sold = { ...listing, available: false } as Listing
  fakeApi({ 'GET /api/sell/get/:carId': () => ({ success: true, message: '', data: sold }) })
  await openPage(listing._id)
  const card = within(await screen.findByRole('region', { name: 'Contact Seller' }))
  expect(card.getByText(m.contact_seller_sold())).toBeTruthy()
})
