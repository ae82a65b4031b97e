import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { BookingQuote } from '@twende/contract/bookings/booking-routes.ts'
import { m } from '@twende/messages'
import { fakeApi, refusalWith } from '@twende/ui/testing/fake-api.ts'
import { renderPage } from '@twende/ui/testing/render-page.tsx'
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
function serve(quoted: Partial<BookingQuote> = {}) {
  return fakeApi({ 'POST /api/booking/quote': () => ({ success: true, data: { ...quote, ...quoted } }) })
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T09:00:00Z') })
  vi.stubGlobal('scrollTo', () => {})
})

test('the first step is left once days and places are chosen, and the price of the days is shown', async () => {
  const requests = serve()
  renderPage(<Wizard />, '/book')
  expect((await screen.findByRole<HTMLButtonElement>('button', { name: 'Continue' })).disabled).toBe(true)
  await fillDates()
  expect(await screen.findByText('Free on these dates, 3 days')).toBeTruthy()
  expect(requests.find(({ name }) => name.endsWith('/quote'))?.body).toMatchObject({
    carId: bookedCar._id,
    startDate: '2026-12-01',
    endDate: '2026-12-04',
  })
  expect(screen.getAllByText('Ksh 16,500').length).toBeGreaterThan(0)
  await user.click(next())
  const heading = await screen.findByRole('heading', { name: 'Customer Info' })
  await waitFor(() => expect(document.activeElement).toBe(heading))
})

test('hours of today that are over are not offered, and the first of the others is chosen', async () => {
  // 17:08 in Nairobi.
  vi.setSystemTime(new Date('2026-11-20T14:08:00Z'))
  const requests = serve()
  renderPage(<Wizard />, '/book')
  await fillDates('20/11/2026', '21/11/2026')
  const time = screen.getByRole<HTMLSelectElement>('combobox', { name: /^Pickup time/ })
  await waitFor(() => expect(time.value).toBe('18:00'))
  expect([...time.options].map(({ value }) => value)[0]).toBe('18:00')
  await waitFor(() =>
    expect(requests.findLast(({ name }) => name.endsWith('/quote'))?.body).toMatchObject({
      startDate: '2026-11-20',
      pickupTime: '18:00',
    }),
  )
})

const problemAt = (field: HTMLElement) =>
  (field.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent)
    .join(' ')
    .trim()

const tooShort = 'This car is rented for at least 5 days then.'

test('a rental that is too short is said at the drop-off day, until other days are chosen', async () => {
  let fewestDays = 5
  fakeApi({
    'POST /api/booking/quote': () =>
      fewestDays > 3 ? refusalWith(409, 'rental_too_short', tooShort) : { success: true, data: quote },
  })
  renderPage(<Wizard />, '/book')
  await fillDates()
  await waitFor(() => expect(dropoff().getAttribute('aria-invalid')).toBe('true'))
  expect(problemAt(dropoff())).toBe(tooShort)
  await user.click(dropoff())
  await user.tab()
  expect(problemAt(dropoff())).toBe(tooShort)
  await user.click(next())
  await waitFor(() => expect(document.activeElement).toBe(dropoff()))
  fewestDays = 3
  await user.clear(dropoff())
  await user.type(dropoff(), '9/12/2026')
  await user.tab()
  expect(await screen.findByText(/^Free on these dates/)).toBeTruthy()
  expect(dropoff().getAttribute('aria-invalid')).not.toBe('true')
})

test('the last step shows that the price is on its way; where it is refused, one is led to the days', async () => {
  const quoted = Promise.withResolvers<Response>()
  fakeApi({ 'POST /api/booking/quote': () => quoted.promise })
  renderPage(<Wizard />, '/book')
  await fillDates()
  await user.click(next())
  await fillCustomer('achieng@example.com')
  await user.click(next())
  const confirm = await screen.findByRole('button', { name: m.book_confirm_button() })
  expect(confirm.getAttribute('aria-busy')).toBe('true')
  quoted.resolve(refusalWith(409, 'rental_too_short', tooShort))
  await waitFor(() => expect(confirm.getAttribute('aria-busy')).toBe(null))
  await user.click(confirm)
  await waitFor(() => expect(problemAt(dropoff())).toBe(tooShort))
})

