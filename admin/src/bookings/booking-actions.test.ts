import { BOOKING_STATUSES } from '@twende/contract/bookings/booking-status.ts'
import { expect, test } from 'vitest'
import { actionsOn } from './booking-actions.ts'

const condition = { km: 42_000, fuel: 8, note: '', at: '2026-04-01T07:00:00.000Z' }
const notOut = { handover: null, handoverReturn: null, undoUntil: null, loss: null }

test('each state of a booking offers what may be done with it', () => {
  const offered = BOOKING_STATUSES.map((status) => [
    status,
    actionsOn({ ...notOut, status, late: false, notHandedOver: false, paymentStatus: 'paid' }),
  ])
  expect(Object.fromEntries(offered)).toEqual({
    pending: ['confirm', 'cancel'],
    confirmed: ['handOver', 'extend', 'cancel'],
    active: ['takeBack', 'extend', 'lost'],
    completed: [],
    cancelled: [],
  })
})

test('only a customer who should have come can be marked as not come', () => {
  expect(
    actionsOn({ ...notOut, status: 'confirmed', late: true, notHandedOver: false, paymentStatus: 'paid' }),
  ).toContain('noShow')
  expect(
    actionsOn({ ...notOut, status: 'active', late: true, notHandedOver: false, paymentStatus: 'paid' }),
  ).not.toContain('noShow')
})

test('money is taken for what was left to be paid, until it is', () => {
  const offered = (paymentStatus: 'pending' | 'paid') =>
    actionsOn({ ...notOut, status: 'active', late: false, notHandedOver: false, paymentStatus })
  expect(offered('pending')).toEqual(['takePayment', 'takeBack', 'extend', 'lost'])
  expect(offered('paid')).not.toContain('takePayment')
  expect(
    actionsOn({ ...notOut, status: 'pending', late: false, notHandedOver: false, paymentStatus: 'pending' }),
  ).not.toContain('takePayment')
})

test('a booking that is over and was not handed over was driven, or nobody came', () => {
  const over = {
    ...notOut,
    status: 'confirmed',
    late: true,
    notHandedOver: true,
    paymentStatus: 'paid',
  } as const
  expect(actionsOn(over)).toEqual(['complete', 'extend', 'noShow', 'cancel'])
})

test('a rental that was completed without a return can still be returned, once', () => {
  const completed = {
    status: 'completed',
    late: false,
    notHandedOver: false,
    paymentStatus: 'paid',
    undoUntil: null,
    loss: null,
  } as const
  expect(actionsOn({ ...completed, handover: condition, handoverReturn: null })).toEqual(['takeBack'])
  const handoverReturn = {
    ...condition,
    charges: [],
    chargesPaidBy: null,
    chargesNote: '',
    chargesPaidOn: null,
  }
  expect(actionsOn({ ...completed, handover: condition, handoverReturn })).toEqual([])
})

test('a car that is out can be declared lost, also before it is late', () => {
  const out = { ...notOut, status: 'active', notHandedOver: false, paymentStatus: 'paid' } as const
  expect(actionsOn({ ...out, late: true })).toEqual(['takeBack', 'extend', 'lost'])
  expect(actionsOn({ ...out, late: false })).toContain('lost')
  expect(actionsOn({ ...out, late: true, status: 'confirmed' })).not.toContain('lost')
})

test('the loss of a car is withdrawn, also while it is only asked for', () => {
  const loss = { byId: 'a', by: 'Mary', reason: 'Stolen', at: '2026-04-05T07:00:00.000Z', withdrawal: null }
  const out = { ...notOut, notHandedOver: false, paymentStatus: 'paid', handover: condition } as const
  const asked = { ...out, status: 'active', late: true, loss: { ...loss, confirmedAt: null } } as const
  expect(actionsOn(asked)).toEqual(['takeBack', 'extend', 'lost', 'notLost'])
  const confirmedAt = '2026-04-06T07:00:00.000Z'
  const lost = { ...out, status: 'completed', late: false, loss: { ...loss, confirmedAt } } as const
  expect(actionsOn(lost)).toEqual(['takeBack', 'notLost'])
})

test('what ended a booking is taken back while that is possible', () => {
  const cancelled = {
    ...notOut,
    status: 'cancelled',
    late: false,
    notHandedOver: false,
    paymentStatus: 'paid',
  } as const
  expect(actionsOn({ ...cancelled, undoUntil: '2026-04-02T07:00:00.000Z' })).toEqual(['undo'])
})

test('a loss, and its withdrawal, are offered to whoever did not ask for them: it takes a second person', () => {
  const asked = { byId: 'amina', by: 'Amina', reason: 'Stolen', at: '2026-04-02T07:00:00.000Z' }
  const by = { byId: 'joseph', by: 'Joseph', reason: 'It is in Thika', at: '2026-04-03T07:00:00.000Z' }
  const rental = { ...notOut, late: false, notHandedOver: false, paymentStatus: 'paid' } as const
  const offered = (
    loss: typeof asked & { confirmedAt: string | null; withdrawal: typeof by | null },
    who: string,
  ) => actionsOn({ ...rental, status: loss.confirmedAt ? 'completed' : 'active', loss }, who)
  const request = { ...asked, confirmedAt: null, withdrawal: null }
  expect(offered(request, 'amina')).not.toContain('lost')
  expect(offered(request, 'amina')).toContain('notLost')
  expect(offered(request, 'joseph')).toContain('lost')
  const lost = { ...asked, confirmedAt: '2026-04-02T08:00:00.000Z', withdrawal: null }
  expect(offered(lost, 'joseph')).toContain('notLost')
  expect(offered({ ...lost, withdrawal: by }, 'joseph')).not.toContain('notLost')
  expect(offered({ ...lost, withdrawal: by }, 'amina')).toContain('notLost')
})
