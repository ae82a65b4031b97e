import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { AdminBooking, AdminBookingMoney } from '@twende/contract/bookings/admin-booking.ts'
import { CANCELLATION_POLICY } from '@twende/contract/bookings/cancellation.ts'
import { m } from '@twende/messages'
import { AskHost } from '@twende/ui/controls/app-frame.tsx'
import { ToastHost } from '@twende/ui/controls/toast-host.tsx'
import { fakeApi, refusalWith } from '@twende/ui/testing/fake-api.ts'
import { renderRoutes } from '@twende/ui/testing/render-page.tsx'
import { useLoaderData, useParams } from 'react-router'
import { expect, test } from 'vitest'
import { customerMessage } from './booking-cells.tsx'
import BookingPage, { clientLoader } from './booking-page.tsx'

const paid: AdminBooking = {
  _id: '0198a000-0000-7000-8000-00000000000b',
  bookingId: 'BK1234',
  carId: '0198a000-0000-7000-8000-000000000002',
  carName: 'Toyota Fielder',
  carCategory: 'Station wagon',
  carImage: '',
  carSpecs: { engine: '', power: '', seats: 5, transmission: 'automatic', fuelType: 'petrol' },
  carFeatures: [],
  carRating: 0,
  startDate: '2026-12-01',
  endDate: '2026-12-03',
  pickupTime: '10:00',
  dropoffTime: '10:00',
  pickupLocation: 'Nairobi',
  dropoffLocation: 'Nairobi',
  pricePerDay: 5_000,
  totalDays: 2,
  totalAmount: 10_000,
  finalAmount: 10_000,
  insuranceCost: 0,
  discount: 0,
  dailyPrices: [],
  discountPercent: 0,
  extras: [],
  deliveryAddress: '',
  collectionAddress: '',
  customerInfo: {
    firstName: 'Chebet',
    lastName: 'Koros',
    email: 'chebet@example.com',
    phone: '0722000333',
    licenseNumber: '',
    address: '',
  },
  paymentMethod: 'whatsapp',
  paymentStatus: 'paid',
  paymentDetails: { mpesaNumber: '', paymentDate: null, transactionId: null, paymentAmount: null },
  specialRequests: '',
  driverNotes: '',
  cancellationReason: '',
  cancellationCode: null,
  cancelledBy: null,
  cancelledAt: null,
  createdAt: '2026-11-20T08:00:00Z',
  status: 'confirmed',
  holdExpiresAt: null,
  keepsCar: true,
  paidInPart: 0,
  carIsLost: false,
  review: null,
  cancellation: CANCELLATION_POLICY,
  account: { _id: 'a1', name: 'Chebet Koros', email: 'chebet@example.com', phone: null, banned: false },
  bookedBy: null,
  numberPlate: 'KDA 123A',
  handover: null,
  handoverReturn: null,
  owed: 0,
  loss: null,
  undoUntil: null,
  extraCharges: 0,
  late: false,
  notHandedOver: false,
  unpaidConfirmation: null,
  reach: { email: 'chebet@example.com', isMuted: false, phone: '0722000333' },
  updatedAt: '2026-11-20T09:00:00.000Z',
}
const pending: AdminBooking = { ...paid, status: 'pending', paymentStatus: 'pending' }
const nothing: AdminBookingMoney = {
  paid: 0,
  owed: 0,
  dueAtHandover: 0,
  owedBack: 0,
  wentBack: 0,
  backIfCancelled: 0,
  backIfNoShow: 0,
}

const user = userEvent.setup({ delay: null })
const starting = (name: string) => ({ name: (text: string) => text.startsWith(name) })
const press = (name: string) => user.click(screen.getByRole('button', starting(name)))

const choose = (dialog: ReturnType<typeof within>, label: string, way: string) =>
  user.selectOptions(
    dialog.getByLabelText((text: string) => text.startsWith(label)),
    way,
  )

function Booking() {
  const props: Parameters<typeof BookingPage>[0] = {
    loaderData: useLoaderData(),
    params: useParams(),
  } as never
  return (
    <>
      <BookingPage {...props} />
      <AskHost />
      <ToastHost />
    </>
  )
}

type Answers = Parameters<typeof fakeApi>[0]

