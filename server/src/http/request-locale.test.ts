import { getLocale } from '@twende/messages/runtime'
import { expect, test } from 'vitest'
import { inLocale, readAcceptLanguage } from './request-locale.ts'

test.each([
  [undefined, 'en'],
  ['', 'en'],
  ['sw', 'sw'],
  ['sw-KE,sw;q=0.9,en;q=0.8', 'sw'],
  ['en-GB,en;q=0.9,sw;q=0.1', 'en'],
  ['de-DE,sw;q=0.4', 'sw'],
  ['sw;q=0', 'en'],
  ['sw;q=0.2, EN;q=0.7', 'en'],
  ['*', 'en'],
  ['swahili', 'en'],
  [',;q=x', 'en'],
])('%s is answered in %s', (header, locale) => {
  expect(readAcceptLanguage(header)).toBe(locale)
})

test('two requests at the same moment keep their own languages', async () => {
  const seen = await Promise.all(
    (['en', 'sw', 'sw', 'en'] as const).map((locale) =>
      inLocale(locale, async () => {
        await new Promise((resolve) => setTimeout(resolve, 5))
        return getLocale()
      }),
    ),
  )
  expect(seen).toEqual(['en', 'sw', 'sw', 'en'])
  expect(getLocale()).toBe('en')
})
