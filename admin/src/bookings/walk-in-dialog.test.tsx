import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { m } from '@twende/messages'
import { fakeApi } from '@twende/ui/testing/fake-api.ts'
import { renderPage } from '@twende/ui/testing/render-page.tsx'
import { rentalCar } from '@twende/ui/testing/rental-car.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { WalkInDialog } from './walk-in-dialog.tsx'

const user = userEvent.setup({ delay: null })

const car = {
  _id: rentalCar._id,
  name: 'Toyota Premio',
  plate: 'KDA 123A',
  location: 'Nairobi',
  pricePerDay: 5_500,
  available: true,
  out: { reference: 'BK1234', at: '2026-12-01T06:00:00.000Z', isLost: false },
  next: null,
  blocked: null,
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T06:00:00Z') })
})

test('somebody at the counter is booked at once, on days that follow the pickup, with what is paid', async () => {
  const booked: string[] = []
  const requests = fakeApi({
    'GET /api/admin/counter/cars': () => ({ success: true, data: [car] }),
    'GET /api/location/list': () => ({ success: true, data: [] }),
    'POST /api/booking/quote': () => Response.json({ success: true, data: price }),
    'POST /api/admin/bookings': () =>
      Response.json({ success: true, message: 'Booked', data: { _id: 'b1' } }),
  })
  renderPage(<WalkInDialog open onBooked={({ _id }) => booked.push(_id)} onClose={() => {}} />)
  const dialog = within(await screen.findByRole('dialog', { name: m.admin_bookings_new_button() }))
  const field = (label: string) =>
    dialog.getByLabelText<HTMLInputElement>((text) => text.startsWith(label), { selector: 'input' })
  const book = () => user.click(dialog.getByRole('button', { name: m.admin_bookings_book_button() }))
  const sent = () => requests.filter(({ name }) => name === 'POST /api/admin/bookings')
  await book()
  expect((await dialog.findAllByText(m.form_field_missing())).length).toBeGreaterThan(0)
  expect(sent()).toEqual([])
  await user.selectOptions(
    dialog.getByLabelText((text) => text.startsWith(m.admin_bookings_car_label())),
    await dialog.findByRole('option', {
      name: 'Toyota Premio KDA 123A, Nairobi, Ksh 5,500 a day: out, due 1 Dec 2026, 09:00 (BK1234)',
    }),
  )
  await user.clear(field(m.admin_bookings_pickup_day()))
  await user.type(field(m.admin_bookings_pickup_day()), '1 Dec 2026')
  await user.tab()
  expect(field(m.admin_bookings_dropoff_day()).value).toBe('2 Dec 2026')
  expect(await dialog.findAllByText('Ksh 5,500')).not.toEqual([])
  await user.type(field(m.admin_bookings_first_name()), 'Zawadi')
  await user.type(field(m.admin_bookings_last_name()), 'Mutiso')
  await user.type(field(m.admin_bookings_phone()), '0722 000 222')
  await user.selectOptions(
    dialog.getByLabelText((text) => text.startsWith(m.admin_bookings_how_paid_label())),
    'cash',
  )
  await book()
  await waitFor(() => expect(booked).toEqual(['b1']))
  expect(sent()[0]?.body).toMatchObject({
    carId: rentalCar._id,
    startDate: '2026-12-01',
    endDate: '2026-12-02',
    pickupLocation: 'Nairobi',
    dropoffLocation: 'Nairobi',
    customerInfo: { firstName: 'Zawadi', lastName: 'Mutiso', phone: '0722 000 222' },
    paidBy: 'cash',
  })
})

test('a pickup of today is at the next full hour at the earliest', async () => {
  vi.setSystemTime(new Date('2026-11-20T14:08:00Z'))
  fakeApi({
    'GET /api/admin/counter/cars': () => ({ success: true, data: [car] }),
    'GET /api/location/list': () => ({ success: true, data: [] }),
  })
  renderPage(<WalkInDialog open onBooked={() => {}} onClose={() => {}} />)
  const dialog = within(await screen.findByRole('dialog', { name: m.admin_bookings_new_button() }))
  const time = dialog.getByLabelText<HTMLSelectElement>((text) =>
    text.startsWith(m.admin_bookings_pickup_time()),
  )
  expect(time.value).toBe('18:00')
  expect(time.options[0]?.value).toBe('18:00')
})

const price = {
  free: true,
  pricePerDay: 5_500,
  totalDays: 1,
  totalAmount: 5_500,
  finalAmount: 5_500,
  insuranceCost: 0,
  discount: 0,
  discountPercent: 0,
  dailyPrices: [{ price: 5_500, insurance: 0 }],
  extras: [],
}