/** The page over a server that has the booking as `now` says, and answers like this besides. */
async function show(now: () => AdminBooking, answers: Answers = {}, money: Partial<AdminBookingMoney> = {}) {
  const requests = fakeApi({
    'GET /api/admin/booking/:bookingId': () => ({
      success: true,
      data: now(),
      timeline: [],
      money: { ...nothing, ...money },
    }),
    'GET /api/admin/booking/:bookingId/deposit': () => ({ success: true, data: { deposit: null } }),
    'GET /api/admin/booking/:bookingId/charges': () => ({
      success: true,
      data: { charges: [], disputableUntil: null },
    }),
    'GET /api/admin/booking/:bookingId/fines': () => ({ success: true, data: { fines: [], owed: 0 } }),
    'GET /api/admin/booking/:bookingId/drivers': () => ({
      success: true,
      data: [],
      isCleared: true,
      waiver: null,
      additional: { booked: 0, approved: 0, missing: 0, unbooked: 0, price: 0 },
    }),
    ...answers,
  })
  const page = { path: '/admin/bookings/:bookingId', loader: clientLoader as never, Component: Booking }
  renderRoutes([page], `/admin/bookings/${paid._id}`)
  await screen.findByRole('heading', { level: 1, name: 'BK1234' })
  return () => requests.filter(({ name }) => name.startsWith('POST'))
}

test('what staff writes about a car that is recorded as lost thanks nobody', () => {
  const ended = { ...paid, status: 'completed' as const }
  expect(customerMessage(ended)).toContain('Thank you for driving with us')
  expect(customerMessage({ ...ended, carIsLost: true })).toContain('We have recorded the car as lost.')
})

test('whoever paid a part, or whose money we look at, is not asked for the whole price in the chat', () => {
  const pending = { ...paid, status: 'pending', paymentStatus: 'pending', finalAmount: 9_000 } as const
  expect(customerMessage(pending)).toContain('The total is Ksh 9,000. How would you like to pay?')
  expect(customerMessage({ ...pending, paymentStatus: 'partial', paidInPart: 500 })).toContain(
    'Ksh 8,500 of Ksh 9,000 is still to be paid.',
  )
  const review = customerMessage({ ...pending, paymentStatus: 'review' })
  expect(review).toContain('We are looking at your payment')
  expect(review).not.toContain('How would you like to pay?')
})

test('a chat with the customer is one tap away, and names the booking', async () => {
  await show(() => paid)
  const chat = screen.getByRole('link', { name: /WhatsApp/ })
  expect(chat.getAttribute('href')).toMatch(/^https:\/\/wa\.me\/254722000333\?text=.*BK1234/)
})

test('a booking that goes on says what went back of its money, and what is still owed back', async () => {
  await show(() => paid, {}, { owedBack: 3_000, wentBack: 8_500 })
  const texts = screen.getAllByText(/^Ksh (3,000|8,500)$/).map((amount) => amount.parentElement?.textContent)
  expect(texts).toEqual([
    'Ksh 3,000 is owed back to the customer.',
    'Ksh 8,500 went back to the customer, or pays for something else of theirs.',
  ])
})

test('a booking is confirmed once it is said how it was paid', async () => {
  let now = pending
  const sent = await show(() => now, {
    'POST /api/admin/booking/:bookingId/confirm': () => {
      now = paid
      return { success: true, message: 'Confirmed', data: paid }
    },
  })
  await press(m.admin_bookings_action_confirm())
  const dialog = within(
    await screen.findByRole('dialog', { name: m.admin_bookings_confirm_title({ reference: 'BK1234' }) }),
  )
  await user.click(dialog.getByRole('button', { name: m.admin_bookings_confirm_button() }))
  expect(await dialog.findByText(m.validation_how_paid())).toBeTruthy()
  expect(sent()).toEqual([])
  await choose(dialog, m.admin_bookings_how_paid_label(), 'card')
  await user.click(dialog.getByRole('button', { name: m.admin_bookings_confirm_button() }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent()[0]?.body).toMatchObject({ paidBy: 'card', code: '', note: '' })
  expect(await screen.findByRole('button', starting(m.admin_bookings_action_extend()))).toBeTruthy()
})

test('of two who act on one booking, the slower one is told and sees what the other did', async () => {
  let now = pending
  await show(() => now, {
    'POST /api/admin/booking/:bookingId/confirm': () => {
      now = { ...paid, updatedAt: '2026-11-20T10:00:00.000Z' }
      return refusalWith(409, 'booking_wrong_state', 'This booking is confirmed already.')
    },
  })
  await press(m.admin_bookings_action_confirm())
  const dialog = within(await screen.findByRole('dialog'))
  await choose(dialog, m.admin_bookings_how_paid_label(), 'cash')
  await user.click(dialog.getByRole('button', { name: m.admin_bookings_confirm_button() }))
  expect(await screen.findByText(m.admin_common_changed_by_other())).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() =>
    expect(screen.queryByRole('button', starting(m.admin_bookings_action_confirm()))).toBeNull(),
  )
})

