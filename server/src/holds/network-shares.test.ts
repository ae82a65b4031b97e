import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  carDaysOf,
  fitsFleetShare,
  fitsStockShare,
  type PaymentMethod,
  type Stock,
} from './network-shares.ts'

const methods: readonly PaymentMethod[] = ['whatsapp', 'mpesa']
const both = fc.constantFrom(...methods)

test('whatever stays a network asks for, all together take at most a tenth of any 30 days of a fleet of 20 or more', () => {
  const stay = fc.record({ method: both, totalDays: fc.integer({ min: 1, max: 90 }) })
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 400 }), fc.array(stay, { maxLength: 200 }), (fleet, stays) => {
      const held = { whatsapp: 0, mpesa: 0 }
      for (const { method, totalDays } of stays) {
        const facts = { method, fleet, totalDays, heldDays: held[method], heldSameDays: 0 }
        if (fitsFleetShare(facts)) held[method] += carDaysOf(totalDays)
      }
      const tenth = (fleet * 30) / 10
      if (fleet >= 20) expect(held.whatsapp + held.mpesa).toBeLessThanOrEqual(tenth)
      // In a smaller fleet each way of paying has one stay at least, and nothing beside a long one.
      else for (const method of methods) expect(held[method]).toBeLessThanOrEqual(Math.max(30, tenth))
    }),
  )
})

test('a network that holds nothing may always hold one stay by each way of paying', () => {
  for (const method of methods) {
    for (const fleet of [1, 3, 9, 22]) {
      expect(fitsFleetShare({ method, fleet, totalDays: 90, heldDays: 0, heldSameDays: 0 })).toBe(true)
    }
  }
})

test('whatever orders a network places, all together hold at most a tenth of the pieces and of their value', () => {
  const order = fc.record({ method: both, quantity: fc.integer({ min: 1, max: 99 }) })
  fc.assert(
    fc.property(
      fc.integer({ min: 150, max: 20_000 }),
      fc.integer({ min: 1, max: 5_000 }),
      fc.array(order, { maxLength: 60 }),
      (pieces, price, orders) => {
        const stock = { pieces, value: pieces * price }
        const held: Record<PaymentMethod, Stock> = {
          whatsapp: { pieces: 0, value: 0 },
          mpesa: { pieces: 0, value: 0 },
        }
        for (const { method, quantity } of orders) {
          const lines = [{ quantity, price, onHand: 1_000, heldOfIt: 0 }]
          if (!fitsStockShare({ method, stock, held: held[method], lines })) continue
          held[method].pieces += quantity
          held[method].value += quantity * price
        }
        expect(held.whatsapp.pieces + held.mpesa.pieces).toBeLessThanOrEqual(pieces / 10)
        expect(held.whatsapp.value + held.mpesa.value).toBeLessThanOrEqual(stock.value / 10)
      },
    ),
  )
})

test('of one product a network holds half at most, and one piece at least', () => {
  const stock = { pieces: 10_000, value: 10_000_000 }
  const fits = (quantity: number, onHand: number, heldOfIt: number) =>
    fitsStockShare({
      method: 'mpesa',
      stock,
      held: { pieces: heldOfIt, value: heldOfIt * 1_000 },
      lines: [{ quantity, price: 1_000, onHand, heldOfIt }],
    })
  expect([fits(1, 1, 0), fits(5, 10, 0), fits(6, 10, 0), fits(1, 10, 5)]).toEqual([true, true, false, false])
})
