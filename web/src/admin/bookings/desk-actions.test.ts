import { BOOKING_STATUSES } from '@twende/contract/bookings/booking-status.ts'
import { expect, test } from 'vitest'
import { actionsOn } from './desk-actions.ts'

test('each state of a booking offers what may be done with it', () => {
  const offered = BOOKING_STATUSES.map((status) => [status, actionsOn({ status, late: false })])
  expect(Object.fromEntries(offered)).toEqual({
    pending: ['confirm', 'cancel'],
    confirmed: ['handOver', 'extend', 'cancel'],
    active: ['takeBack', 'extend'],
    completed: [],
    cancelled: [],
  })
})

test('only a customer who should have come can be marked as not come', () => {
  expect(actionsOn({ status: 'confirmed', late: true })).toContain('noShow')
  expect(actionsOn({ status: 'active', late: true })).not.toContain('noShow')
})
