import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cartCount, orderTotals, readQuantity, withOneLess, withOneMore, withQuantity } from './cart.ts'
import { orderChat, orderMessage } from './order-message.ts'
import {
  mayMoveOrder,
  ORDER_ACTORS,
  ORDER_STATUSES,
  type OrderMove,
  orderLabel,
  orderMoves,
} from './order-status.ts'
import { productFeatures } from './product-features.ts'
import { MAX_QUANTITY } from './shop-choices.ts'

const quantity = fc.integer({ min: 1, max: MAX_QUANTITY })
const price = fc.integer({ min: 1, max: 10_000_000 })
const cart = fc.dictionary(fc.uuid(), quantity, { maxKeys: 8 })

describe('a cart', () => {
  test('one more and one less leave it as it was, below the most of one', () => {
    fc.assert(
      fc.property(cart, fc.uuid(), (items, id) => {
        fc.pre((items[id] ?? 0) < MAX_QUANTITY)
        expect(withOneLess(withOneMore(items, id), id)).toEqual(items)
      }),
    )
  })

  test('an entry is deleted at 0, and never holds more than the most of one', () => {
    expect(withOneLess({ mouse: 1 }, 'mouse')).toEqual({})
    expect(withOneLess({}, 'mouse')).toEqual({})
    expect(withQuantity({ mouse: 4 }, 'mouse', 0)).toEqual({})
    expect(withOneMore({ mouse: MAX_QUANTITY }, 'mouse')).toEqual({ mouse: MAX_QUANTITY })
  })

  test('its count is the sum of its quantities', () => {
    expect(cartCount({})).toBe(0)
    expect(cartCount({ mouse: 2, bag: 3 })).toBe(5)
  })

  test('an order costs the sum of its lines in any order, whole shillings, delivery free', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ price, quantity }), { minLength: 1, maxLength: 50 }), (lines) => {
        const { subtotal, deliveryFee, total } = orderTotals(lines)
        expect(deliveryFee).toBe(0)
        expect(total).toBe(subtotal)
        expect(Number.isSafeInteger(total)).toBe(true)
        expect(orderTotals(lines.toReversed()).total).toBe(total)
        const [first, ...others] = lines
        if (first) expect(total - orderTotals(others).total).toBe(first.price * first.quantity)
      }),
    )
  })

  test.each([
    ['3', 3],
    [' 12 ', 12],
    ['0', 0],
    ['100', 100],
    ['-1', undefined],
    ['0.5', undefined],
    ['1e9', undefined],
    ['many', undefined],
    ['', undefined],
  ])('a typed quantity %j is read as %j', (typed, read) => {
    expect(readQuantity(typed)).toBe(read)
  })
})

describe('the life of an order', () => {
  test('nobody but payment and staff makes it paid, and only staff moves what was delivered', () => {
    const moves = Object.keys(orderMoves) as OrderMove[]
    for (const move of moves) {
      for (const by of ORDER_ACTORS) {
        const isStaff = by === 'staff'
        const ofDelivered = move === 'takeBack' || move === 'undoDeliver'
        expect(mayMoveOrder(move, 'delivered', by)).toBe(ofDelivered && isStaff)
        expect(mayMoveOrder(move, 'returned', by)).toBe(move === 'undoTakeBack' && isStaff)
        if (orderMoves[move].to === 'paid' && (by === 'customer' || by === 'clock')) {
          for (const status of ORDER_STATUSES) expect(mayMoveOrder(move, status, by)).toBe(false)
        }
      }
    }
  })

  test('its customer may cancel until it is packed', () => {
    expect(ORDER_STATUSES.filter((status) => mayMoveOrder('cancel', status, 'customer'))).toEqual([
      'pending',
      'paid',
    ])
    expect(ORDER_STATUSES.map(orderLabel)).toEqual([
      'Pending',
      'Paid',
      'Processing',
      'Shipped',
      'Delivered',
      'Cancelled',
      'Returned',
    ])
  })
})

test('the features of a product are its sentences; a point inside a number ends none', () => {
  expect(productFeatures('Core i5-8250U at 1.6 GHz. 8 GB of memory.  Wi-Fi on 2.4 and 5 GHz.')).toEqual([
    'Core i5-8250U at 1.6 GHz',
    '8 GB of memory',
    'Wi-Fi on 2.4 and 5 GHz',
  ])
  expect(productFeatures(' . ')).toEqual([])
})

describe('what is written to us about an order', () => {
  test('it says number, items, quantities, prices and total', () => {
    const items = [
      { name: 'Logitech M185 wireless mouse', quantity: 2, price: 1_600 },
      { name: 'HP LaserJet M111w', quantity: 1, price: 17_500 },
    ]
    expect(orderMessage({ number: 'ORD1001', items, amount: 20_700 })).toBe(
      [
        'Order ORD1001',
        '2 x Logitech M185 wireless mouse at Ksh 1,600 = Ksh 3,200',
        '1 x HP LaserJet M111w at Ksh 17,500 = Ksh 17,500',
        'Total: Ksh 20,700',
      ].join('\n'),
    )
  })

  test('however much is ordered, the link is whole and ends with the total', () => {
    const item = fc.record({
      name: fc.string({ minLength: 1, maxLength: 120, unit: 'grapheme' }),
      quantity,
      price,
    })
    fc.assert(
      fc.property(fc.array(item, { minLength: 1, maxLength: 50 }), (items) => {
        const amount = orderTotals(items).total
        const link = orderChat('254700000000', { number: 'ORD1001', items, amount })
        const words = new URL(link).searchParams.get('text') ?? ''
        expect(link.length).toBeLessThan(1_000)
        expect(words).toMatch(/^Order ORD1001\n/)
        expect(words).toMatch(/\nTotal: Ksh [\d,]+$/)
      }),
    )
  })
})