test('more days are refused in the dialog where somebody else has the car, and have their price', async () => {
  const refused = 'This car is already booked for those dates.'
  let taken = true
  const { pricePerDay, dailyPrices } = paid
  const price = {
    pricePerDay,
    totalDays: 3,
    totalAmount: 15_000,
    insuranceCost: 0,
    discount: 0,
    finalAmount: paid.finalAmount + 5_000,
    dailyPrices: [...dailyPrices, { price: 5_000, insurance: 0 }],
    discountPercent: 0,
    extras: [],
    bookedAmount: paid.finalAmount,
  }
  const sent = await show(() => paid, {
    'GET /api/admin/booking/:bookingId/extend': () => ({ success: true, data: price }),
    'POST /api/admin/booking/:bookingId/extend': () =>
      taken ? refusalWith(409, 'car_taken', refused) : { success: true, message: 'Extended', data: paid },
  })
  await press(m.admin_bookings_action_extend())
  const dialog = within(
    await screen.findByRole('dialog', { name: m.admin_bookings_extend_title({ reference: 'BK1234' }) }),
  )
  expect(await dialog.findByText(m.admin_bookings_extend_more({ days: '1 day' }))).toBeTruthy()
  expect(dialog.getAllByText('Ksh 5,000')).not.toEqual([])
  const extend = () => user.click(dialog.getByRole('button', { name: m.admin_bookings_action_extend() }))
  await extend()
  expect(await dialog.findByText(m.validation_how_paid())).toBeTruthy()
  expect(sent()).toEqual([])
  await choose(dialog, m.admin_bookings_extend_note_label(), 'none')
  await extend()
  await waitFor(() => expect(dialog.getByRole('alert').textContent).toBe(refused))
  taken = false
  await extend()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent()[1]?.body).toEqual({
    endDate: '2026-12-04',
    dropoffTime: '10:00',
    paidBy: 'none',
    code: '',
    note: '',
    finalAmount: price.finalAmount,
    updatedAt: paid.updatedAt,
  })
})

