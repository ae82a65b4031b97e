import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { AnyPhone, KenyanPhone } from './payment-input.ts'
import {
  comparedPhone,
  issuingNetwork,
  maskPhone,
  networkHint,
  normaliseKenyanPhone,
  normalisePhone,
  showPhone,
} from './phone-number.ts'

const digits = (count: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: count, maxLength: count }).map((all) => all.join(''))
const localNumber = fc.oneof(
  digits(8).map((rest) => `7${rest}`),
  digits(8).map((rest) => `1${rest}`),
)

test('every usual way to write a number means the same number', () => {
  const start = fc.constantFrom(
    '+254',
    '254',
    '0',
    '',
    '+254 ',
    '(+254) ',
    '(0)',
    ' 0',
    '00254',
    '+254 (0) ',
    'tel:+254',
  )
  const gap = fc.constantFrom('', ' ', '-', '  ', '.', '\u2011', '\u00a0', '\u200b')
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
      expect(phone).toMatch(/^254[71]\d{8}$/)
      expect(normaliseKenyanPhone(phone)).toBe(phone)
    }),
    { numRuns: 2000 },
  )
})

test.each([
  '',
  '0812345678',
  '071234567',
  '07123456789',
  '255712345678',
  '++254712345678',
  '07l2345678',
  '٠٧١٢٣٤٥٦٧٨',
  `0712345678${' '.repeat(60)}`,
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

/** Spellings that people type, that phones and programs copy, and that are printed. */
const kenyanSpellings = {
  '254712345678': [
    '0712345678',
    '712345678',
    '254712345678',
    '+254712345678',
    '0712 345 678',
    '0712-345-678',
    '0712.345.678',
    '0712 345678',
    '07 12 34 56 78',
    '(0712) 345678',
    '(0)712 345 678',
    '[0712] 345678',
    '0712/345/678',
    '0712\u2010345\u2010678',
    '0712\u2011345\u2011678',
    '0712\u2013345\u2013678',
    '0712\u2014345\u2014678',
    '0712\u2212345\u2212678',
    '0712\u00a0345\u00a0678',
    '0712\u202f345\u202f678',
    '0712\u2009345\u2009678',
    '0712\t345\t678',
    '0712\u00b7345\u00b7678',
    '0712\u2022345\u2022678',
    ' 0712345678 ',
    '0712345678\n',
    '+254 712 345 678',
    '+254-712-345-678',
    '+254.712.345.678',
    '+254 0712 345 678',
    '+2540712345678',
    '2540712345678',
    '+254 (0) 712 345678',
    '(+254) 712345678',
    '00254712345678',
    '00254 712 345 678',
    '00254 0712 345 678',
    '+ 254 712 345 678',
    '+0712345678',
    'tel:+254712345678',
    'tel:0712345678',
    'TEL:+254-712-345-678',
    'Tel: 0712 345 678',
    '\uff10\uff17\uff11\uff12\uff13\uff14\uff15\uff16\uff17\uff18',
    '\uff0b254712345678',
    '\u202a+254 712 345678\u202c',
    '\u202d0712345678\u202c',
    '\u202e0712345678\u202c',
    '\u2066+254712345678\u2069',
    '\u2067+254712345678\u2069',
    '\u20680712 345 678\u2069',
    '\u200e+254712345678',
    '\u200f0712345678',
    '0712\u200b345\u200b678',
    '0712\u00ad345\u00ad678',
    '0712\u2060345678',
    '\ufeff0712345678',
    '0254 712 345 678',
    '+00254 712 345 678',
    '000254712345678',
    '+2540 0712 345 678',
    '011 254 712 345 678',
    '0712,345,678',
    '0712_345_678',
    '0712\uff5e345\uff5e678',
    '0712345678,',
    '0712345678;',
    'whatsapp:+254712345678',
    'WhatsApp: 0712 345 678',
    'sms:0712345678',
    'Simu: 0712 345 678',
  ],
  '254112345678': ['0112345678', '112345678', '+254112345678', '0112 345 678', '00254112345678'],
  '254101234567': ['0101234567', '+254 101 234 567', '0101.234.567'],
  '254123456789': ['0123456789', '+254 123 456 789'],
}

const spellings = Object.entries(kenyanSpellings).flatMap(([stored, all]) =>
  all.map((text) => ({ text, stored })),
)

test.each(spellings)('$text means $stored', ({ text, stored }) => {
  expect(normaliseKenyanPhone(text)).toBe(stored)
  expect(normalisePhone(text)).toBe(stored)
  expect(z.parse(KenyanPhone, text)).toBe(stored)
})

test('more than 60 spellings are tried', () => {
  expect(new Set(spellings.map(({ text }) => text)).size).toBeGreaterThan(60)
})

test.each([
  ['+44 7911 123456', '+447911123456'],
  ['0044 7911 123456', '+447911123456'],
  ['\u202a+44 7911\u2011123456\u202c', '+447911123456'],
  ['+1 (202) 555-0142', '+12025550142'],
  ['+255 754 123 456', '+255754123456'],
  ['+256-772-123456', '+256772123456'],
  ['tel:+49-30-901820', '+4930901820'],
  ['020 271 2345', '0202712345'],
])('%j is kept as a number of another kind: %s', (text, number) => {
  expect(normaliseKenyanPhone(text)).toBeUndefined()
  expect(normalisePhone(text)).toBe(number)
  expect(AnyPhone.safeParse(text).success).toBe(true)
})

test.each([
  [
    '+447911123456',
    '447911123456',
    '44 7911 123456',
    '0044 7911 123456',
    '+44 (0)7911 123456',
    '+44 (0) 7911-123456',
  ],
  ['+254202712345', '020 271 2345', '(020) 271 2345', '20 271 2345', '254202712345', '+254 (0)20 2712345'],
  ['+254412223456', '041 2223456', '+254 41 222 3456'],
  ['+256772123456', '+256 772 123456', '256772123456', '+256 0772 123456', '00256 (0)772 123456'],
  ['+12025550142', '1 (202) 555-0142', '+1 202 555 0142', '001 202 555 0142'],
  ['254712345678', '0712 345 678', '712345678', '+254 (0)712 345 678', '(0)712 345 678'],
])('%s is one number, however it is written', (number, ...written) => {
  for (const text of [number, ...written]) expect(comparedPhone(text), text).toBe(number)
})

test('numbers that differ are not taken for one', () => {
  const written = ['07911 123456', '+44 7911 123457', '0202712346', '+257 72 123456', '911', '2712345', 'abc']
  expect(new Set(written.map(comparedPhone)).size).toBe(written.length - 1)
  expect(comparedPhone('911')).toBe(comparedPhone('abc'))
})

test.each([
  'abc',
  '12',
  '07l2345678',
  '+',
  '0712345678 or 0722345678',
  'ext. 12',
  '+0223456789',
  '0712345678, 0722345678',
  '1'.repeat(16),
  '🙂🙂🙂🙂🙂🙂🙂',
])('%j is no phone number, and an example is given', (text) => {
  expect(normalisePhone(text)).toBeUndefined()
  expect(AnyPhone.safeParse(text).error?.issues.map(({ message }) => message)).toEqual([
    'Please enter a phone number, such as 0712 345 678 or +44 7911 123456',
  ])
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
