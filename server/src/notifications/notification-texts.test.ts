import { MARKET_STATES } from '@twende/contract/listings/listing-status.ts'
import { expect, test } from 'vitest'
import { composeText, letterOf } from './compose-text.ts'
import { type Notification, notificationKinds } from './notification-kinds.ts'

/** Composed from what is stored, as when it is sent. */
function mailOf(notification: Notification, locale = 'en'): { subject: string; body: string } {
  const stored: unknown = JSON.parse(JSON.stringify(notification.params))
  const text = composeText({ kind: notification.kind, params: stored, locale })
  return { subject: text.subject, body: letterOf(text, 'https://twende.example') }
}

const name = 'Wanjiku'
const at = '2026-12-05T06:15:00.000Z'
const booking = {
  name,
  bookingId: '0198a000-0000-7000-8000-000000000001',
  reference: 'BK4821',
  carName: 'Toyota Prado TX',
  startDate: '2026-12-05',
  pickupTime: '10:00',
  pickupLocation: 'Nairobi',
  endDate: '2026-12-08',
  dropoffTime: '16:00',
  dropoffLocation: 'Mombasa',
  extras: [],
  finalAmount: 36_000,
  cancellation: { fee: 12_000, freeUntil: '2026-12-04T07:00:00.000Z' },
}
const requested = { ...booking, heldUntil: at, keepsCar: true }
const byHand = { noShow: false, reason: '', refund: 0 }
const payable = { type: 'booking', reference: 'BK4821' } as const
const listing = { name, carName: 'Toyota Vitz', expiresAt: at }
const reason = 'The photos show another car'
const order = { name, number: 'ORD1001', amount: 4_500 }
const placed = { ...order, keptUntil: at, keepsStock: true }

const seats = {
  kind: 'child_seat',
  quantity: 2,
  price: 500,
  amount: 1_000,
  place: null,
  toPlace: null,
  atAddress: false,
  km: null,
} as const
const charge = { kind: 'fuel', what: '', quantity: 2, amount: 2_400 } as const
const kept = { amount: 2_000, reason: 'damage', words: 'A scratch on the left door' } as const
const fine = { amount: 3_000, offenceAt: '2026-04-11T11:35:00.000Z', plate: 'KDA 123A' }
const keptPart = { amount: 2_000, reason: 'damage', answer: 'It is on both photos' } as const

const voided = {
  refund: { before: 0, amount: 0 },
  isOwed: false,
  isLookedAt: false,
  waits: false,
  byMistake: false,
}
const ending = {
  kind: 'insurance',
  carName: 'Toyota Prado TX',
  numberPlate: 'KDA 123A',
  day: '2026-12-19',
  days: 14,
} as const
const yardDay = { name, day: '2026-12-05' }
const yardMove = { at, car: 'Toyota Prado TX', plate: 'KDA 123A', place: 'Nairobi', reference: 'BK4821' }
const rental = { name, bookingId: booking.bookingId, reference: 'BK4821', carName: 'Toyota Prado TX' }

const lossMoney = { owed: 4_500, held: 10_000, phone: '254712345678' }
const driverGone = { drivers: ['Juma Otieno'], reason: 'The licence is not genuine' }

