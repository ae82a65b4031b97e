import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { BookingQuote } from '@twende/contract/bookings/booking-routes.ts'
import type { OfferedExtra } from '@twende/contract/prices/extra.ts'
import { m } from '@twende/messages'
import { ContactProofHost } from '@twende/ui/accounts/contact-proof-host.tsx'
import { fakeApi, refusalWith } from '@twende/ui/testing/fake-api.ts'
import { ownBooking } from '@twende/ui/testing/own-booking.ts'
import { renderRoutes } from '@twende/ui/testing/render-page.tsx'
import { rentalCar } from '@twende/ui/testing/rental-car.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import {
  bookedCar,
  dropoff,
  fillCustomer,
  fillDates,
  next,
  pickup,
  quote,
  Wizard,
} from '../../testing/booking-wizard.tsx'

const user = userEvent.setup({ delay: null })
const confirm = async () => {
  const button = await screen.findByRole('button', { name: m.book_confirm_button() })
  await waitFor(() => expect(button.getAttribute('aria-busy')).toBe(null))
  await user.click(button)
}

const placed = () => screen.findByRole('heading', { name: m.book_confirmed() })

const extra = { place: null, toPlace: null, atAddress: false, km: null }
const offered: OfferedExtra[] = [
  { ...extra, kind: 'chauffeur', price: 2500 },
  { ...extra, kind: 'child_seat', price: 600 },
  { ...extra, kind: 'extra_km', price: 3600, km: 200 },
  { ...extra, kind: 'delivery', price: 1500, place: 'Karen, Nairobi', atAddress: true },
]

/** The wizard over a server whose quote changes as others book, and that refuses the first booking in this way. */
function show(quoted: () => Partial<BookingQuote>, refusal?: () => Response) {
  const refusals = refusal ? [refusal] : []
  const requests = fakeApi({
    'GET /api/extras': () => ({ success: true, data: offered }),
    'POST /api/booking/quote': () => ({ success: true, data: { ...quote, ...quoted() } }),
    'POST /api/booking/create': () =>
      refusals.shift()?.() ?? {
        success: true,
        message: '',
        bookingId: ownBooking.bookingId,
        data: ownBooking,
        payment: null,
      },
    'POST /api/user/contact-code': () => ({ success: true, message: '', data: { challenge: 'c' } }),
    'POST /api/user/contact-proof': () => ({ success: true, message: '' }),
    'GET /api/booking/:bookingId': () => ({ success: true, data: ownBooking, timeline: [] }),
  })
  renderRoutes(
    [
      {
        path: '*',
        element: (
          <>
            <Wizard />
            <ContactProofHost />
          </>
        ),
      },
    ],
    '/book',
  )
  const bodies = (end: string) => requests.filter(({ name }) => name.endsWith(end)).map(({ body }) => body)
  const asked = () => requests.filter(({ name }) => name.endsWith('/create'))
  return { created: () => bodies('/create'), offered: () => asked().map(({ offersProof }) => offersProof) }
}

const extras = () => screen.findByRole('group', { name: /^Extras/ })

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T09:00:00Z') })
  vi.stubGlobal('scrollTo', () => {})
})

test('a car taken between looking and confirming leads back to the days, with other days to take', async () => {
  let taken: Partial<BookingQuote> = {}
  const { created } = show(
    () => taken,
    () => {
      taken = { free: false, nextFree: { startDate: '2026-12-08', endDate: '2026-12-11' } }
      return refusalWith(409, 'car_taken', m.book_taken())
    },
  )
  await fillDates()
  await user.click(next())
  await fillCustomer('achieng@example.com')
  await user.click(next())
  await confirm()
  const heading = await screen.findByRole('heading', { name: m.book_taken() })
  await waitFor(() => expect(document.activeElement).toBe(heading))
  taken = {}
  await user.click(screen.getByRole('button', { name: /8 Dec 2026/ }))
  expect([pickup().value, dropoff().value]).toEqual(['8 Dec 2026', '11 Dec 2026'])
  expect(await screen.findByText(/^Free on these dates/)).toBeTruthy()
  await user.click(next())
  expect((await screen.findByRole<HTMLInputElement>('textbox', { name: /^Email/ })).value).toBe(
    'achieng@example.com',
  )
  await user.click(next())
  await confirm()
  await placed()
  expect(created().map((body) => Object(body).startDate)).toEqual(['2026-12-01', '2026-12-08'])
})

test('days beyond the insurance of a car are not free, without a word of who has booked it, and other cars take the same days', async () => {
  const other = {
    ...rentalCar,
    _id: 'other',
    name: 'Toyota Allion',
    stay: { days: 3, total: 15_000, free: true },
  }
  show(() => ({ free: false, offered: false, similar: [other] }))
  await fillDates()
  expect(await screen.findByRole('heading', { name: m.book_not_offered() })).toBeTruthy()
  expect(screen.queryByText(m.book_taken())).toBe(null)
  expect(screen.getByText('Free on your dates')).toBeTruthy()
  const link = screen.getByRole('link', { name: /Toyota Allion/ })
  expect(link.textContent).toContain('Ksh 15,000')
  const address = new URL(link.getAttribute('href') ?? '', 'http://localhost')
  expect(Object.fromEntries(address.searchParams)).toMatchObject({
    startDate: '2026-12-01',
    endDate: '2026-12-04',
    pickupTime: '10:00',
  })
})

