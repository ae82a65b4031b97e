import { describe, expect, test } from 'vitest'
import { type OrderEventCode, type OrderStatus, standingMoves, undoOf } from './order-status.ts'
import { addressLines } from './shop-choices.ts'

const at = '2026-07-01T08:00:00.000Z'
const hoursLater = (hours: number) => new Date(Date.parse(at) + hours * 3_600_000)
const timelineOf = (...events: [OrderEventCode, OrderStatus][]) =>
  events.map(([event, status]) => ({ event, status, at }))
const PAID: [OrderEventCode, OrderStatus][] = [
  ['place', 'pending'],
  ['pay', 'paid'],
]

describe('the last move of an order', () => {
  test.each<[string, [OrderEventCode, OrderStatus][], string | undefined]>([
    ['payment', [], undefined],
    ['packing', [['process', 'processing']], 'undoProcess'],
    [
      'sending',
      [
        ['process', 'processing'],
        ['ship', 'shipped'],
      ],
      'undoShip',
    ],
    [
      'sending, after its address changed',
      [
        ['ship', 'shipped'],
        ['changeDelivery', 'shipped'],
      ],
      'undoShip',
    ],
    ['cancelling', [['callOff', 'cancelled']], 'undoCancel'],
    [
      'cancelling while being packed',
      [
        ['process', 'processing'],
        ['cancel', 'cancelled'],
      ],
      'undoCancel',
    ],
    [
      'a lost parcel',
      [
        ['ship', 'shipped'],
        ['notArrived', 'cancelled'],
      ],
      'undoNotArrived',
    ],
    [
      'sending again',
      [
        ['ship', 'shipped'],
        ['sendAgain', 'processing'],
      ],
      undefined,
    ],
    [
      'delivery, taken back: then sending',
      [
        ['ship', 'shipped'],
        ['deliver', 'delivered'],
        ['undoDeliver', 'shipped'],
      ],
      'undoShip',
    ],
    [
      'cancelling, taken back while it was being packed',
      [
        ['process', 'processing'],
        ['callOff', 'cancelled'],
        ['undoCancel', 'paid'],
      ],
      undefined,
    ],
  ])('%s is taken back as it can be', (_, events, undo) => {
    const timeline = timelineOf(...PAID, ...events)
    const status = timeline.at(-1)?.status ?? 'pending'
    expect(undoOf({ status, timeline }, hoursLater(24))).toBe(undo)
    expect(undoOf({ status, timeline }, hoursLater(24.1))).toBeUndefined()
  })

  test('a cancellation before it was paid stays, and so does one that nothing did', () => {
    const timeline = timelineOf(['place', 'pending'], ['callOff', 'cancelled'])
    expect(undoOf({ status: 'cancelled', timeline }, hoursLater(1))).toBeUndefined()
    expect(undoOf({ status: 'pending', timeline: [] }, hoursLater(1))).toBeUndefined()
  })

  test('what was taken back does not stand', () => {
    const timeline = timelineOf(...PAID, ['process', 'processing'], ['undoProcess', 'paid'])
    expect(standingMoves(timeline).map(({ event }) => event)).toEqual(['place', 'pay'])
  })
})

test('an address is written with what is known of it', () => {
  const address = { street: 'Moi Avenue 12', city: 'Nairobi', state: '', zipcode: '00100', country: 'Kenya' }
  expect(addressLines(address)).toEqual(['Moi Avenue 12', 'Nairobi, 00100', 'Kenya'])
  expect(addressLines({ ...address, street: '', city: '', zipcode: '', country: '' })).toEqual([])
})
