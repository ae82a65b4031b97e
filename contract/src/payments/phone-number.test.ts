import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { KenyanPhone } from './payment-input.ts'
import {
  isSellFormPhone,
  issuingNetwork,
  maskPhone,
  networkHint,
  normaliseKenyanPhone,
  showPhone,
} from './phone-number.ts'

const digits = (count: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: count, maxLength: count }).map((all) => all.join(''))
const localNumber = fc.oneof(
  digits(8).map((rest) => `7${rest}`),
  fc.tuple(fc.constantFrom('10', '11'), digits(7)).map((parts) => parts.join('')),
)

test('every usual way to write a number means the same number', () => {
  const start = fc.constantFrom('+254', '254', '0', '', '+254 ', '(+254) ', '(0)', ' 0')
  const gap = fc.constantFrom('', ' ', '-', '  ')
  fc.assert(
    fc.property(localNumber, start, gap, gap, (local, prefix, first, second) => {
      const text = `${prefix}${local.slice(0, 3)}${first}${local.slice(3, 6)}${second}${local.slice(6)} `
      expect(normaliseKenyanPhone(text)).toBe(`254${local}`)
    }),
  )
})

test('whatever is accepted has the stored form, and the stored form stays as it is', () => {
  const nearly = fc.string({ unit: fc.constantFrom(...'0123456789+- ()x') })
  fc.assert(
    fc.property(fc.oneof(fc.string(), nearly), (text) => {
      const phone = normaliseKenyanPhone(text)
      if (phone === undefined) return
      expect(phone).toMatch(/^254(7\d{8}|1[01]\d{7})$/)
      expect(normaliseKenyanPhone(phone)).toBe(phone)
    }),
    { numRuns: 2000 },
  )
})

test.each([
  '',
  '0812345678',
  '0123456789',
  '071234567',
  '07123456789',
  '255712345678',
  '++254712345678',
  '2540712345678',
  '07l2345678',
  '٠٧١٢٣٤٥٦٧٨',
  `0712345678${' '.repeat(40)}`,
])('%j is no Kenyan mobile number', (text) => {
  expect(normaliseKenyanPhone(text)).toBeUndefined()
  expect(KenyanPhone.safeParse(text).success).toBe(false)
})

test('a shown number reads back as itself, and a masked one cannot be read back', () => {
  fc.assert(
    fc.property(localNumber, (local) => {
      expect(normaliseKenyanPhone(showPhone(`0${local}`))).toBe(`254${local}`)
      expect(normaliseKenyanPhone(maskPhone(`0${local}`))).toBeUndefined()
    }),
  )
  expect(showPhone('254712345678')).toBe('0712 345 678')
  expect(maskPhone('+254 712 345678')).toBe('0712 *** 678')
  expect(maskPhone('nobody')).toBe('***')
})

test('a form turns typed text into the stored form, or says what to type', () => {
  expect(z.parse(KenyanPhone, '0712 345 678')).toBe('254712345678')
  expect(KenyanPhone.safeParse('12').error?.issues.map((issue) => issue.message)).toEqual([
    'Please enter a valid Kenyan phone number (e.g., 254712345678 or 0712345678)',
  ])
})

test.each([
  ['+254712345678', true],
  ['254712345678', true],
  ['0712345678', true],
  ['712345678', true],
  ['0112345678', false],
  ['+254 712 345 678', false],
  ['00712345678', false],
  ['+0712345678', false],
  ['07123456789', false],
  ['0712345678\n', false],
])('the sell form takes %j: %s', (text, taken) => {
  expect(isSellFormPhone(text)).toBe(taken)
})

test('the sell form never takes what the rest of the product cannot store', () => {
  fc.assert(
    fc.property(fc.constantFrom('+254', '254', '0', ''), digits(8), (prefix, rest) => {
      expect(isSellFormPhone(`${prefix}7${rest}`)).toBe(true)
      expect(normaliseKenyanPhone(`${prefix}7${rest}`)).toBe(`2547${rest}`)
    }),
  )
})

test.each([
  ['0712345678', 'Safaricom'],
  ['0790000000', 'Safaricom'],
  ['0748000000', 'Safaricom'],
  ['0757000000', 'Safaricom'],
  ['0768000000', 'Safaricom'],
  ['0114669532', 'Safaricom'],
  ['0733000000', 'Airtel'],
  ['0756000000', 'Airtel'],
  ['0762000000', 'Airtel'],
  ['0100000000', 'Airtel'],
  ['0770000000', 'Telkom'],
  ['0765000000', 'Equitel'],
  ['0747000000', 'Faiba'],
  ['0744000000', undefined],
  ['0812345678', undefined],
])('%s was issued by %s', (text, network) => {
  expect(issuingNetwork(text)).toBe(network)
})

test('only a number of another network gets a hint', () => {
  expect(networkHint('0733000000')).toBe('This looks like an Airtel number. M-Pesa needs a Safaricom line.')
  expect(networkHint('0770000000')).toBe('This looks like a Telkom number. M-Pesa needs a Safaricom line.')
  expect(networkHint('0712345678')).toBeUndefined()
  expect(networkHint('0744000000')).toBeUndefined()
})