test('of the child seats no more are offered than are free, and when the last one goes nothing that was entered is lost', async () => {
  let childSeatsFree = 1
  const { created } = show(
    () => ({ childSeatsFree }),
    () => {
      childSeatsFree = 0
      return refusalWith(409, 'child_seats_taken', 'Not enough child seats are free on these days.')
    },
  )
  await fillDates()
  await user.click(next())
  await fillCustomer('achieng@example.com')
  const seats = () => screen.findByRole<HTMLSelectElement>('combobox', { name: /^Child seats/ })
  await waitFor(async () =>
    expect([...(await seats()).options].map(({ text }) => text)).toEqual(['None', '1']),
  )
  await user.selectOptions(await seats(), '1')
  await user.click(next())
  await confirm()
  expect(await screen.findByText('No child seats are free on these days.')).toBeTruthy()
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^Email/ }).value).toBe('achieng@example.com')
  await user.selectOptions(await seats(), 'None')
  await user.click(next())
  await confirm()
  await placed()
  expect(created().map((body) => Object(body).extras?.childSeats)).toEqual([1, undefined])
})

test('each extra has its price, one that is brought needs its address, and all of them are booked', async () => {
  const { created } = show(() => ({ childSeatsFree: 4 }))
  await fillDates()
  await user.click(next())
  await fillCustomer('achieng@example.com')
  const choices = within(await extras())
  const chauffeur = choices.getByRole('checkbox', { name: /^Chauffeur/ })
  expect(chauffeur.closest('label')?.textContent).toContain('Ksh 2,500')
  await user.click(chauffeur)
  await user.selectOptions(choices.getByRole('combobox', { name: /^Extra kilometres/ }), '200 km, Ksh 3,600')
  await user.click(choices.getByRole('checkbox', { name: /^Bring the car to an address in Karen/ }))
  expect(next().disabled).toBe(true)
  expect(screen.getAllByText('Still needed: Delivery address').length).toBeGreaterThan(0)
  await user.click(choices.getByRole('textbox', { name: /^Delivery address/ }))
  await user.paste('Riverside Drive 12')
  await user.click(next())
  await confirm()
  await placed()
  expect(created()).toEqual([
    expect.objectContaining({
      carId: bookedCar._id,
      extras: expect.objectContaining({
        chauffeur: true,
        extraKm: 200,
        deliveryToAddress: true,
        deliveryAddress: 'Riverside Drive 12',
      }),
    }),
  ])
})

test('a connection that many share asks for a code in the same step, and what was typed is sent as it was', async () => {
  const data = { ways: ['email'], email: 'achieng@example.com', emailFixed: false }
  const { created } = show(
    () => ({}),
    () =>
      Response.json(
        { success: false, code: 'contact_proof_needed', message: 'One step', data },
        { status: 429 },
      ),
  )
  await fillDates()
  await user.click(next())
  await fillCustomer('achieng@example.com')
  await user.click(next())
  await confirm()
  const dialog = within(await screen.findByRole('dialog', { name: m.contact_proof_title() }))
  await user.click(await dialog.findByRole('button', { name: m.contact_proof_send() }))
  await user.type(await dialog.findByLabelText((text) => text.startsWith(m.login_code_label())), '123456')
  await user.click(dialog.getByRole('button', { name: m.contact_proof_confirm() }))
  expect(await placed()).toBeTruthy()
  expect(created()).toHaveLength(2)
  expect(created()[1]).toEqual(created()[0])
})

test('whoever pays by M-Pesa may close that step, and books without a car that is kept', async () => {
  const data = { ways: ['email'], email: 'achieng@example.com', emailFixed: false }
  const { created, offered: offers } = show(
    () => ({}),
    () =>
      Response.json(
        { success: false, code: 'contact_proof_needed', message: m.error_contact_proof_keeps(), data },
        { status: 429 },
      ),
  )
  await fillDates()
  await user.click(next())
  await fillCustomer('achieng@example.com')
  await user.click(next())
  await confirm()
  const dialog = await screen.findByRole('dialog', { name: m.contact_proof_title() })
  expect(dialog.textContent).toContain(m.error_contact_proof_keeps())
  await user.keyboard('{Escape}')
  expect(await placed()).toBeTruthy()
  expect(created()).toHaveLength(2)
  expect(created()).toMatchObject([{ paymentMethod: 'mpesa' }, { paymentMethod: 'mpesa' }])
  expect(offers()).toEqual([true, false])
})