test('a later pickup day takes the drop-off day along', async () => {
  serve()
  renderPage(<Wizard />, '/book')
  await fillDates()
  await user.clear(pickup())
  await user.type(pickup(), '10/12/2026')
  await user.tab()
  expect(pickup().value).toBe('10 Dec 2026')
  expect(dropoff().value).toBe('13 Dec 2026')
})

test('a wrong email address is said at its field, which takes the focus and keeps what was typed', async () => {
  serve()
  renderPage(<Wizard />, '/book')
  await fillDates()
  await user.click(next())
  const email = await fillCustomer('achieng@')
  await user.click(next())
  await waitFor(() => expect(document.activeElement).toBe(email))
  expect(screen.getByText(m.validation_email())).toBeTruthy()
  expect(email.getAttribute('aria-invalid')).toBe('true')
  await user.type(email, 'example.com')
  await user.click(next())
  expect(await screen.findByRole('heading', { name: 'Payment' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Back' }))
  expect((await screen.findByRole<HTMLInputElement>('textbox', { name: /^Email/ })).value).toBe(
    'achieng@example.com',
  )
})

test('days that are taken keep one on the first step, with the next free days to take', async () => {
  serve({ free: false, nextFree: { startDate: '2026-12-08', endDate: '2026-12-11' } })
  renderPage(<Wizard />, '/book')
  await fillDates()
  const heading = await screen.findByRole('heading', { name: m.book_taken() })
  await user.click(next())
  await waitFor(() => expect(document.activeElement).toBe(heading))
  await user.click(screen.getByRole('button', { name: /8 Dec 2026/ }))
  expect(pickup().value).toBe('8 Dec 2026')
  expect(dropoff().value).toBe('11 Dec 2026')
})

test('that days are taken stays said while the price without a place is asked for', async () => {
  const taken = { success: true as const, data: { ...quote, free: false } }
  let isAnswering = true
  const requests = fakeApi({
    'POST /api/booking/quote': () => (isAnswering ? taken : Promise.withResolvers<Response>().promise),
  })
  renderPage(<Wizard />, '/book')
  await fillDates()
  const heading = await screen.findByRole('heading', { name: m.book_taken() })
  isAnswering = false
  const asked = requests.length
  await user.selectOptions(screen.getByRole('combobox', { name: /^Dropoff location/ }), '')
  await waitFor(() => expect(requests.length).toBe(asked + 1))
  expect(screen.getByRole('heading', { name: m.book_taken() })).toBe(heading)
})

test('a field is checked when it is left, and the next step begins without complaints', async () => {
  serve()
  renderPage(<Wizard />, '/book')
  await fillDates()
  await user.click(next())
  const email = await fillCustomer('achieng@')
  expect(screen.queryByText(m.validation_email())).toBe(null)
  await user.tab()
  expect(await screen.findByText(m.validation_email())).toBeTruthy()
  expect(screen.queryByText(m.form_field_missing())).toBe(null)
  await user.type(email, 'example.com')
  await waitFor(() => expect(screen.queryByText(m.validation_email())).toBe(null))
})

test('the M-Pesa number follows the phone, and what was typed is there after a reload', async () => {
  serve()
  renderPage(<Wizard />, '/book')
  await fillDates()
  await user.click(next())
  await fillCustomer('achieng@example.com')
  await user.click(next())
  const number = await screen.findByRole<HTMLInputElement>('textbox', { name: /^M-Pesa/ })
  expect(number.value).toBe('0712 345 678')
  cleanup()
  renderPage(<Wizard />, '/book')
  await waitFor(() => expect(pickup().value).toBe('1 Dec 2026'))
  await user.click(next())
  expect((await screen.findByRole<HTMLInputElement>('textbox', { name: /^Email/ })).value).toBe(
    'achieng@example.com',
  )
})

test.each(['0712 345 678', null])(
  'what the account knows is filled in, but never over what was typed before it was known: phone %s',
  async (phone) => {
    const known = Promise.withResolvers<Response>()
    fakeApi({
      'POST /api/booking/quote': () => ({ success: true, data: quote }),
      'GET /api/user/me': () => known.promise,
    })
    renderPage(<Wizard />, '/book')
    await fillDates()
    await user.click(next())
    const field = (name: RegExp) => screen.getByRole<HTMLInputElement>('textbox', { name })
    await screen.findByRole('textbox', { name: /^Email/ })
    await user.type(field(/^First name/i), 'Achieng')
    await user.type(field(/^Email/), 'achieng@work.example.com')
    const account = { name: 'A. Otieno', email: 'a@example.com', phone }
    known.resolve(Response.json({ success: true, data: account }))
    await waitFor(() => expect(field(/^Last name/i).value).toBe('Otieno'))
    expect(field(/^Phone/).value).toBe(phone ?? '')
    expect([field(/^First name/i).value, field(/^Email/).value]).toEqual([
      'Achieng',
      'achieng@work.example.com',
    ])
  },
)

test('a booking is sent once, as it was chosen', async () => {
  const requests = serve()
  renderPage(<Wizard />, '/book')
  await fillDates()
  await user.click(next())
  await fillCustomer('achieng@example.com')
  await user.click(next())
  const confirm = await screen.findByRole('button', { name: m.book_confirm_button() })
  // Busy until the price is known.
  await waitFor(() => expect(confirm.getAttribute('aria-busy')).toBe(null))
  confirm.click()
  confirm.click()
  const sent = await waitFor(() => {
    const creations = requests.filter(({ name }) => name.endsWith('/create'))
    expect(creations.length).toBe(1)
    return creations[0]
  })
  expect(sent?.body).toMatchObject({
    carId: bookedCar._id,
    startDate: '2026-12-01',
    pickupLocation: 'Karen, Nairobi',
    customerInfo: { firstName: 'Achieng', email: 'achieng@example.com', phone: '0712345678' },
    paymentDetails: { mpesaNumber: '0712 345 678' },
    finalAmount: 16_500,
  })
})

test('a booking whose answer was lost is sent with the same key until it is made, whatever is answered in between', async () => {
  const lost = () => {
    throw new TypeError('Failed to fetch')
  }
  const answers = [
    lost,
    lost,
    () => refusalWith(429, 'rate_limited', 'Too many requests'),
    () => refusalWith(409, 'too_many_holds', 'You hold as much as you may'),
    lost,
  ]
  const requests = fakeApi({
    'POST /api/booking/quote': () => ({ success: true, data: quote }),
    'POST /api/booking/create': () => (answers.shift() ?? lost)(),
  })
  renderPage(<Wizard />, '/book')
  await fillDates()
  await user.click(next())
  await fillCustomer('achieng@example.com')
  await user.click(next())
  const confirm = await screen.findByRole('button', { name: m.book_confirm_button() })
  const keys = () =>
    requests.filter(({ name }) => name.endsWith('/create')).map((sent) => sent.idempotencyKey)
  for (const times of [1, 2, 3, 4, 5]) {
    await waitFor(() => expect(confirm.getAttribute('aria-busy')).toBe(null))
    await user.click(confirm)
    await waitFor(() => expect(keys()).toHaveLength(times))
  }
  expect(keys()[0]).toBeTruthy()
  expect(new Set(keys()).size).toBe(1)
  expect(screen.getByRole('heading', { name: 'Payment' })).toBeTruthy()
})