const notifications: Notification[] = [
  {
    kind: 'recovery_code',
    params: { name, expiresAt: at, secret: { code: '314159', link: 'http://localhost/account#recovery=x' } },
  },
  { kind: 'contact_code', params: { name, expiresAt: at, secret: { code: '314159' } } },
  { kind: 'password_changed', params: { name, at, loggedOut: 'everywhere' } },
  { kind: 'password_changed', params: { name, at, loggedOut: 'elsewhere' } },
  { kind: 'account_deleted', params: { name, at } },
  { kind: 'second_factor_added', params: { name, at, factor: 'passkey' } },
  { kind: 'second_factor_added', params: { name, at, factor: 'recovery_codes' } },
  { kind: 'second_factor_removed', params: { name, at, factor: 'app' } },
  { kind: 'second_factor_reset', params: { name, at } },
  { kind: 'recovery_code_used', params: { name, at, left: 1 } },
  { kind: 'booking_requested', params: { ...requested, method: 'mpesa' } },
  { kind: 'booking_requested', params: { ...requested, keepsCar: false, method: 'mpesa' } },
  { kind: 'booking_requested', params: { ...requested, method: 'whatsapp' } },
  { kind: 'booking_confirmed', params: booking },
  { kind: 'booking_renumbered', params: { ...booking, formerReference: 'BK1000' } },
  {
    kind: 'booking_cancelled',
    params: { ...booking, noShow: false, reason: 'Plans changed', refund: 24_000 },
  },
  { kind: 'booking_cancelled', params: { ...booking, ...byHand } },
  { kind: 'booking_expired', params: booking },
  { kind: 'booking_changed', params: { ...booking, paid: 4_500, refund: 0 } },
  { kind: 'booking_changed', params: { ...booking, paid: 0, refund: 4_500, refundWay: 'to_payer' } },
  { kind: 'booking_changed', params: { ...booking, paid: 0, refund: 4_500, refundWay: 'as_agreed' } },
  { kind: 'booking_changed', params: { ...booking, paid: 4_500, refund: 0, formerCar: 'Toyota Axio' } },
  { kind: 'booking_pickup_reminder', params: booking },
  { kind: 'booking_papers_missing', params: booking },
  { kind: 'booking_return_reminder', params: booking },
  { kind: 'booking_overdue', params: booking },
  { kind: 'yard_day', params: { ...yardDay, out: 1, back: 0, pickups: [yardMove], returns: [] } },
  {
    kind: 'yard_day',
    params: { ...yardDay, out: 0, back: 32, pickups: [], returns: [{ ...yardMove, plate: '' }] },
  },
  { kind: 'yard_late_car', params: { ...rental, endDate: '2026-12-08', dropoffTime: '16:00', hours: 6 } },
  {
    kind: 'yard_papers_waiting',
    params: { ...rental, driverId: booking.bookingId, startDate: '2026-12-05', pickupTime: '10:00' },
  },
  { kind: 'booking_agreement_made', params: booking },
  { kind: 'booking_return_report_made', params: booking },
  {
    kind: 'booking_addendum_to_accept',
    params: { ...booking, path: '/addendum/a.1.b', addsDriver: false, leaving: [] },
  },
  {
    kind: 'booking_addendum_to_accept',
    params: { ...booking, path: '/addendum/a.2.b', addsDriver: true, leaving: [] },
  },
  {
    kind: 'booking_addendum_to_accept',
    params: { ...booking, path: '/addendum/a.3.b', addsDriver: false, leaving: ['Juma Otieno'] },
  },
  { kind: 'booking_car_lost', params: { ...booking, ...lossMoney, returnBy: '2026-12-15' } },
  { kind: 'booking_car_lost', params: { ...booking, ...lossMoney, owed: 0, held: 0, returnBy: null } },
  { kind: 'booking_loss_withdrawn', params: { ...booking, ...lossMoney } },
  { kind: 'booking_loss_withdrawn', params: { ...booking, ...lossMoney, owed: 0, held: 0 } },
  {
    kind: 'booking_driver_withdrawn',
    params: { ...booking, ...driverGone, isOut: false, isStopped: true, path: null },
  },
  {
    kind: 'booking_driver_withdrawn',
    params: { ...booking, ...driverGone, isOut: true, isStopped: true, path: '/addendum/a.1.b' },
  },
  {
    kind: 'booking_driver_withdrawn',
    params: { ...booking, ...driverGone, isOut: true, isStopped: false, path: null },
  },
  { kind: 'booking_charge_decided', params: { ...booking, charge, decision: 'kept', answer: 'The gauge' } },
  { kind: 'booking_charge_decided', params: { ...booking, charge, decision: 'withdrawn', answer: '' } },
  {
    kind: 'booking_charge_decided',
    params: { ...booking, charge, decision: 'withdrawn', withdrawn: 900, answer: 'Half of it' },
  },
  { kind: 'booking_deposit_kept', params: { ...booking, ...kept, held: 8_000 } },
  { kind: 'booking_deposit_kept', params: { ...booking, ...kept, paidOwed: 1_500, held: 8_000 } },
  { kind: 'booking_kept_part_decided', params: { ...booking, ...keptPart, decision: 'kept', withdrawn: 0 } },
  {
    kind: 'booking_kept_part_decided',
    params: { ...booking, ...keptPart, decision: 'withdrawn', withdrawn: 500, owed: 500 },
  },
  {
    kind: 'booking_kept_part_decided',
    params: { ...booking, ...keptPart, decision: 'withdrawn', withdrawn: 2_000, answer: '' },
  },
  { kind: 'yard_charge_disputed', params: { ...rental, amount: 2_000 } },
  { kind: 'booking_deposit_kept', params: { ...booking, ...kept, held: 0 } },
  { kind: 'booking_fine_charged', params: { ...booking, ...fine, paperReference: 'NTSA/2026/114' } },
  { kind: 'booking_fine_charged', params: { ...booking, ...fine, paperReference: '' } },
  {
    kind: 'booking_fine_decided',
    params: { ...booking, ...fine, decision: 'kept', withdrawn: 0, answer: 'It is on the photo' },
  },
  {
    kind: 'booking_fine_decided',
    params: { ...booking, ...fine, decision: 'withdrawn', withdrawn: 500, answer: 'A part of it' },
  },
  {
    kind: 'booking_fine_decided',
    params: { ...booking, ...fine, decision: 'withdrawn', withdrawn: fine.amount, answer: 'Another plate' },
  },
  { kind: 'booking_fine_withdrawn', params: { ...booking, ...fine, reason: 'Another plate' } },
  {
    kind: 'booking_return_taken_back',
    params: { ...booking, reason: 'It was another car', charged: 2_000, hasDeposit: true, goesOn: true },
  },
  {
    kind: 'booking_return_taken_back',
    params: { ...booking, reason: 'It was another car', charged: 0, hasDeposit: true, goesOn: false },
  },
  {
    kind: 'booking_deposit_released',
    params: { ...booking, amount: 2_000, reason: 'It was there before', owed: 0, isHeld: true },
  },
  {
    kind: 'booking_deposit_released',
    params: { ...booking, amount: 2_000, reason: 'It was there before', owed: 2_000, isHeld: false },
  },
  { kind: 'disk_room', params: { name, isNearlyFull: false } },
  { kind: 'disk_room', params: { name, isNearlyFull: true } },
  { kind: 'car_documents_ending', params: { name, documents: [ending] } },
  { kind: 'car_documents_ending', params: { name, documents: Array(30).fill(ending) } },
  {
    kind: 'refund_sent',
    params: {
      name,
      reference: 'BK4821',
      amount: 24_000,
      receipt: 'TLK8ABC123',
      transfers: [],
      note: '',
      extras: [],
    },
  },
  {
    kind: 'refund_sent',
    params: {
      name,
      reference: 'BK4821',
      amount: 24_000,
      receipt: 'TLK8ABC123',
      transfers: [
        { amount: 20_000, code: 'TLK8ABC123' },
        { amount: 4_000, code: 'TLK8ABC124' },
      ],
      note: '',
      extras: [],
    },
  },
  {
    kind: 'refund_sent',
    params: {
      name,
      reference: 'BK4821',
      amount: 24_000,
      receipt: null,
      transfers: [],
      note: 'in cash',
      extras: [seats],
    },
  },
  { kind: 'refund_owed', params: { name, payable, amount: 24_000, why: 'paid_twice', reason: '' } },
  { kind: 'refund_owed', params: { name, payable, amount: 24_000, why: 'paid_too_late', reason: '' } },
  { kind: 'refund_owed', params: { name, payable, amount: 24_000, why: 'more_than_owed', reason: '' } },
  { kind: 'refund_owed', params: { name, payable, amount: 24_000, why: 'sold_out', reason: '' } },
  { kind: 'refund_owed', params: { name, payable, amount: 24_000, why: 'given_back', reason } },
  {
    kind: 'refund_lowered',
    params: { name, payable, before: 24_000, amount: 20_000, byStaff: true, reason },
  },
  {
    kind: 'refund_lowered',
    params: { name, payable, before: 24_000, amount: 0, byStaff: false, reason: '' },
  },
  { kind: 'money_moved', params: { name, amount: 4_500, from: 'BK4821', to: 'BK4822' } },
  {
    kind: 'payment_voided',
    params: { name, payable, amount: 4_500, code: 'TLK8ABC123', ...voided, isOwed: true },
  },
  { kind: 'payment_voided', params: { name, payable, amount: 4_500, code: '', ...voided, byMistake: true } },
  {
    kind: 'payment_voided',
    params: { name, payable, amount: 4_500, code: '', ...voided, byMistake: true, isOwed: true, owed: 4_000 },
  },
  {
    kind: 'payment_voided',
    params: { name, payable, amount: 4_500, code: '', ...voided, byMistake: true, waits: true },
  },
  {
    kind: 'payment_voided',
    params: { name, payable, amount: 4_500, code: '', ...voided, byMistake: true, isLookedAt: true },
  },
  { kind: 'payment_received', params: { name, payable, amount: 36_000, receipt: 'TLK8ABC123' } },
  { kind: 'payment_received', params: { name, payable, amount: 100, receipt: 'A1', left: 400 } },
  { kind: 'payment_received', params: { name, payable, amount: 100, receipt: 'A1', isLookedAt: true } },
  {
    kind: 'payment_received',
    params: { name, payable, amount: 500, receipt: 'A1', part: { total: 500, price: 2_000, months: 1 } },
  },
  {
    kind: 'payment_received',
    params: {
      name,
      payable,
      amount: 500,
      receipt: 'A1',
      part: { total: 500, price: 2_000, months: 1, closed: 'suspended' },
    },
  },
  { kind: 'listing_verified', params: listing },
  { kind: 'listing_verified', params: { ...listing, expiresAt: null } },
  ...MARKET_STATES.map((state) => ({ kind: 'listing_restored', params: { ...listing, state } }) as const),
  {
    kind: 'listing_restored',
    params: {
      ...listing,
      state: 'sold',
      missing: ['available', 'renewed', 'changed', 'checked'],
      asked: reason,
    },
  },
  { kind: 'listing_edit_approved', params: { ...listing, state: 'unpaid', missing: ['paid', 'checked'] } },
  { kind: 'listing_rejected', params: { ...listing, reason } },
  { kind: 'listing_edit_approved', params: listing },
  { kind: 'listing_edit_refused', params: { ...listing, reason } },
  { kind: 'listing_suspended', params: { ...listing, reason } },
  { kind: 'listing_payment_refused', params: { ...listing, reason } },
  {
    kind: 'listing_payment_corrected',
    params: {
      ...listing,
      reason,
      code: 'UKQ7ABC123',
      from: 10_000,
      amount: 2_000,
      time: { months: 1, days: 0 },
    },
  },
  { kind: 'listing_ending', params: { ...listing, days: 3 } },
  { kind: 'listing_expired', params: listing },
  { kind: 'order_placed', params: { ...placed, channel: 'mpesa' } },
  { kind: 'order_placed', params: { ...placed, keepsStock: false, channel: 'mpesa' } },
  { kind: 'order_placed', params: { ...placed, keepsStock: false, channel: 'whatsapp' } },
  { kind: 'order_placed', params: { ...placed, channel: 'whatsapp' } },
  { kind: 'order_paid', params: order },
  { kind: 'order_shipped', params: { ...order, dispatchNote: 'by bus' } },
  { kind: 'order_delivered', params: order },
  { kind: 'order_cancelled', params: { ...order, reason: '', refund: 4_500 } },
  { kind: 'order_cancelled', params: { ...order, reason: '', refund: 0, inReview: 4_600 } },
  { kind: 'order_expired', params: order },
  ...(['undoShip', 'undoDeliver', 'undoCancel', 'undoNotArrived', 'undoTakeBack'] as const).map(
    (undo) => ({ kind: 'order_step_undone', params: { ...order, undo, reason } }) as const,
  ),
  { kind: 'order_step_undone', params: { ...order, undo: 'undoTakeBack', reason, left: 2_000, paid: 0 } },
  { kind: 'order_sent_again', params: { ...order, reason } },
  { kind: 'order_delivery_changed', params: { ...order, to: 'Moi Avenue 12', dispatchNote: 'by bus' } },
  {
    kind: 'order_pieces_taken_off',
    params: { ...order, product: 'HDMI cable', quantity: 1, refund: 750, reason },
  },
]

