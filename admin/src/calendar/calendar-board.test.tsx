import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { CalendarCar, CalendarSpan } from '@twende/contract/bookings/admin-booking.ts'
import { m } from '@twende/messages'
import { ToastHost } from '@twende/ui/controls/toast-host.tsx'
import { fakeApi, refusalWith } from '@twende/ui/testing/fake-api.ts'
import { renderPage } from '@twende/ui/testing/render-page.tsx'
import { beforeEach, expect, test, vi } from 'vitest'
import { CalendarBoard } from './calendar-board.tsx'

const booking: CalendarSpan = {
  kind: 'booking',
  _id: 'b1',
  startsAt: '2026-11-23T07:00:00Z',
  endsAt: '2026-11-25T07:00:00Z',
  occupiedUntil: '2026-11-25T09:00:00Z',
  status: 'confirmed',
  carIsLost: false,
  reference: 'BK1234',
  label: 'Achieng Otieno',
  imported: false,
}
const block: CalendarSpan = {
  ...booking,
  kind: 'block',
  _id: 'k1',
  status: null,
  carIsLost: false,
  reference: '',
  label: 'Service',
}
const premio: CalendarCar = {
  _id: 'premio',
  name: 'Toyota Premio',
  category: 'Sedan',
  location: 'Nairobi',
  image: '',
  numberPlate: 'KDA 123A',
  pricePerDay: 5500,
  available: true,
  spans: [booking],
}
const vitz: CalendarCar = { ...premio, _id: 'vitz', name: 'Toyota Vitz', spans: [block] }

const user = userEvent.setup({ delay: null })
const dayOf = (car: string, day: string) =>
  document.querySelector<HTMLElement>(`[data-car="${car}"][data-day="${day}"]`)

function show(cars: CalendarCar[] = [premio, vitz]) {
  return renderPage(
    <>
      <CalendarBoard
        search={{ weeks: 2 }}
        calendar={{
          success: true,
          data: cars,
          fromDay: '2026-11-20',
          days: 14,
          pagination: { page: 1, pages: 1, total: cars.length, limit: 50 },
        }}
      />
      <ToastHost />
    </>,
    '/admin/calendar',
  )
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T06:00:00Z') })
})

test('cars stand above each other, and each day says what takes it', () => {
  show()
  expect(screen.getAllByRole('rowheader').map((row) => row.textContent)).toEqual([
    'Toyota PremioKDA 123AKsh 5,500',
    'Toyota VitzKDA 123AKsh 5,500',
  ])
  expect(dayOf('premio', '2026-11-24')?.getAttribute('aria-label')).toContain('Achieng Otieno')
  expect(dayOf('premio', '2026-11-26')?.getAttribute('aria-label')).toBe(
    m.admin_calendar_cell_free({ day: '26 Nov 2026' }),
  )
})

test('the arrows walk over days and cars, and stop at the edges', async () => {
  show()
  await user.tab()
  expect(document.activeElement).toBe(dayOf('premio', '2026-11-20'))
  await user.keyboard('{ArrowLeft}{ArrowUp}')
  expect(document.activeElement).toBe(dayOf('premio', '2026-11-20'))
  await user.keyboard('{ArrowRight}{ArrowDown}')
  expect(document.activeElement).toBe(dayOf('vitz', '2026-11-21'))
  await user.keyboard('{End}{ArrowRight}')
  expect(document.activeElement).toBe(dayOf('vitz', '2026-12-03'))
  await user.keyboard('{Home}')
  expect(document.activeElement).toBe(dayOf('vitz', '2026-11-20'))
})

test('days chosen with Shift and the arrows open the question what they are for; Escape returns to the day', async () => {
  show()
  await user.tab()
  await user.keyboard('{ArrowDown}{End}{Shift>}{ArrowLeft}{ArrowLeft}{/Shift}')
  const chosen = screen.getAllByRole('gridcell', { selected: true })
  expect(chosen.map((cell) => cell.dataset.day)).toEqual(['2026-12-01', '2026-12-02', '2026-12-03'])
  await user.keyboard('{Enter}')
  const dialog = await screen.findByRole('dialog', { name: 'Toyota Vitz' })
  const pickup = within(dialog).getByRole<HTMLInputElement>('textbox', {
    name: new RegExp(`^${m.admin_bookings_pickup_day()}`),
  })
  expect(pickup.value).toBe('1 Dec 2026')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement).toBe(dayOf('vitz', '2026-12-01')))
  expect(screen.queryAllByRole('gridcell', { selected: true })).toEqual([])
})

