import { locales } from '@twende/messages/runtime'
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

test.each([
  '//evil.example/login',
  '///evil.example/login',
  '/\\evil.example/login',
  '\\\\evil.example/login',
  '/\t/evil.example/login',
  '\n//evil.example/login',
  ' //evil.example/login',
  '/.//evil.example/login',
  '/..//evil.example/login',
  '/%2F%2Fevil.example/login',
  '/%5Cevil.example/login',
  'https://evil.example/login',
])('%j never leads to another host', (path) => {
  for (const locale of locales) {
    const address = inLanguage(path, locale)
    expect(new URL(address, 'https://twende.example/sw/rent').origin).toBe('https://twende.example')
    expect(new URL(inLanguage(readLocale(`/sw${path}`).path, locale), 'https://twende.example').origin).toBe(
      'https://twende.example',
    )
  }
})
