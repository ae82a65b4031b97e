import { expect, test } from 'vitest'
import { fullName } from './full-name.ts'

test.each([
  ['Jane', 'Wanjiru', 'Jane Wanjiru'],
  ['Akinyi', '', 'Akinyi'],
  ['Akinyi', '-', 'Akinyi'],
  ['Akinyi', '.', 'Akinyi'],
  ['Akinyi', '--', 'Akinyi'],
  ['Wambui', 'Ng’ang’a', 'Wambui Ng’ang’a'],
  ['王', '芳', '王 芳'],
])('%j and %j are %j', (firstName, lastName, name) => {
  expect(fullName({ firstName, lastName })).toBe(name)
})
