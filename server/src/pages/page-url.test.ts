import { expect, test } from 'vitest'
import { pageAddress } from './page-url.ts'

test.each([
  ['/rent?seats=5', '/rent?seats=5'],
  ['/', '/'],
  ['//', '/'],
  ['//[', '/['],
  ['//elsewhere.example:99999/rent', '/elsewhere.example:99999/rent'],
  ['/\\elsewhere.example/rent', '/elsewhere.example/rent'],
  ['http://elsewhere.example/rent?a=http://x', '/rent?a=http://x'],
  ['HTTP://elsewhere.example', '/'],
  ['*', '/*'],
])('%s is on this site', (asked, path) => {
  expect(pageAddress(asked, 'https://twende.example').href).toBe(`https://twende.example${path}`)
})
