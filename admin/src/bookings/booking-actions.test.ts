import { BOOKING_STATUSES } from '@twende/contract/bookings/booking-status.ts'
import { expect, test } from 'vitest'
import { actionsOn } from './booking-actions.ts'

test('each state of a booking offers what may be done with it', () => {
  const offered = BOOKING_STATUSES.map((status) => [
    status,
    actionsOn({ status, late: false, notHandedOver: false, paymentStatus: 'paid' }),
  ])
  expect(Object.fromEntries(offered)).toEqual({
    pending: ['confirm', 'cancel'],
    confirmed: ['handOver', 'extend', 'cancel'],
    active: ['takeBack', 'extend'],
    completed: [],
    cancelled: [],
  })
})

test('only a customer who should have come can be marked as not come', () => {
  expect(
    actionsOn({ status: 'confirmed', late: true, notHandedOver: false, paymentStatus: 'paid' }),
  ).toContain('noShow')
  expect(
    actionsOn({ status: 'active', late: true, notHandedOver: false, paymentStatus: 'paid' }),
  ).not.toContain('noShow')
})

test('money is taken for what was left to be paid, until it is', () => {
  const offered = (paymentStatus: 'pending' | 'paid') =>
    actionsOn({ status: 'active', late: false, notHandedOver: false, paymentStatus })
  expect(offered('pending')).toEqual(['takePayment', 'takeBack', 'extend'])
  expect(offered('paid')).not.toContain('takePayment')
  expect(
    actionsOn({ status: 'pending', late: false, notHandedOver: false, paymentStatus: 'pending' }),
  ).not.toContain('takePayment')
})

test('a booking that is over and was not handed over was driven, or nobody came', () => {
  const over = { status: 'confirmed', late: true, notHandedOver: true, paymentStatus: 'paid' } as const
  expect(actionsOn(over)).toEqual(['complete', 'extend', 'noShow', 'cancel'])
})