test('every mail greets, says its thing in a few lines and signs', () => {
  for (const { subject, body } of notifications.map((notification) => mailOf(notification))) {
    expect(subject).toMatch(/^\S.{5,70}$/)
    expect(body).toMatch(/^Hello Wanjiku,\n\n/)
    expect(body).toMatch(/\n\nTwende\n$/)
    expect(body).not.toMatch(/undefined|null|NaN|\n{3}|\[object/)
    expect(body.length).toBeLessThan(800)
  }
  expect(new Set(notifications.map(({ kind }) => kind))).toEqual(new Set(Object.keys(notificationKinds)))
})

test.each([
  ['Wanjiku Kamau', 'Hello Wanjiku,'],
  ['Ng’ang’a', 'Hello Ng’ang’a,'],
  ['Mary-Anne', 'Hello Mary-Anne,'],
  ['فاطمة', 'Hello فاطمة,'],
  ['Win 1,000,000 at evil.example', 'Hello Win,'],
  ['https://evil.example', 'Hello,'],
  ['evil.example now', 'Hello,'],
  ['Call0700000000', 'Hello,'],
  ['a'.repeat(31), 'Hello,'],
  ['', 'Hello,'],
])('of the name %j no more than a first name goes into a mail', (name, first) => {
  const { body } = mailOf({ kind: 'account_deleted', params: { name, at } })
  expect(body.split('\n')[0]).toBe(first)
})

test('a mail to a customer at the counter, who has no account, leads to no page', () => {
  const params = { ...booking, bookingId: null }
  const about: Notification[] = [
    { kind: 'booking_confirmed', params },
    { kind: 'booking_cancelled', params: { ...params, ...byHand } },
    { kind: 'booking_pickup_reminder', params },
    { kind: 'booking_return_reminder', params },
    { kind: 'booking_overdue', params },
  ]
  for (const notification of about) expect(mailOf(notification).body).not.toMatch(/http|My Bookings/)
})

test('a mail about a booking leads to its page, in the language of the mail', () => {
  const path = `/mybookings/${booking.bookingId}`
  const isOwnPage = (kind: string) => kind.startsWith('booking_') && kind !== 'booking_addendum_to_accept'
  const about: Notification[] = notifications.filter(({ kind }) => isOwnPage(kind))
  expect(about.length).toBeGreaterThan(7)
  for (const notification of about) {
    expect(mailOf(notification).body).toContain(`\nhttps://twende.example${path}\n`)
    expect(mailOf(notification, 'sw').body).toContain(`\nhttps://twende.example/sw${path}\n`)
  }
})

test('a mail about a change to accept leads to where it is accepted, also without an account', () => {
  const params = { ...booking, bookingId: null, path: '/addendum/a.1.b', addsDriver: false, leaving: [] }
  const notification: Notification = { kind: 'booking_addendum_to_accept', params }
  expect(mailOf(notification).body).toContain('\nhttps://twende.example/addendum/a.1.b\n')
  expect(mailOf(notification, 'sw').body).toContain('\nhttps://twende.example/sw/addendum/a.1.b\n')
})

test('a mail to staff leads to the admin app, which has one address in all languages', () => {
  const about = notifications.filter(({ kind }) => kind.startsWith('yard_'))
  expect(about.length).toBeGreaterThan(3)
  for (const notification of about)
    expect(mailOf(notification, 'sw').body).toContain('\nhttps://twende.example/admin/')
  expect(
    mailOf({ kind: 'yard_day', params: { ...yardDay, out: 0, back: 32, pickups: [], returns: [yardMove] } })
      .body,
  ).toContain(
    'Cars that go out today:\nNone.\n\nCars that come back today:\n09:15 – Toyota Prado TX, KDA 123A, Nairobi (BK4821)\nAnd 31 more.',
  )
})

test('a mail that confirms a booking names the way to change it, with the link, in both languages', () => {
  const confirmed = { kind: 'booking_confirmed', params: booking } as const
  expect(mailOf(confirmed).body).toMatch(
    /other dates or another car yourself[\s\S]+https:\/\/twende.example\/mybookings/,
  )
  expect(mailOf(confirmed, 'sw').body).toMatch(
    /tarehe nyingine au gari lingine[\s\S]+https:\/\/twende.example\/sw\/mybookings/,
  )
})

test('times are Nairobi times and money is Ksh', () => {
  const { body } = mailOf({ kind: 'booking_requested', params: { ...requested, method: 'mpesa' } })
  expect(body).toContain('until 5 Dec 2026, 09:15')
  expect(body).toContain('Pickup: 5 Dec 2026, 10:00, Nairobi')
  expect(body).toContain('Drop-off: 8 Dec 2026, 16:00, Mombasa')
  expect(body).toContain('Pay Ksh 36,000 by M-Pesa')
  expect(body).toContain('After that we keep Ksh 12,000.')
})

test('a cancelled booking speaks of money only if some comes back', () => {
  const cancelled = (params: typeof byHand) =>
    mailOf({ kind: 'booking_cancelled', params: { ...booking, ...params } }).body
  expect(cancelled({ noShow: false, reason: 'Plans changed', refund: 24_000 })).toContain('Ksh 24,000 back')
  expect(cancelled(byHand)).not.toMatch(/back to your M-Pesa|Reason/)
  expect(cancelled({ ...byHand, noShow: true })).toContain('Reason: You did not come')
})

test('whoever has the car reads nothing about cancelling when the return is moved', () => {
  const changed = (isOut?: boolean) =>
    mailOf({
      kind: 'booking_changed',
      params: { ...booking, paid: 4_500, refund: 0, ...(isOut !== undefined && { isOut }) },
    }).body
  expect(changed()).toContain('Cancelling is')
  expect(changed(false)).toContain('Cancelling is')
  expect(changed(true)).not.toContain('Cancelling is')
})

test('stored parameters carry a version; what cannot be read is an error, not a wrong text', () => {
  const params = { name, number: 'ORD1001', amount: 4_500 }
  const stored: unknown = JSON.parse(notificationKinds.order_paid.document.write(params))
  expect(stored).toEqual({ version: 1, ...params })
  expect(composeText({ kind: 'order_paid', params: stored, locale: 'en' }).subject).toBe(
    'Order ORD1001 is paid',
  )
  expect(() => composeText({ kind: 'order_paid', params: { ...params, version: 2 }, locale: 'en' })).toThrow(
    'newer',
  )
  expect(() => composeText({ kind: 'order_paid', params: { name }, locale: 'en' })).toThrow('version 1')
  expect(() => composeText({ kind: 'constructor', params, locale: 'en' })).toThrow('unknown kind')
})

test('the code of a deleted secret is in no text', () => {
  expect(mailOf({ kind: 'recovery_code', params: { name, expiresAt: at } })).toEqual({
    subject: 'Your Twende code',
    body: '',
  })
})