test('before a paid booking is cancelled, it is said what is kept and what goes back', async () => {
  const sent = await show(
    () => paid,
    {
      'POST /api/admin/booking/:bookingId/cancel': () => ({
        success: true,
        message: 'Cancelled',
        data: paid,
      }),
    },
    { paid: 10_000, backIfCancelled: 7_500 },
  )
  await press(m.admin_bookings_cancel_button())
  const dialog = within(await screen.findByRole('dialog'))
  for (const [words, amount] of [
    [m.admin_bookings_paid(), 'Ksh 10,000'],
    [m.admin_bookings_kept(), 'Ksh 2,500'],
    [m.admin_bookings_goes_back(), 'Ksh 7,500'],
  ] as const)
    expect(dialog.getByText(words).nextElementSibling?.textContent).toBe(amount)
  await user.click(dialog.getByRole('button', { name: m.admin_bookings_reason_garage() }))
  await user.click(dialog.getByRole('button', { name: m.admin_bookings_cancel_button() }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent()[0]?.body).toEqual({ reason: m.admin_bookings_reason_garage() })
})

test.each([
  ['chebet@example.com', 'The customer is told by email: chebet@example.com.', true],
  [null, 'no message is sent. Please call or write to 0722 000 333.', false],
])('a cancellation says how the customer with the address %s is told', async (email, words, isRead) => {
  await show(() => ({ ...paid, reach: { ...paid.reach, email } }))
  await press(m.admin_bookings_cancel_button())
  const dialog = await screen.findByRole('dialog')
  expect(dialog.textContent).toContain(words)
  expect(dialog.textContent?.includes(m.admin_bookings_reason_hint())).toBe(isRead)
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a customer who did not come is marked so, by what the terms give back', async () => {
  const late = { ...paid, late: true }
  const sent = await show(
    () => late,
    {
      'POST /api/admin/booking/:bookingId/no-show': () => ({ success: true, message: 'Marked', data: late }),
    },
    { paid: 10_000, backIfCancelled: 10_000, backIfNoShow: 5_000 },
  )
  await press(m.admin_bookings_action_no_show())
  const dialog = within(
    await screen.findByRole('dialog', { name: m.admin_bookings_no_show_title({ name: 'Chebet Koros' }) }),
  )
  expect(dialog.getByText(m.admin_bookings_goes_back()).nextElementSibling?.textContent).toBe('Ksh 5,000')
  await user.click(dialog.getByRole('button', { name: m.admin_bookings_note_phone_off() }))
  await user.click(dialog.getByRole('button', { name: m.admin_bookings_no_show_button() }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent()[0]?.body).toEqual({ note: m.admin_bookings_note_phone_off() })
})

const achieng = {
  _id: 'd1',
  fullName: 'Achieng Ouma',
  licenceNumber: 'DL1234567',
  licenceExpires: '2040-01-31',
  status: 'approved',
  refusalReason: null,
  problems: [],
  withdrawal: null,
  takenOut: null,
} as const
const driversAre = (...data: (typeof achieng | Record<string, unknown>)[]) => ({
  'GET /api/admin/booking/:bookingId/drivers': () => ({
    success: true as const,
    data: data as never,
    isCleared: true,
    waiver: null,
    additional: { booked: 0, approved: 0, missing: 0, unbooked: 0, price: 0 },
  }),
})

test('an approved driver is taken out of the booking with a reason, and can be put back', async () => {
  const takenOut = { at: '2026-11-21T09:00:00Z', reason: 'Went home', by: 'Amina Hassan' }
  let driver: Record<string, unknown> = achieng
  const sent = await show(() => ({ ...paid, status: 'active' }), {
    'GET /api/admin/booking/:bookingId/drivers': () =>
      driversAre(driver)['GET /api/admin/booking/:bookingId/drivers'](),
    'POST /api/admin/booking/:bookingId/driver/:driverId/remove': () => {
      driver = { ...achieng, takenOut }
      return { success: true, message: 'Taken out' }
    },
    'POST /api/admin/booking/:bookingId/driver/:driverId/restore': () => {
      driver = achieng
      return { success: true, message: 'Put back' }
    },
  })
  const name = 'Achieng Ouma'
  await press(m.admin_driver_panel_remove({ name }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByRole('textbox'), 'Went home')
  await user.click(dialog.getByRole('button', { name: m.admin_driver_remove_yes() }))
  await user.click(await screen.findByRole('button', { name: m.admin_driver_panel_restore({ name }) }))
  const question = within(await screen.findByRole('alertdialog'))
  expect(sent()).toHaveLength(1)
  await user.click(question.getByRole('button', { name: m.admin_driver_restore_yes() }))
  await screen.findByRole('button', { name: m.admin_driver_panel_remove({ name }) })
  expect(sent().map(({ path, body }) => [path.split('/').at(-1), body])).toEqual([
    ['remove', { reason: 'Went home' }],
    ['restore', undefined],
  ])
})

test('a driver whose approval was withdrawn while the car is out is named, and new papers can be entered', async () => {
  const withdrawal = { at: '2026-11-21T09:00:00Z', reason: 'Never issued', by: 'Amina Hassan' }
  const gone = { ...achieng, status: 'refused', withdrawal }
  await show(() => ({ ...paid, status: 'active' }), driversAre(gone))
  expect(screen.getByText(m.admin_driver_panel_withdrawn_out({ name: 'Achieng Ouma' }))).toBeTruthy()
  expect(screen.getByRole('link', { name: m.admin_driver_panel_enter() })).toBeTruthy()
})
