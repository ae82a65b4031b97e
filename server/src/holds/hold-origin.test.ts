import { expect, test } from 'vitest'
import { siteOf } from './hold-origin.ts'

test.each([
  ['41.90.64.7', '41.90.64.7'],
  ['::ffff:41.90.64.7', '41.90.64.7'],
  ['2c0f:fe38:2200:1::1', '2c0f:fe38:2200::/48'],
  ['2c0f:fe38:2200:ffff:a:b:c:d', '2c0f:fe38:2200::/48'],
  ['2c0f:fe38:2201::1', '2c0f:fe38:2201::/48'],
])('holds from %s are counted with those of %s', (ip, site) => {
  expect(siteOf(ip)).toBe(site)
})
