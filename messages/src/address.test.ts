import { expect, test } from 'vitest'
import { inLanguage, readLocale } from './address.ts'

test.each([
  ['/sw', 'sw', '/'],
  ['/sw/', 'sw', '/'],
  ['/sw?query=vitz', 'sw', '/?query=vitz'],
  ['/sw/rent?seats=5', 'sw', '/rent?seats=5'],
  ['/swahili', 'en', '/swahili'],
  ['/', 'en', '/'],
  ['/rent', 'en', '/rent'],
])('%s is in %s at %s', (address, locale, path) => {
  expect(readLocale(address)).toEqual({ locale, path })
})

test.each([
  ['/', 'en', '/'],
  ['/rent', 'en', '/rent'],
  ['/', 'sw', '/sw'],
  ['/rent', 'sw', '/sw/rent'],
] as const)('%s in %s is %s', (path, locale, address) => {
  expect(inLanguage(path, locale)).toBe(address)
})