test('Enter on a booked day opens the booking, on a blocked day its block', async () => {
  const router = show()
  await user.tab()
  await user.keyboard('{ArrowDown}{ArrowRight}{ArrowRight}{ArrowRight}{Enter}')
  expect((await screen.findByRole('dialog')).textContent).toContain('Service')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.keyboard('{ArrowUp}{Enter}')
  await waitFor(() => expect(router.state.location.pathname).toBe('/admin/bookings/b1'))
})

test('a block from the calendar of another program is not removed here, and leads to the calendars of its car', async () => {
  const router = show([{ ...vitz, spans: [{ ...block, label: 'Turo', imported: true }] }])
  await user.tab()
  await user.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}{Enter}')
  const dialog = await screen.findByRole('dialog')
  expect(dialog.textContent).toContain(m.admin_calendar_block_imported({ name: 'Turo' }))
  expect(within(dialog).queryByRole('button', { name: m.admin_calendar_block_remove() })).toBeNull()
  await user.click(within(dialog).getByRole('link', { name: m.admin_calendar_block_imported_link() }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/admin/fleet/vitz/calendars'))
})

test('without a car the way back to all cars is offered', () => {
  show([])
  expect(screen.getByRole('link', { name: m.admin_calendar_show_all() })).toBeTruthy()
})

test('days on which somebody else has the car are refused in the dialog, and what was typed stays', async () => {
  const refused = 'This car is already booked for those dates.'
  const requests = fakeApi({
    'GET /api/location/list': () => ({ success: true, data: [] }),
    'POST /api/admin/bookings': () => refusalWith(409, 'car_taken', refused),
  })
  show([{ ...premio, _id: '0198a000-0000-7000-8000-000000000002' }])
  await user.tab()
  await user.keyboard('{End}{Shift>}{ArrowLeft}{/Shift}{Enter}')
  const dialog = within(await screen.findByRole('dialog', { name: 'Toyota Premio' }))
  const field = (label: string) =>
    dialog.getByLabelText<HTMLInputElement>((text) => text.startsWith(label), { selector: 'input' })
  await user.type(field(m.admin_bookings_first_name()), 'Otieno')
  await user.type(field(m.admin_bookings_last_name()), 'Okello')
  await user.type(field(m.admin_bookings_phone()), '0722000111')
  await user.selectOptions(
    dialog.getByLabelText((text) => text.startsWith(m.admin_bookings_how_paid_label())),
    'none',
  )
  await user.click(dialog.getByRole('button', { name: m.admin_bookings_book_button() }))
  await waitFor(() => expect(dialog.getByRole('alert').textContent).toBe(refused))
  expect(field(m.admin_bookings_first_name()).value).toBe('Otieno')
  expect(requests.find(({ name }) => name === 'POST /api/admin/bookings')?.body).toMatchObject({
    startDate: '2026-12-02',
    endDate: '2026-12-03',
    customerInfo: { firstName: 'Otieno', lastName: 'Okello', phone: '0722000111' },
  })
})

test('a removed block comes back by the undo, as it was', async () => {
  const requests = fakeApi({
    'POST /api/admin/block/:blockId/remove': () => ({ success: true, message: 'Block removed' }),
    'POST /api/admin/car/:carId/block': () => ({ success: true, message: 'Blocked', blockId: 'k2' }),
  })
  show([{ ...vitz, spans: [{ ...block, endsAt: '2026-11-25T12:00:00Z' }] }])
  await user.tab()
  await user.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}{Enter}')
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: m.admin_calendar_block_remove() }))
  expect(await screen.findByText('Block removed')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(screen.getByRole('button', { name: m.common_undo() }))
  expect(await screen.findByText(m.admin_calendar_block_restored())).toBeTruthy()
  expect(requests.map(({ path, body }) => [path, body])).toEqual([
    ['/api/admin/block/k1/remove', undefined],
    [
      '/api/admin/car/vitz/block',
      {
        startDate: '2026-11-23',
        startTime: '10:00',
        endDate: '2026-11-25',
        endTime: '15:00',
        reason: 'Service',
      },
    ],
  ])
})
