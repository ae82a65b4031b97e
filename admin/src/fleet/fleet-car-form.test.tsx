import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { FleetCar } from '@twende/contract/cars/car.ts'
import { m } from '@twende/messages'
import { fakeApi, refusalWith } from '@twende/ui/testing/fake-api.ts'
import { renderPage } from '@twende/ui/testing/render-page.tsx'
import { expect, test } from 'vitest'
import { FleetCarForm } from './fleet-car-form.tsx'

const axio: FleetCar = {
  _id: 'axio',
  name: 'Toyota Axio',
  category: 'Sedan',
  location: 'Nairobi',
  price: 4_500,
  description: 'Automatic, with a reversing camera',
  image: '/axio.jpg',
  image2: '',
  image3: '',
  image4: '',
  seats: 5,
  transmission: 'automatic',
  fuelType: 'petrol',
  rating: 0,
  reviewCount: 0,
  available: true,
  specs: {},
  features: [],
  deposit: 10_000,
  kmPerDay: 200,
  year: 2017,
  colour: null,
  pictures: [{ address: '/axio.jpg', width: 1200, height: 800, placeholder: '' }],
  numberPlate: null,
  chassisNumber: null,
  logbookNumber: null,
  odometer: 40_000,
  retiredAt: null,
  nextBooking: null,
  liveBookings: 0,
  createdAt: '2026-11-01T08:00:00.000Z',
  updatedAt: '2026-11-01T08:00:00.000Z',
}

test.each([
  ['is not sent when it was not changed', '', undefined],
  ['is sent when it was changed', '40,900', '40900'],
])('the odometer %s', async (_, typed, sent) => {
  const user = userEvent.setup({ delay: null })
  const requests = fakeApi({
    'POST /api/admin/car/:carId/update': () => ({ success: true, message: 'Saved', data: axio }),
  })
  const lists = { categories: ['Sedan'], locations: ['Nairobi'] }
  renderPage(<FleetCarForm car={axio} lists={lists} back="/admin/fleet" onSaved={() => {}} />)
  if (typed) {
    const odometer = screen.getByLabelText(new RegExp(m.admin_fleet_odometer_label()))
    await user.clear(odometer)
    await user.type(odometer, typed)
  }
  await user.click(screen.getByRole('button', { name: m.admin_fleet_save() }))
  await waitFor(() => expect(requests).toHaveLength(1))
  const fields = new Map(Object.entries(Object(requests[0]?.body)))
  expect([fields.get('name'), fields.get('updatedAt')]).toEqual(['Toyota Axio', axio.updatedAt])
  expect(fields.get('odometer')).toBe(sent)
})

test('a number plate that another car has is refused at its field, which takes the focus, and what was typed stays', async () => {
  const user = userEvent.setup({ delay: null })
  const taken = 'Another car of the fleet has this number plate, perhaps one that is retired.'
  fakeApi({ 'POST /api/admin/car/:carId/update': () => refusalWith(409, 'number_plate_taken', taken) })
  const lists = { categories: ['Sedan'], locations: ['Nairobi'] }
  renderPage(<FleetCarForm car={axio} lists={lists} back="/admin/fleet" onSaved={() => {}} />)
  const plate = screen.getByRole<HTMLInputElement>('textbox', { name: /^Number plate/ })
  await user.type(plate, 'kda 123a')
  await user.type(screen.getByRole('textbox', { name: /^Description/ }), ', an old friend')
  await user.click(screen.getByRole('button', { name: m.admin_fleet_save() }))
  expect(await screen.findByText(taken)).toBeTruthy()
  expect(plate.getAttribute('aria-invalid')).toBe('true')
  await waitFor(() => expect(document.activeElement).toBe(plate))
  expect(plate.value).toBe('kda 123a')
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: /^Description/ }).value).toMatch(
    /an old friend$/,
  )
})

test.each([
  ['what was typed here stays, with the rest as it was saved', m.admin_common_conflict_keep_mine, '6500'],
  ['what was typed here goes', m.admin_common_conflict_take_theirs, '4500'],
])('when somebody else saved first, it is asked whose changes stay: %s', async (_, choice, price) => {
  const user = userEvent.setup({ delay: null })
  const theirs: FleetCar = { ...axio, deposit: 25_000, updatedAt: '2026-11-01T09:00:00.000Z' }
  let refused = true
  const requests = fakeApi({
    'GET /api/admin/car/:carId': () => ({ success: true, data: theirs }) as never,
    'POST /api/admin/car/:carId/update': () =>
      refused
        ? refusalWith(409, 'changed_meanwhile', 'This has changed meanwhile.')
        : { success: true, message: 'Saved', data: theirs },
  })
  const lists = { categories: ['Sedan'], locations: ['Nairobi'] }
  renderPage(<FleetCarForm car={axio} lists={lists} back="/admin/fleet" onSaved={() => {}} />)
  const field = (label: string) =>
    screen.getByLabelText<HTMLInputElement>((text) => text.startsWith(label), { selector: 'input' })
  const save = () => user.click(screen.getByRole('button', { name: m.admin_fleet_save() }))
  await user.clear(field(m.admin_fleet_price_label()))
  await user.type(field(m.admin_fleet_price_label()), '6500')
  await save()
  await user.click(await screen.findByRole('button', { name: choice() }))
  await waitFor(() => expect(field(m.admin_fleet_deposit_label()).value).toBe('25000'))
  expect(field(m.admin_fleet_price_label()).value).toBe(price)
  refused = false
  await save()
  const saved = () => requests.filter(({ name }) => name.startsWith('POST')).map(({ body }) => Object(body))
  await waitFor(() => expect(saved()).toHaveLength(2))
  expect(saved()[1]).toMatchObject({ price, deposit: '25000', updatedAt: theirs.updatedAt })
})
