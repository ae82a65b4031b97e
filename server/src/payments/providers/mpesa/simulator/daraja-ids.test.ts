import fc from 'fast-check'
import { expect, test } from 'vitest'
import { seededRandom } from '../../../../basic-deps.ts'
import { createDarajaIds, receiptDay } from './daraja-ids.ts'

const at = (instant: string) => ({ now: () => new Date(instant) })
const open = (seed: number, instant = '2026-10-02T09:30:00Z') =>
  createDarajaIds({ clock: at(instant), random: seededRandom(seed) })

test('ids have the shapes of the real ones', () => {
  const ids = open(1)
  expect(ids.request()).toMatch(/^[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\d{7}$/)
  expect(ids.checkout('254708374149')).toMatch(/^ws_CO_02102026123000\d{3}708374149$/)
  expect(ids.conversation()).toMatch(/^AG_20261002_[0-9a-f]{20}$/)
  expect(ids.receipt()).toMatch(/^UJ2[A-Z0-9]{7}$/)
  expect(ids.receiptOfNothing()).toBe('UJ20000000')
})

/** Receipts whose day is known from the message they came in; mpesa.md section 7 and published samples. */
test.each([
  ['UG9', '2026-07-09'],
  ['UIU', '2026-09-30'],
  ['UJ1', '2026-10-01'],
  ['UGJ', '2026-07-19'],
  ['QAI', '2022-01-18'],
  ['RAQ', '2023-01-26'],
  ['TCH', '2025-03-17'],
  ['NLJ', '2019-12-19'],
  ['RKL', '2023-11-21'],
  ['UAV', '2026-01-31'],
])('a receipt that begins with %s is of %s', (start, day) => {
  expect(receiptDay(new Date(`${day}T00:00:00+03:00`))).toBe(start)
  expect(receiptDay(new Date(`${day}T23:59:59+03:00`))).toBe(start)
})

test('every day has a beginning of three signs', () => {
  const instant = fc.date({ min: new Date('2007-03-06'), max: new Date('2060-01-01'), noInvalidDate: true })
  fc.assert(
    fc.property(instant, (date) => {
      expect(receiptDay(date)).toMatch(/^[A-Z][A-L][1-9A-V]$/)
    }),
  )
})

test('one seed gives one row of ids, another seed another', () => {
  const row = (seed: number) => {
    const ids = open(seed)
    return [ids.request(), ids.checkout('254712345678'), ids.receipt(), ids.accessToken()]
  }
  expect(row(7)).toEqual(row(7))
  expect(row(7)).not.toEqual(row(8))
})

test('no receipt and no checkout id comes twice', () => {
  const ids = open(3)
  const receipts = Array.from({ length: 5000 }, () => ids.receipt())
  const checkouts = Array.from({ length: 500 }, () => ids.checkout('254712345678'))
  expect(new Set(receipts).size).toBe(5000)
  expect(new Set(checkouts).size).toBe(500)
})
